/*
 * Expectations that are no commitment of the company: what others do, what happens around it, what holds only under a
 * condition, and what will be told.
 */

const EXPECTS = '(?:expect|anticipat|project|forecast|assum|believ|see)(?:e|s|es|ing|ed)?';
/** Who and what the company does not decide on. */
const OUTSIDERS =
  '(?:markets?|industry|industries|econom(?:y|ies)|GDP|governments?|congress|regulators?|customers?|consumers?|patients?|people|competitors?|rivals?|suppliers?|vendors?|partners?|retailers?|pandemic|COVID(?:-19)?|recall|weather|seasonality|environment|conditions|volatility|uncertainty|disruptions?|shortages?|constraints?|challenges|headwinds?|inflation|(?:exchange |interest )?rates|currenc(?:y|ies)|(?<!\\bour )prices|demand)';
/** Others who act, where no figure of the company's is named. */
const ACTORS =
  '(?:FDA|CMS|Medicare|EPA|Fed|states|cities|municipalities|utilities|schools|hospitals|clinics|physicians|doctors|providers|insurers|payers|theat(?:er|re)s|studios|exhibitors|OEMs|manufacturers|licensees|developers|restaurants|homebuilders|contractors|distributors|dealers|airlines|farmers|banks|businesses|countries)';
const ANY_OTHER = `(?:${OUTSIDERS}|${ACTORS})`;
/** "we expect the overall market to", "anticipate that chip shortages will" */
const OF_OTHERS = new RegExp(
  `\\b${EXPECTS} (?:that )?(?:[\\w'-]+ ){0,4}?${OUTSIDERS} (?:[\\w-]+ ){0,3}?(?:to|will|would|should|may|might|could|can)\\b`,
  'i',
);
/** "customers expect", "economists are projecting" */
const BY_OTHERS =
  /\b(?:customers|consumers|economists|suppliers|vendors|partners|retailers|competitors|investors|people|forecasters|forecasts|(?:industry|outside|third[- ]party) \w+) (?:\w+ ){0,4}?(?:(?:they|who|that) )?(?:expect|project|anticipat|forecast|plan|intend|estimat)(?:s|e|es|ing)?\b/i;
/** The same of those who act: "we expect the FDA to", "hospitals plan", "steel costs will". */
const OF_ACTORS = new RegExp(
  `\\b${EXPECTS} (?:that )?(?:(?!(?:sales|revenues?|volumes|shipments|business|growth|to)\\b)[\\w'-]+ ){0,3}?${ACTORS} (?:[\\w-]+ ){0,2}?(?:to|will|would|should|may|might|could|can)\\b`,
  'i',
);
const BY_ACTORS = new RegExp(
  `\\b${ANY_OTHER} (?:(?:is|are) )?(?:expect|plan|forecast|project|anticipat|intend)(?:s|e|es|n?ing)?\\b`,
  'i',
);
const WILL_OF_OTHERS = new RegExp(
  `(?<!\\b(?:our|we|us)\\b[^,.]{0,40})\\b(?:${ANY_OTHER}|(?:steel|freight|component|commodity|material|energy|fuel|labor|wage) costs|stimulus(?: bill)?|bidding|vaccine(?: rollout)?|election|legislation|funding(?: for \\w+)?) (?:will|should|(?:is|are) (?:going|expected) to)\\b`,
  'i',
);
/** "there is a market that is expected to", "demand for cars is expected to" */
const FORESEEN =
  /\b(?:markets?|industry|demand|econom(?:y|ies)|bill|law)\b[^,.]{0,40}\b(?:is|are) (?:expected|projected|anticipated|forecast(?:ed)?|estimated) to\b/i;
/** "expect there to be", "expect to be in a tight market", "expect to face headwinds" */
const AROUND =
  /\b(?:expect|anticipat)(?:e|s|es|ing)? (?:there (?:to|will)\b|(?:to|we(?:'ll| will)) (?:still |continue to )?(?:be (?:in|operating in)|fac(?:e|ing)|see|encounter|experience|wrestl\w+ with)\b[^,.]{0,60}\b(?:environment|markets?|headwinds?|challenges|constraints?|shortages?|volatility|pressures?|disruptions?|uncertainty|inflation)\b)/i;
/** Results of the company's own; it sells to an "end market". */
const OWN_RESULT =
  /\b(?:revenues?|sales|margins?|EBITDA?|EPS|earnings|cash flow|profits?|income|expenses?|costs?|spending|capex|capital expenditures?|savings|productivity|share(?:s| repurchases)?|organic|(?<!GDP |market |economic )growth|end[- ]markets?|backlog|inventor(?:y|ies)|tax rate)\b/i;

/** "If volumes rise, we would expect"; not "if you look at". */
const CONDITION =
  /(?:^|[,;] |\b(?:and|but|so|that) )if (?!(?:you|we|I) (?:look|think|take|exclude|adjust|go back)|not\b|any(?:thing)?\b)/i;
const WOULD = /\b(?:would|could|might)\b/i;
/** "Every cent of the euro changes", "a 10% change in steel prices" */
const SENSITIVITY =
  /\b(?:every|each) (?:additional )?\$?\d|\b(?:a|an|one) \$?\d[\w.,%$ -]{0,15}? (?:change|move|swing) in\b/i;
/** What is not known, or not expected. */
const UNKNOWN =
  /\b(?:depends? on|too early to|(?:hard|difficult) to (?:say|predict|know|forecast|project|estimate)|(?:can't|cannot|can not|no one can) (?:forecast|predict|project)|(?:wouldn't|would not) read|careful about|could (?:slip|shift|move)|(?:should|would) not expect|(?:don't|do not) know|remains? to be seen|(?:don't|do not|wouldn't|would not|didn't|did not|doesn't|not) (?:really |currently |necessarily )?(?:expect|anticipat)\w*)\b/i;
/** Trust in oneself: "confident in our team", "confident that we have the right strategy". */
const TRUST =
  /\bconfident (?:in (?:our|the|this) (?:[\w-]+ ){0,2}(?:team|people|strateg(?:y|ies)|business|position|portfolio|prospects|future|model)|(?:that )?(?:we|our \w+) (?:have|are|is)\b)|\bconfident\b(?!.{0,60}\b(?:will|can|ability to|going to|would|we'll)\b)|\bcommitted to (?:our|the|this|being)\b/i;
/** What management will tell, and who comes and goes. */
const TOLD =
  /\b(?:expect|plan|intend|hope|aim)(?:s|n?ing)? (?:[\w']+ ){0,2}to (?:be )?(?:giv|provid|shar|updat|host|hold|fil|publish|tell|talk|discuss|speak|com|hear|announc|report)\w*\b[^,.]{0,50}\b(?:updates?|guidance|outlook|details?|colou?r|reports?|calls?|days?|results|more|about|you)\b/i;
const PERSONS =
  /\b(?:retir(?:e|es|ing)|join(?:s|ing)? us|step(?:s|ping)? down|successor|smooth (?:handover|transition))\b/i;
/** "in line with what we would expect", "as you might expect" */
const ORDINARY =
  /\b(?:what|than|as) (?:we|I|you)(?:'d| would| might| could| can)? (?:normally )?expect\b(?! (?:to|that|our|for the)\b)/i;

/** What analysts or the one who asks expect of the company. */
const BY_ANALYSTS =
  /\b(?:consensus|the street|(?:many|some|most) of you) (?:[\w']+ ){0,3}?(?:expect|estimat|forecast|project|model)(?:s|es|e)?\b|\banalysts?'? estimates?\b|\byou(?:'ve| have)? asked\b|\byour question (?:was|is)\b|\b(?:your (?:guidance|outlook|expectations?)|you guys|I was wondering|my question|(?:can|could) you)\b/i;
/** Goals that were reached: "we achieved our target". */
const REACHED =
  /\b(?:achieved|hit|met|reached|exceeded|surpassed)\b(?: [\w$%.,-]+){0,4}? (?:targets?|goals?|guidance|outlook|forecasts?)\b/i;
/** Goals and forecasts of before: "our target was", "the savings that we had been targeting". */
const OF_BEFORE =
  /\b(?:targets?|goals?|outlook|plan)\b[^,.]{0,40}\b(?:was|were|had been)\b|\bhad been (?:target|plann|expect|anticipat|project)ing\b|\b(?:compared (?:to|with)|versus|against)\b[^.]{0,40}\bwe (?:had )?(?:forecast|guided|planned|projected)\b|\bcompares (?:to|with) (?:our|the) (?:\w+ )?(?:guidance|outlook)\b|\bthan the \$?[\d.]+%? (?:\w+ )?we (?:had )?(?:projected|planned|guided|forecast)\b/i;
/** Measured against a goal: "growth of 6% against our target of 5%". */
const AGAINST =
  /\b(?:in line with|against|within|above|below|ahead of) (?:our|the) (?:[\w-]+ ){0,2}(?:targets?|goals?|plan)\b/i;
/** The calendar, how results are shown, and offices. */
const HOUSEKEEPING =
  /\b(?:anniversar(?:y|ies)|(?:extra|additional|53rd) (?:week|day)|selling days?|how we report|break(?:ing)? out|new (?:segments?|reporting)|reporting (?:structure|segments?)|report (?:\w+ ){0,2}in (?:two|three|four|new)|(?:to|in) (?:the|our) offices?|in person|vaccinated)\b/i;
const STILL_AHEAD = /\b(?:expect|anticipat|will|now|plan to|intend)/i;
/** "In a normal year, we would expect" */
const USUALLY =
  /\b(?:normal(?:ly)?|typical(?:ly)?|historically|before the pandemic)\b[^.]{0,40}\b(?:would|expected)\b/i;
/** What management is good at, or notices: "our forecasting", "we're now seeing". */
const PRACTICE =
  /\b(?:our|the|in) (?:forecasting|planning|targeting)\b|\bthe aim of\b|\bwe(?:'re| are)? now see(?:ing)?\b(?!.*\b(?:expect|anticipat|will)\w*)/i;

/** "we estimate that the strike cost us": of what is or was, unless a period ahead or "will" follows. */
const ESTIMATE = /\b(?:we|I) (?:\w+ )?estimate\b|\bestimate is that\b/i;
const TO_COME =
  /\b(?:will|would|should|to (?:be|range|reach|come)|next|(?:first|second|third|fourth|full)[ -](?:quarter|half|year)|fiscal|20\d\d|Q[1-4])\b/i;
const COST_THEN = /\bestimate\b[^.]{0,60}\b(?:was|were|cost us|rose|fell|grew|declined|increased|had|have|use)\b/i;
/** What the guidance takes for granted, or was set to before. */
const ASSUMED =
  /\b(?:guidance|outlook)\b[^.]{0,30}\b(?:contemplates|assumes|includes|incorporates)\b[^.]*\b(?:currenc(?:y|ies)|FX|foreign exchange|euro|tariffs?|interest rates)\b/i;
const SET_BEFORE =
  /\b(?:last (?:quarter|call|time|year)|when|in (?:january|february|march|april|may|june|july|august|september|october|november|december)|at the (?:end|beginning|start) of (?:Q[1-4]|the (?:\w+ )?(?:quarter|year))),? we (?:first |then )?(?:raised|lowered|cut|updated|set|gave|increased|said)\b/i;
/** "that gives us $50 million toward our $100 million target" */
const PROGRESS = /\btowards? (?:our|the|that) \$?\d/i;
/** How the company will behave: "we intend to be disciplined", "will continue to monitor". */
const CONDUCT =
  /\b(?:to|will|we'll) (?:continue to )?(?:be|stay|remain) (?:very |\w+ly )?(?:disciplined|careful|prudent|transparent|flexible|thoughtful|cautious|focused|vigilant|agile|mindful|committed|conservative|opportunistic|selective)\b|\bcontinue to (?:watch|monitor|assess|evaluate|look at|focus on|work (?:on|with|through|closely))\b/i;
/** "I will say that", "I'll remind you" */
const SAYING =
  /\b(?:I will|I'll|I would|I'd|we'll|let me) (?:just |also )?(?:say|tell|note|point out|remind|add|mention|repeat)\b/i;

/** Whether a sentence without a figure of the company's own expects what it does not decide on. */
function isOfOthers(sentence: string, hasFigure: boolean): boolean {
  const isOutside = [OF_OTHERS, BY_OTHERS, FORESEEN].some((pattern) => pattern.test(sentence));
  if (isOutside && !OWN_RESULT.test(sentence)) return true;
  return (
    !hasFigure && [AROUND, BY_OTHERS, OF_ACTORS, BY_ACTORS, WILL_OF_OTHERS].some((pattern) => pattern.test(sentence))
  );
}

/** Whether what a sentence expects is a circumstance, a condition, an announcement or a doubt. */
export function isCircumstance(sentence: string, hasFigure: boolean): boolean {
  if (isOfOthers(sentence, hasFigure)) return true;
  if (BY_ANALYSTS.test(sentence) || USUALLY.test(sentence)) return true;
  const isOver = [REACHED, OF_BEFORE, AGAINST].some((pattern) => pattern.test(sentence));
  if (isOver && !STILL_AHEAD.test(sentence)) return true;
  if (ASSUMED.test(sentence) || SET_BEFORE.test(sentence) || PROGRESS.test(sentence)) return true;
  if (ESTIMATE.test(sentence) && (COST_THEN.test(sentence) || !TO_COME.test(sentence))) return true;
  if (SENSITIVITY.test(sentence) || (CONDITION.test(sentence) && WOULD.test(sentence))) return true;
  return (
    !hasFigure &&
    [UNKNOWN, TRUST, TOLD, PERSONS, ORDINARY, PRACTICE, CONDUCT, SAYING, HOUSEKEEPING].some((pattern) =>
      pattern.test(sentence),
    )
  );
}
