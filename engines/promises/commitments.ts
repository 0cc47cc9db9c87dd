import { fiscalYearOf, yearEnd, type QuarterIndex } from './fiscal-quarter.js';
import { figuresOf, type Figure } from './figures.js';
import { horizonsOf, yearAtHand, type CallTime, type Horizon } from './horizons.js';
import { topicAt, topicOf, type PromiseTopic } from './topics.js';

/** What a sentence commits the company to. */
export interface Commitment {
  readonly topic: PromiseTopic;
  readonly figure: Figure | null;
  /** The last fiscal quarter of the named period; null if the sentence names none. */
  readonly due: QuarterIndex | null;
  /** Whether that period is a whole fiscal year. */
  readonly isYear: boolean;
}

/** Longer ones are lists or run-on speech in which figures and periods cannot be told apart. */
const LONGEST = 600;
const SHORTEST = 25;
/** Longest sentence without a figure. */
const LONGEST_DEED = 340;

/** Before words that are nouns elsewhere: "our estimates", "came in below target". */
const ACTS = "(?:we|we're|I|I'd|and|also|now|currently|would|still) ";
/** Verbs of management about what the company will do or reach. */
const STRONG = new RegExp(
  `\\b(?:expect(?:s|ing|ed (?:to|that))?|anticipat(?:e|es|ing|ed (?:to|that))|projecting|projected to|estimating|estimated to|${ACTS}(?:estimate|forecast|target|project)|forecasting|targeting|intend|aim|calling for|on track|on pace|committed to|we(?:'re)? now (?:see|seeing)|see a path|could (?:range|grow)|will range|confident (?:that|we|to)|(?:is|are) (?:now |still |currently )?(?:expected|anticipated|projected|planned|targeted)|working toward|plan(?:s|ning)? to)\\b`,
  'i',
);
/** Nouns for figures ahead, which commit to nothing without one. */
const NOUNS =
  /\b(?:guidance|outlook|goal|targets?|estimates?|forecasts?|expectations?|anticipated|scenario|previously guided)\b/i;
/** A figure before its verb or noun: "growth of 5% is expected", "a 5% increase in guidance". */
const LED_AFTER =
  /^(?:[^.;]{0,60}?\b(?:is|are) (?:now |still |currently )?(?:expected|anticipated|projected|planned|targeted)|[^,.;]{0,40}?\b(?:guidance|outlook|target|goal|(?:that )?we (?:now |still |currently )?(?:expect|anticipate|project|plan|target)))\b/i;
const WEAK = /\b(?:will|we'll|going to|should)\b/i;
/** The company or its results right before such a verb: "we will open", "pricing should be effective". */
const OWN_ACT =
  /\b(?:we|company|pricing|margins?|revenues?|sales|earnings|costs?|savings|business|launch\w*|products?|platforms?)(?:'ll| will|'re going to| (?:are|is) going to| should)\b/i;
/** Circumstances rather than deeds: "that will be a headwind". */
const CIRCUMSTANCE =
  /\bgoing to have to\b|\b(?:there|that|it|this|which|they)(?: will|'ll| should)\b|\bwill (?:still |also )?(?:eventually|lap|be an? )|\b(?:headwinds?|impacted|pressures?|challenging|difficult)\b/i;
/** What happens to a company: it expects this, and does not do or reach it. */
const HAPPENS =
  /\b(?:headwinds?|pressures?|inflation\w*|challeng\w+|constrain\w+|disruptions?|shortages?|softness|weakness|slowdown|delays?|pushouts?|difficult|environment|there to be|there will be)\b/i;
/** What a company does about it, or its own results. */
const OWN_RESULT =
  /\b(?:margins?|revenues?|sales|earnings|EPS|EBITDA?|profit\w*|growth|grow|savings|productivity|costs? (?:to|of)|cash|launch\w*|improve\w*|recover\w*|mitigat\w+|offset\w*)\b/i;
/** Where an expectation about something else starts. */
const NEXT_CLAUSE = /[;,] | (?:but|while|although|though|as|because|which|driven by|due to|given) /i;

/** Who acts: the company, or one of its results. */
const OWN = /\b(?:we|we're|we'll|our|us|I|I'd|company)\b/i;

/** Legal text, the course of the call, and events: they commit to nothing. */
const BOILERPLATE =
  /forward[- ]looking|risks and uncertainties|actual results|undertakes? no obligation|non-GAAP measures|reconciliation|\b(?:replay|webcast|slides?|press release|conference call|earnings call|Q&A|next question|your questions?|prepared remarks|transcript|investor day|next call|hand (?:it|the call)|turn (?:it|the call)|more details|more specifics)\b/i;
/** What was expected or has happened already. */
const PAST =
  /\b(?:(?:than|as|what) (?:we |was |had )?(?:originally |previously )?(?:expected|anticipated|projected)|(?:with|above|below|exceed\w*|ahead of|beat) (?:(?:our|the|its|previous\w*|prior|earlier|communicated|stated|original|full[- ]year) )*(?:high end of |low end of )?(?:our |the )?(?:expectations?|guidance|forecast\w*|outlook|targets?)|better[- ]than[- ](?:expected|anticipated)|than our expectations|estimates? [^.]{0,90}\b(?:was|were|generated|recorded)\b|had (?:previously )?(?:estimated|lowered|guided)|(?:previously|recorded|we) estimated(?: and)?|guidance (?:was|coming)|guidance (?:that )?(?:I|we) (?:gave|provided|issued)|(?:gave|provided) (?:our |the )?guidance|(?:as|like) (?:you|one|people|anyone) (?:would|might|can|could|may) expect|people would expect|we (?:had )?thought|were projecting|(?:are|was|were) included|last quarter|at that time|(?:was|were) (?:originally )?(?:estimated|expected|anticipated|projected))\b/i;
/** Dividends that are declared already. */
const DECLARED = /\b(?:payable|shareholders of record)\b/i;
/** What others do, and what is no result. */
const OTHERS =
  /\b(?:analysts? (?:are|is)|market (?:TAM|growth)|addressable market|governments?|customers (?:will|are)|(?:new|commercial) building|you mentioned|you(?:'ll| will)(?: have)? seen?|you(?:'re| are) going to|I think you|we won't comment|look(?:ing)? at (?:the|our) (?:\w+ )?outlook|not (?:providing|giving|reinstating)|don't provide)\b/i;
/** A refusal or an announcement of figures, without any. */
const ANNOUNCED =
  /\b(?:let's|let me|I'll|I will|I'm going to|we'll|providing) (?:\w+ ){0,4}(?:discuss|talk|cover|provide|review|go through|take|finish|move|share|giv\w+|comment)\b|\bthe following guidance\b|\b(?:when I (?:cover|get to|talk)|my (?:comments|remarks)|update you|(?:news|more) to share)\b|\b[A-Z]\w+ will (?:now )?(?:share|discuss|cover|walk you)\b/i;

/** Whether words that a company does not decide on frame the sentence. */
function isNoCommitment(sentence: string): boolean {
  return (
    sentence.length < SHORTEST ||
    sentence.length > LONGEST ||
    sentence.endsWith('?') ||
    [BOILERPLATE, PAST, DECLARED, OTHERS].some((pattern) => pattern.test(sentence))
  );
}

/** How many characters before a figure tell whether it is a result. */
const LEAD = 40;
const RESULT =
  /\b(?:was|were|had|saw|posted|generated|reported|grew|increased|decreased|declined|rose|achieved|came in|up|down)\b[^,]*$/i;
const MOVES = /\b(?:up|down)\b/i;

/** Whether a figure is a result, which no word of the future precedes. */
function isReported(sentence: string, { at }: Figure): boolean {
  const before = sentence.slice(0, at);
  return RESULT.test(before.slice(-LEAD)) && !STRONG.test(before) && !WEAK.test(before);
}

/** Whether a figure is what a result comes from: "from 5% to 8%", not "range from 5% to 8%". */
function isStart(sentence: string, { at }: Figure, next: Figure | undefined): boolean {
  const before = sentence.slice(Math.max(0, at - LEAD), at);
  if (
    next === undefined ||
    !/\bfrom(?: (?:just|about|approximately|roughly|the|its|a|an|our|previous|prior|current|range|of))* $/i.test(before)
  )
    return false;
  return !/\brang\w+ from [^.]*$/i.test(before) && /\bto (?:[\w-]+ ){0,3}$/i.test(sentence.slice(at, next.at));
}

/** The promised figure: the first one that the words of expectation lead to. */
function promisedFigure(sentence: string): Figure | null {
  const words = [STRONG, NOUNS, WEAK].flatMap((pattern) => pattern.exec(sentence)?.index ?? []);
  const from = Math.min(...words);
  const figures = figuresOf(sentence).filter((each) => !isReported(sentence, each));
  const isLed = ({ at }: Figure): boolean => at > from || LED_AFTER.test(sentence.slice(at));
  return figures.find((each, i) => isLed(each) && !isStart(sentence, each, figures[i + 1])) ?? null;
}

/** The year after the one that a sentence compares with: "versus the fiscal 2021 results" is of 2022. */
function yearAfter(horizons: readonly Horizon[], sentence: string): Horizon | null {
  const compared = horizons.find(
    ({ at, isYear }) => isYear && /\b(?:versus|compared (?:to|with)) (?:the )?$/i.test(sentence.slice(0, at)),
  );
  return compared === undefined ? null : { ...compared, due: yearEnd(fiscalYearOf(compared.due) + 1) };
}

/** Where the reasons of an expectation start. */
const REASON = /\b(?:as|while|which|because|due to|driven by|when)\b/i;

/** The period ahead of a figure: the last one named before it, else the first after it, unless in the reasons. */
function horizonAhead(ahead: readonly Horizon[], sentence: string, figure: Figure | null): Horizon | null {
  if (figure === null) return ahead[0] ?? null;
  const reason = REASON.exec(sentence.slice(figure.at));
  const end = reason === null ? sentence.length : figure.at + reason.index;
  return ahead.findLast(({ at }) => at < figure.at) ?? ahead.find(({ at }) => at < end) ?? null;
}

/** What each verb of expectation is about, up to the next clause. */
function expectedIn(sentence: string): readonly string[] {
  return sentence
    .split(STRONG)
    .slice(1)
    .map((rest) => rest.split(NEXT_CLAUSE)[0] ?? rest);
}

/** An expectation that does not say of what: "we expect that to normalize". */
const UNSAID = /^ ?(?:that|it|those|them|this)(?:,? that)? (?:to|will|would|is)\b/i;

function startOf(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.index ?? Infinity;
}

/** Whether all that a sentence expects happens to the company. */
function isWeather(sentence: string): boolean {
  const expected = expectedIn(sentence);
  return expected.length > 0 && expected.every((part) => startOf(HAPPENS, part) < startOf(OWN_RESULT, part));
}

/** Whether a sentence without a figure says what the company will do or reach in a period ahead. */
function isDeed(sentence: string, ahead: Horizon | null, topic: PromiseTopic, isStrong: boolean): boolean {
  if (ahead === null || sentence.length > LONGEST_DEED || ANNOUNCED.test(sentence)) return false;
  if (!isStrong) return topic !== 'other' && OWN_ACT.test(sentence) && !CIRCUMSTANCE.test(sentence);
  if (topic === 'other' && (!OWN.test(sentence) || expectedIn(sentence).some((part) => UNSAID.test(part))))
    return false;
  return !isWeather(sentence);
}

/** Whether a sentence with a figure says that the company will reach it. */
function isTarget(
  sentence: string,
  ahead: Horizon | null,
  topic: PromiseTopic,
  isStrong: boolean,
  isNamed: boolean,
): boolean {
  const isMeant = isStrong || NOUNS.test(sentence);
  return topic === 'other' ? ahead !== null && isMeant && (isNamed || MOVES.test(sentence)) : ahead !== null || isMeant;
}

/**
 * What a sentence of management commits the company to: an expectation, plan or target of its own with a figure or a
 * period ahead. `spoken` is the period that the sentences before it speak of, which a figure without one has. Null if
 * it commits to nothing. Looks at 600 characters at most, so its time is bounded.
 */
export function commitmentOf(sentence: string, call: CallTime, spoken: Horizon | null = null): Commitment | null {
  if (isNoCommitment(sentence)) return null;
  const isStrong = STRONG.test(sentence);
  if (!isStrong && !NOUNS.test(sentence) && !WEAK.test(sentence)) return null;
  const figure = promisedFigure(sentence);
  const horizons = horizonsOf(sentence, call);
  const later = horizons.filter(({ due }) => due > call.index);
  const ahead = horizonAhead(later, sentence, figure);
  // All periods that the sentence names are over, so it looks back.
  if (later.length === 0 && horizons.length > 0 && (figure === null || !isStrong)) return null;
  const implied = figure === null || !isStrong ? null : (yearAfter(horizons, sentence) ?? spoken);
  const period = ahead ?? implied ?? later[0] ?? (figure === null ? null : yearAtHand(call));
  const topic = figure === null ? topicOf(sentence) : topicAt(sentence, figure.at);
  const named = topic === 'other' ? topicOf(sentence) : topic;
  const isMade =
    figure === null
      ? isDeed(sentence, ahead, topic, isStrong)
      : isTarget(sentence, ahead ?? implied ?? later[0] ?? null, named, isStrong, ahead !== null);
  return isMade ? { topic, figure, due: period?.due ?? null, isYear: period?.isYear ?? false } : null;
}
