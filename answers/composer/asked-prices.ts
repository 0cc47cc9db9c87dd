import { PAYS } from './intents/dividends.js';
import { periodIn, type Period } from './periods.js';
import type { Question } from './question.js';

const PRICES =
  /\b(?:prices?|close[ds]?|closing|trad(?:e|es|ed|ing)|worth|cost|volume|shares traded|gain(?:ed|s)?|lost|lose|loss(?:es)?|returns?|returned|perform\w*|grown|rose|rise|risen|fell|fall|fallen|went|gone|go|up|down|do|done|did|doing|fared?|moved?|changed?|drop\w*|jump\w*|rall\w*|climb\w*|highest|lowest|highs?|lows?|peak\w*|bottom\w*|best|worst|better|opened|opening|open|compare[ds]?|beat|outperform\w*|vs|versus)\b/;
/** A security and a time alone: "TSLA on 4 July 2025". */
const NAME_AND_TIME =
  /^(?:(?:what|how|where) (?:was|were) )?(?:the )?(?:@s(?:,? (?:and )?|$))+(?:(?:on|in|from|between|during|since|over|for|this|last|previous)\b|(?=\d{1,4}[/-]\d))/;
/** What else a question with a time may ask for; then this is not the answer to it. */
const OTHER = new RegExp(
  String.raw`\b(?:revenues?|sales|earn\w*|eps|income|profits?|margins?|cash|dividends?|yields?|upgrade\w*|` +
    String.raw`downgrade\w*|analysts?|targets?|insiders?|news|stor(?:y|ies)|filings?|fil(?:e|ed)|report\w*|signals?|` +
    String.raw`scores?|invest\w*|dca|backtest\w*|strateg\w*|gaps?|splits?|rais\w*|funding|ipo|why|what happened|reason|` +
    String.raw`cause|usual\w*|typical\w*|seasonal\w*|tends?|historical\w*|average|median|every|each|does|will|would|if|should|` +
    String.raw`risks|risk[- ](?:on|off|free|adjusted)|rsi|momentum|macd|options?|implied|buy|sell|own\w*|hold\w*|` +
    String.raw`holders?|institution\w*|estimates?|expectations?|consensus|guidance|promises?|ceo|vwap|how many|` +
    String.raw`how often|days|than \$?\d|above|below|after[- ]hours|pre-?market|market cap\w*|p/e|52[- ]?week)\b`,
);
export const DRAWDOWN = new RegExp(
  String.raw`\b(?:drawdowns?|peak[- ]to[- ]trough|from (?:its|the|their) (?:peak|high)|` +
    String.raw`(?:biggest|largest|worst|deepest|steepest|greatest|maximum|max) (?:drops?|falls?|declines?|loss(?:es)?|` +
    String.raw`sell-?offs?|corrections?|pullbacks?))\b`,
);
/** A growth a year over the whole of a period. */
export const ANNUALISED = new RegExp(
  String.raw`\bcagr\b|\bcompound(?:ed)? (?:annual )?(?:returns?|growth(?: rate)?)\b|` +
    String.raw`\bannuali[sz]ed (?:returns?|growth|gains?)\b|` +
    String.raw`\b(?:average|mean) (?:annual|yearly|annuali[sz]ed) (?:returns?|growth(?: rate)?|gains?|performance)\b`,
);
export const RISK = new RegExp(
  String.raw`${DRAWDOWN.source}|\b(?:volatil\w*|risk(?:y|ier|iest)?|swings?|safer?|safest|standard deviation)\b`,
);
export const EXTREME = /\b(?:highest|lowest|peak\w*|highs?|lows?|bottom\w*)\b/;
export const LOW = /\b(?:lowest|lows?|bottom\w*)\b/;
/** Stretches of the calendar, which the returns over fixed windows are not. */
const CALENDAR =
  /\bthis (?:week|month|quarter)\b|(?<!\bthe )\b(?:last|previous) (?:week|month|quarter|year)\b|\bsince\b|\b(?:with|to|and|vs\.?|versus|against|until|till) (?:today|now)\b|\bin \d{4}\b|\ball[- ]time\b/;
/** Of several, the least. */
export const WORST = /\b(?:worst|fell|fall(?:en)?|lost|lose|losses|dropped|drop|down|lowest|least)\b/;

/** The first year, and what stands before it, of a question in which no word says how a year is meant. */
const LONE_YEAR = new RegExp(
  String.raw`^(?!.*\b(?:in|during|of|for|since|throughout|from|between|to|and|than|before|until) (?:19|20)\d{2}\b)` +
    String.raw`(.*?)(?<![\d$.,-])\b((?:19|20)\d{2})\b(?![-.,]?\d)`,
);

/** "Drawdown 2022" is of that year, "worst drawdown ever" of all that is stored. */
const ofRisk = (plain: string): string =>
  plain
    .replace(/\bhistorical (?=volatil)/, '')
    .replace(/\bever\b/, 'all time')
    .replace(LONE_YEAR, '$1in $2');

/** The time that a question asks prices of; null if it is read as a window of returns, or not at all. */
export function askedPeriod(question: Question): Period | null {
  const isOfRisk = RISK.test(question.plain);
  const plain = (isOfRisk ? ofRisk(question.plain) : question.plain).replace(ANNUALISED, 'return');
  if (OTHER.test(plain) || PAYS.test(plain)) return null;
  const period = periodIn({ plain, today: question.today });
  if (period === null || (period.isDay && isOfRisk)) return null;
  const isNamed =
    NAME_AND_TIME.test(plain) &&
    (period.isDay || /\b(?:19|20)\d{2}\b|\b(?:this|last|previous) (?:week|month|quarter|year)\b/.test(plain));
  if (!PRICES.test(plain) && !isOfRisk && !isNamed) return null;
  // Of the window of returns of a week, a month, a year, the total return is told beside that of the market.
  const isWindow =
    !isOfRisk && !period.isDay && !EXTREME.test(plain) && period.to === question.today && !CALENDAR.test(plain);
  return isWindow ? null : period;
}
