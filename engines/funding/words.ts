/* Words of news about funding rounds, by what they tell; chosen by meaning. */

/** Verbs that mean by themselves that money came in. */
export const RAISE_VERBS = String.raw`rais(?:e|es|ed|ing)|nab(?:s|bed|bing)?|bag(?:s|ged|ging)?|snag(?:s|ged|ging)?|rak(?:es?|ed|ing) in|haul(?:s|ed)? in|reel(?:s|ed)? in|pull(?:s|ed)? in|brings? in|brought in|scoop(?:s|ed)? up|pick(?:s|ed)? up|pocket(?:s|ed)?|lock(?:s|ed)? (?:up|in|down)|garner(?:s|ed)?|hoover(?:s|ed)? up`;

/** Verbs that mean it with a word for funding beside them. */
export const OTHER_VERBS = String.raw`secur(?:e|es|ed|ing)|clos(?:e|es|ed|ing)(?: on)?|land(?:s|ed|ing)?|gets?|got|gain(?:s|ed)?|receiv(?:es?|ed)|complet(?:es?|ed)|conclud(?:es?|ed)|finish(?:es|ed)?|ink(?:s|ed)?|announc(?:es?|ed|ing)|add(?:s|ed)?|attract(?:s|ed)?|collect(?:s|ed)?|wins?|won|obtain(?:s|ed)?|clinch(?:es|ed)?|nets?|netted|notch(?:es|ed)?|banks|banked|grab(?:s|bed)?|scor(?:es?|ed)|(?:emerg|exit|com)(?:es?|ed|s) (?:from |out of )?stealth(?: mode)? with|launch(?:es|ed)? with`;

/** Verbs of those who give the money. */
export const INVEST_VERBS = String.raw`invest(?:s|ed)?|pour(?:s|ed)?|pump(?:s|ed)?|put(?:s)?|inject(?:s|ed)?|plow(?:s|ed)?|plough(?:s|ed)?|s[ai]nks?|bets?`;

/** Words between a verb and what it takes: sizes, ages and names of a round. */
export const GAP_WORDS: ReadonlySet<string> = new Set(
  `a an another additional further extra more than over about around approximately roughly some nearly almost up to at
  least just well close closure closing of in for on with worth totaling totalling total its their his her the
  whopping massive reported huge mega mammoth hefty sizable sizeable large larger big biggest fresh new cool
  impressive record initial first second third fourth fifth largest latest third-largest second-largest
  oversubscribed over-subscribed upsized up-sized round rounds funding financing fundraising fundraise investment
  investments capital deal series seed pre pre-seed pre-series angel growth bridge debt venture equity strategic
  private early late stage early-stage late-stage crossover undisclosed amount extension extended single previously
  successful maiden combined minority follow-on preferred all-equity non-dilutive multi-million million-dollar
  between from only as much cash money backing raise inaugural institutional both`
    .trim()
    .split(/\s+/),
);

/** A word for funding beside the money. */
export const FUNDING_WORDS =
  /\b(?:funding|funds raised|round|rounds|financing|fundraise|fundraising|raise|investment|capital|backing|equity|venture|seed|series|angel|pre-seed|grants?|convertible|facility|investors?|loan|secondary)\b/i;

/** What is not done yet, or denied. */
export const PLANNED_BEFORE =
  /\b(?:to|will|would|could|may|might|should|can|must|not|n't|never|cannot|is|are|was|were|be|been|being|consider(?:s|ed|ing)?|eye(?:s|ing)|before|without|fail(?:s|ed) (?:at|in)|if|helps?|when)\s+(?:\w+ly\s+)?$/i;
export const PAST_BEFORE = /\b(?:had|previously|earlier|already|once|last)\s+(?:\w+ly\s+)?$/i;
export const PLANNED_PHRASE =
  /\b(?:talks?|negotiations|discussions)\b|\b(?:seek(?:s|ing)?|look(?:s|ing) to|plan(?:s|ning)? (?:to|on)|try(?:ing)? to|tries to|hop(?:es|ing) to|aim(?:s|ing)? (?:to|for)|eye(?:s|ing)|weigh(?:s|ing)|want(?:s)? to|target(?:s|ed|ing)?|expect(?:s|ed) to|set to|about to|prepar(?:es|ing) (?:to|for)|nears|nearing|mulls?|mulling|hit the market)\b/i;

/** Listings and the like, which are no rounds. */
export const LISTING = String.raw`\bIPO\b|initial public offering|stock market debut|\bSPAC\b|(?:public|direct|stock|share|bond|notes?|rights|secondary public|follow-on|at-the-market) (?:offering|sale|listing)|(?:go|goes|going|went) public|\btoken sale\b|\bICO\b|\bauction\b|\bbonds\b`;

/** What money is paid for, so that it is no round: "a $5m contract". */
export const OTHER_MATTERS =
  /^\W*(?:[\w'-]+\s+){0,3}(?:contracts?|orders?|fines?|settlements?|lawsuits?|stakes?|acquisitions?|mansions?|homes?|penalt(?:y|ies)|judge?ments?|sales|revenues?|profits?|dividends?|buybacks?|salar(?:y|ies)|guidance|outlook|per share|a share|bonds?|prices?|donations?|charity|victims|relief|campaign|budget|bill|offerings?|questions?|concerns?|(?:first|second|third|fourth)[- ](?:quarter|half)|Q[1-4])\b/i;

/** Givers of public money. */
export const PUBLIC_GIVERS =
  /\b(?:DOE|DOE's LPO|department|government|ministry|european union|congress|nasa|pentagon|council)\b/i;

/** Many companies, or those who invest in them. */
export const AGGREGATES =
  /\b(?:start-?ups|companies|firms|fintechs|unicorns|ecosystem|sector|industry|investors|VCs|funds|scale-?ups)\b/i;
export const SUMMARY = /\bacross \d+ (?:\w+ )?(?:deals|rounds|transactions)\b|\bfunding deals\b|\bfunding amount\b/i;

/** What money is put into that is no company. */
export const WORKS =
  /\b(?:plants?|factor(?:y|ies)|facilit(?:y|ies)|data ?cent(?:er|re)s?|projects?|infrastructure|manufacturing|hubs?|campus(?:es)?|expansion|production|markets?|economy|stocks|bonds?|funds?|ETFs?|operations|region|state|country|businesses|startups)\b/i;
export const PLACES =
  /^(?:(?:North|South|East|West|New|Northern|Southern|the) )?(?:U\.?S\.?A?|U\.?K\.?|EU|America|Europe|Asia|Africa|Australia|Austria|Belgium|Brazil|Britain|Canada|Chile|China|Colombia|Denmark|Dubai|Egypt|England|Finland|France|Germany|Greece|Hong Kong|Hungary|India|Indonesia|Ireland|Israel|Italy|Japan|Kenya|Korea|Malaysia|Mexico|Morocco|Netherlands|Nigeria|Norway|Philippines|Poland|Portugal|Saudi Arabia|Scotland|Singapore|Spain|Sweden|Switzerland|Taiwan|Thailand|Turkey|Ukraine|United States|United Kingdom|Vietnam|Wales|Alabama|Arizona|Arkansas|California|Carolina|Colorado|Florida|Georgia|Illinois|Indiana|Iowa|Kansas|Kentucky|London|Louisiana|Michigan|Minnesota|Mississippi|Missouri|Nebraska|Nevada|Jersey|York|Ohio|Oregon|Pennsylvania|Tennessee|Texas|Utah|Virginia|Washington|Wisconsin)$/i;
