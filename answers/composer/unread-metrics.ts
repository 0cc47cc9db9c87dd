import { ofQuestion, say, type Line } from './line.js';
import { DATE, MONTH } from './time-words.js';
import { wordList } from './words.js';

/** Part of a question that kinds of questions do not read: what asks for it, and what an answer that tells it has. */
export interface Unread {
  readonly asks: RegExp;
  readonly tells: RegExp;
  readonly note: Line;
  /** Kinds of questions that it is a part of; all without one. */
  readonly kinds?: readonly string[];
}

const notUsed = (what: string): Line =>
  say`The question names ${what}, which this answer does not tell; what follows leaves it out.`;
/** Kinds that tell of listed securities in general, so that they do not read further measures. */
export const GENERAL = [
  'ranking',
  'comparison',
  'signal',
  'price',
  'market-state',
  'past-price',
  'period-ranking',
  'indicator-screen',
];

/** Sessions of the moving averages that tools tell. */
const TOLD_AVERAGES: readonly number[] = [20, 50, 200];
/** Sessions of moving averages that questions ask for; each is told by its own name alone. */
const AVERAGES: readonly Unread[] = [10, 20, 50, 100, 150, 200].map((sessions) => ({
  asks: new RegExp(
    `\\b${sessions}[- ]?(?:days?|sessions?|d) ?(?:simple |exponential )?(?:moving )?(?:averages?|sma|ema|mas?|lines?)\\b`,
  ),
  tells: new RegExp(`\\b${sessions}-day average\\b`),
  note: ofQuestion(
    TOLD_AVERAGES.includes(sessions)
      ? `The question names the ${sessions}-day average in a way that this answer does not read; what follows leaves it out.`
      : `The question names the ${sessions}-day average, a moving average of another length than those that are told, ` +
          `of ${wordList(TOLD_AVERAGES.map(String))} sessions; what follows leaves it out.`,
  ),
}));

/** A period of gaps, which are counted over the whole stored time of up to ten years. */
const GAP_PERIOD = new RegExp(
  String.raw`\b(?:this|last|past|previous|current) (?!(?:10|ten) years?\b)(?:\d+ |[a-z]+ )?(?:weeks?|months?|` +
    String.raw`quarters?|years?)\b|\b(?:in|during|since|for) (?:(?:19|20)\d{2}|january|february|march|april|june|july|` +
    String.raw`august|september|october|november|december)\b|\bytd\b`,
);
/** A day other than today whose hours are asked for. */
const HOURS_OF_A_DAY = new RegExp(
  String.raw`^(?!.*\bhow (?:did|was|were|is|are|has|have)\b)` +
    String.raw`(?=.*\b(?:open|opens|closed?|closes|hours|trading|trades?|holidays?|early|half[- ]days?)\b).*` +
    String.raw`\b(?:tomorrow|tmrw|weekends?|christmas|thanksgiving|new year|easter|election day|` +
    String.raw`(?:next|last) (?:week|month|year)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\d{4}-\d{2}-\d{2}|` +
    String.raw`\d{1,2}/\d{1,2}|${MONTH} (?:the )?${DATE}|${DATE} (?:of )?${MONTH}|(?:18|19|20|21)\d{2})\b`,
);

/** Measures that questions name, and how answers tell them. */
export const METRICS: readonly Unread[] = [
  ...AVERAGES,
  { asks: /\bmedian\b/, tells: /\bmedian\b/, note: notUsed('a median') },
  {
    asks: /\baverage (?:daily )?(?:price|close|closing price|volume)\b/,
    tells: /\baverage (?:daily )?(?:price|close|volume)\b/,
    note: notUsed('an average of prices or volumes'),
    kinds: [...GENERAL, 'seasonality'],
  },
  {
    asks: new RegExp(
      String.raw`\bwould (?:i|we|you|it|that|have)\b.*\b(?:made|earned|gained|lost|worth|become|grown)\b|\b(?:had|` +
        String.raw`if) (?:i|we) (?:invested|bought|put)\b`,
    ),
    tells: /^$/,
    note: say`The question asks what an investment would have become, which this answer does not tell; ask how a ticker moved since then.`,
    kinds: ['portfolio', ...GENERAL],
  },
  { asks: /\brsi\b|\brelative strength index\b/, tells: /\bRSI\b/, note: notUsed('the RSI') },
  {
    asks: /\boversold\b|\boverbought\b/,
    tells: /\boversold\b|\boverbought\b|\bRSI\b/,
    note: notUsed('what is oversold or overbought'),
  },
  {
    asks: new RegExp(
      String.raw`(?<!\b(?:10|20|50|100|150|200)[- ]?(?:days?|sessions?|d) ?(?:simple |exponential )?)\b(?:moving average|` +
        String.raw`sma)\b|\b(?!(?:10|20|50|100|150|200)[- ])\d{2,3}[- ]days? (?:averages?|lines?)\b`,
    ),
    tells: /\baverages?\b/,
    note: notUsed('a moving average'),
  },
  {
    asks: /\bp ?\/ ?e\b|\bpe(?: ratios?\b| (?:of|for)\b|(?=\W*$))|\bprice[- ](?:to[- ])?earnings\b/,
    tells: /\bprice-to-earnings\b/,
    note: notUsed('a price-to-earnings ratio'),
  },
  {
    asks: /\bdividend yields?\b|\bpays? (?:out )?(?:more|the most)\b/,
    tells: /\byields?\b/i,
    note: notUsed('a dividend yield'),
  },
  { asks: /\bdividends?\b/, tells: /\bdividends?\b|\byields?\b/i, note: notUsed('dividends'), kinds: GENERAL },
  { asks: /\bpay-?out ratios?\b/, tells: /\bpay-?out\b/i, note: notUsed('a payout ratio') },
  {
    asks: /\bmarket caps?\b|\bmarket capitali[sz]ation\b/,
    tells: /\bmarket (?:cap|value)/i,
    note: notUsed('a market value'),
  },
  {
    asks: /\b(?:cheap(?:er|est)?|expensive|priciest|(?:over|under)(?:valued|priced))\b/,
    tells: /\bprice-to-earnings\b|\bvaluation\b/i,
    note: notUsed('how cheap or expensive a price is'),
    kinds: ['ranking', 'comparison'],
  },
  {
    asks: /\bvolatil\w*|\briski(?:er|est)\b|\bsaf(?:er|est)\b/,
    tells: /\bvolatility\b|\brisk\b/i,
    note: notUsed('volatility or risk'),
    kinds: GENERAL,
  },
  {
    asks: /\b52[- ]?weeks?\b|\ball[- ]time (?:high|low)s?\b|\b(?:year(?:ly)?|new) (?:high|low)s?\b/,
    tells: /\b52-week\b|\b(?:highest|lowest) close\b/,
    note: notUsed('the highs or lows of a longer time'),
    kinds: GENERAL,
  },
  {
    asks: /\b(?:below|off|under|from|near|at|above|to) (?:\w+ ){0,2}(?:highs?|lows?|peaks?)\b/,
    tells: /\b52-week\b|\b(?:highest|lowest) close\b/,
    note: notUsed('the distance from a high or low'),
    kinds: GENERAL,
  },
  {
    asks: /\b(?:beats?|beaten|miss(?:es|ed)?) (?:\w+ )?(?:estimates?|expectations?|consensus|earnings|eps|forecasts?|the street)\b/,
    tells: /\bbeat\b|\bmissed\b|\bsurprises?\b/i,
    note: notUsed('whether reports beat the estimates'),
  },
  {
    asks: /\bmy (?:\w+ )?(?:watch ?lists?|stocks|positions)\b/,
    tells: /^$/,
    note: say`The question names lists of the account, which answers do not read; name their tickers instead.`,
    kinds: GENERAL,
  },
  {
    asks: /\bemployees\b|\bheadcount\b|\bpeople (?:work|does)\b/,
    tells: /\bemployees\b|\bpeople work\b/i,
    note: notUsed('the number of employees'),
  },
  { asks: /\bmomentum\b/, tells: /\bmomentum\b/i, note: notUsed('momentum'), kinds: GENERAL },
  {
    asks: new RegExp(
      String.raw`\bby (?:their |the |its )?(?!(?:composite|signals?|scores?|ratings?|strength|far|returns?|performance|` +
        String.raw`today|now|sector)\b)[a-z]{3,}`,
    ),
    tells: /^By .*, from (?:highest|lowest) /,
    note: notUsed('a measure to compare by'),
    kinds: ['comparison'],
  },
  {
    asks: /\bby (?:their |the |its )?(?!(?:composite|signals?|scores?|ratings?|strength|far|today|now|sector)\b)[a-z]{3,}/,
    tells: /\b(?:volume|momentum|fundamentals|technical|gains?|loss(?:es)?)\b/,
    note: notUsed('a measure to rank by'),
    kinds: ['ranking'],
  },
  {
    asks: /\bgap\w*\b.*\d ?(?:%|percent)/,
    tells:
      /\bopened with \d[\d,]* (?:small|medium|large|extreme)\b|\bof its \d[\d,]* (?:small|medium|large|extreme) gaps\b/,
    note: notUsed('a size of gaps that is no bound of their classes'),
    kinds: ['gaps'],
  },
  {
    asks: GAP_PERIOD,
    tells: /^$/,
    note: say`The question names a period, which gaps are not counted by; what follows is of the whole time that it names.`,
    kinds: ['gaps'],
  },
  {
    asks: new RegExp(
      String.raw`\b(?:biggest|largest|worst|best|greatest|steepest) (?:(?:one|single)[- ]day|daily|intraday) (?:drops?|` +
        String.raw`falls?|loss(?:es)?|gains?|rises?|moves?|declines?|jumps?|returns?)\b|\b(?:worst|` +
        String.raw`best) (?:trading )?(?:days?|sessions?)\b`,
    ),
    tells: /^$/,
    note: notUsed('the largest move of one day'),
    kinds: ['ranking', 'comparison', 'signal', 'price', 'past-price', 'price-move', 'period-ranking', 'seasonality'],
  },
  {
    asks: /\bimplied (?:volatilit\w+|vols?)\b|\biv\b/,
    tells: /\bimplied?\b|\bimplies\b/i,
    note: notUsed('an implied volatility'),
  },
  {
    asks: /\b(?:raise[ds]?|raising|increas\w*|hike[ds]?|hiking|cut(?:s|ting)?) (?:\w+ ){0,2}(?:dividends?|payouts?)\b/,
    tells: /^$/,
    note: notUsed('whether a dividend was raised or cut'),
    kinds: ['catalysts'],
  },
  {
    asks: new RegExp(
      String.raw`\b(?:this|last|past|previous|current) (?:\d+ |[a-z]+ )?(?:weeks?|months?|quarters?|years?)\b|\b(?:in|` +
        String.raw`during|since) (?:19|20)\d{2}\b|\bytd\b|\btoday\b`,
    ),
    tells: /^$/,
    note: say`The question names a time, which rating actions are not counted by; what follows is of all that are stored.`,
    kinds: ['street'],
  },
  { asks: /\bcorrelat\w*/, tells: /\bcorrelat\w*/i, note: notUsed('a correlation') },
  {
    asks: /\b(?:cuts?|cutting|reduced?|suspend(?:s|ed)?|slash(?:es|ed)?|lower(?:s|ed)?) (?:\w+ ){0,3}dividends?\b/,
    tells: /\b(?:cut|cuts|reduced|lowered|suspended|pause)\b|\bpaid no dividend\b|\bNo dividend of\b/,
    note: notUsed('whether a dividend was cut'),
    kinds: ['dividends', 'events', ...GENERAL],
  },
  {
    asks: /\b(?:biggest|largest|top|leading|most active) (?:\w+ )?(?:investors?|backers?|vcs?|funds?)\b/,
    tells: /\binvestors?\b|\bassets\b/i,
    note: notUsed('investors'),
    kinds: ['private-ranking'],
  },
  {
    asks: new RegExp(
      String.raw`\b(?:\d+[- ]days?|current) (?:\w+ )?(?:volatility|drawdown)\b|` +
        String.raw`\b(?:volatil\w*|drawdowns?)\b.*\b(?:before|until|since (?:its|the) (?:all[- ]time )?high)\b`,
    ),
    tells: /^$/,
    note: ofQuestion(
      'Volatility and drawdowns are told of one year, or of a period that is named by its first and last day, its ' +
        'month or its year.',
    ),
    kinds: ['price', 'past-price', ...GENERAL],
  },
  {
    asks: HOURS_OF_A_DAY,
    tells: /^$/,
    note: say`The question names days in a way that is not read, or of which no sessions are known; what follows is told of now.`,
    kinds: ['market-state'],
  },
  {
    asks: /\bday of the week\b|\bwhich (?:week)?day\b|\b(?:mon|tues|wednes|thurs|fri)days\b/,
    tells: /^$/,
    note: notUsed('days of the week'),
    kinds: [...GENERAL, 'seasonality'],
  },
  {
    asks: /\bfounded\b|\b(?:oldest|youngest)\b|\bfounding\b/,
    tells: /\bfounded\b/i,
    note: notUsed('when companies or firms were founded'),
    kinds: ['private-ranking', 'investors-ranking'],
  },
  {
    asks: /\bipo\b|\bgo(?:ing|es)? public\b/,
    tells: /\bIPO\b|\bpublic\b|\blisted\b|\blisting\b/,
    note: notUsed('an IPO'),
    kinds: ['company', 'backers', 'valuation'],
  },
];

/** Words of measures that an answer of these kinds tells, or says that it leaves out. */
export const measureWords = (kinds: readonly string[]): readonly RegExp[] =>
  METRICS.flatMap(({ asks, kinds: own }) =>
    own === undefined || kinds.some((kind) => own.includes(kind)) ? [asks] : [],
  );
