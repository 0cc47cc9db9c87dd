import type { EntityMention } from '../names/resolve-names.js';
import type { Holding } from '../tools/portfolio.js';
import { scaledValue } from './scales.js';

/** A number whose commas are of thousands alone: of "AAPL 40, TSLA 60" the comma is none of it. */
const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const AMOUNT = String.raw`(?:(\d+(?:\.\d+)?)\s?(?:%|percent)|\$\s?(${NUMBER})\s?(k|thousand|m|million)?|(${NUMBER})\s?(?:shares?|units?))`;
/** "10000 in AAPL", "5k of MSFT": dollars. */
const BARE = /(\d[\d,]{2,}(?:\.\d+)?|\d+(?:\.\d+)?(?=k))\s?(k)?\s?(?:dollars\s|usd\s)?(?:in|into|of)\s$/i;
/** "AAPL 40": a weight or shares, of a list in which each security has one. */
const LISTED = new RegExp(String.raw`^(?:'s)?\s?[:=(]?\s?(${NUMBER})(?!\d|[.,]\d|\s?[-/]\s?\d)`);
/** "60/40", "50-30-20": weights in the order of the securities. */
const RATIO = /(?<![\d/$.-])\d{1,3}(?:\.\d+)?(?:\s?[/:-]\s?\d{1,3}(?:\.\d+)?)+(?![\d/%-])/g;
const WHOLE = 100;
/** "10 AAPL": shares, where the question says that securities are held. */
const COUNT = new RegExp(String.raw`(?:^|[\s,;:(])(${NUMBER})\s?x?\s\$?$`, 'i');
/** "60% NVDA", "$5,000 of AAPL", "100 shares of MSFT", "60% in Apple". */
const BEFORE = new RegExp(`${AMOUNT}\\s?(?:(?:of|in|is|into|on)\\s)?(?:the\\s)?(?:stock\\sof\\s)?\\$?$`, 'i');
/** "NVDA 60%", "NVDA: 60%", "NVDA (60%)", "Apple at 40%". */
const AFTER = new RegExp(`^(?:'s)?\\s?(?:[:=(]|at|with|is|for)?\\s?${AMOUNT}`, 'i');
/** "and 5 of MSFT", ", 40 KO", after an amount of another security. */
const ALSO = new RegExp(String.raw`(?:^|[\s,;&])(${NUMBER})\s(?:x\s|of\s|in\s)?(?:the\s)?\$?$`, 'i');

type Amount = Omit<Holding, 'ticker'>;

function amountOf(groups: readonly (string | undefined)[]): Amount | null {
  const [weight, money, scale, shares] = groups;
  const number = (text: string): number => Number(text.replaceAll(',', ''));
  if (weight !== undefined) return { weight: number(weight) };
  if (money !== undefined) return { value: scaledValue(money, scale?.toLowerCase()) };
  return shares === undefined ? null : { shares: number(shares) };
}

const kindOf = ({ weight, value }: Amount): keyof Amount =>
  weight !== undefined ? 'weight' : value !== undefined ? 'value' : 'shares';

/** Words that say that securities are held. */
const HELD =
  /\b(?:portfolio|holdings?|(?:i|we) (?:hold|own|have|bought)|i'm (?:in|holding|long)|my (?:stocks|shares|positions?|allocation))\b/i;

/** Words and signs that tell what numbers are. */
const UNITS = /[%$]|\b(?:percent|shares?|units?|dollars|usd)\b/i;
type Mentions = readonly EntityMention[];

/** Weights of a whole: "60/40 AAPL and AGG"; null unless there is one for each security. */
function ratioIn(text: string, securities: Mentions): readonly Holding[] | null {
  for (const [ratio] of text.matchAll(RATIO)) {
    const weights = ratio.split(/\s?[/:-]\s?/).map(Number);
    if (weights.length === securities.length && weights.reduce((sum, weight) => sum + weight, 0) === WHOLE)
      return securities.map(({ entity }, index) => ({ ticker: entity.key, weight: weights[index] }));
  }
  return null;
}

/** "AAPL 40, TSLA 60": weights if they make up a whole, else shares where the question says that they are held. */
function listedAfter(text: string, securities: Mentions): readonly Holding[] | null {
  const numbers = securities.map(({ end }, index) => {
    const until = securities[index + 1]?.start ?? text.length;
    return Number(LISTED.exec(text.slice(end, until))?.[1]?.replaceAll(',', '') ?? Number.NaN);
  });
  if (securities.length < 2 || numbers.some((number) => !(number > 0))) return null;
  const isWhole = numbers.reduce((sum, number) => sum + number, 0) === WHOLE;
  if (!isWhole && !HELD.test(text)) return null;
  return securities.map(({ entity }, index) => ({
    ticker: entity.key,
    [isWhole ? 'weight' : 'shares']: numbers[index],
  }));
}

/** "80 NVDA 20 KO": weights, if they make up a whole. */
function listedBefore(text: string, securities: Mentions): readonly Holding[] | null {
  const weights = securities.map(({ start }, index) => {
    const before = text.slice(securities[index - 1]?.end ?? 0, start);
    return Number(COUNT.exec(before)?.[1]?.replaceAll(',', '') ?? Number.NaN);
  });
  if (securities.length < 2 || weights.reduce((sum, weight) => sum + weight, 0) !== WHOLE) return null;
  return securities.map(({ entity }, index) => ({ ticker: entity.key, weight: weights[index] }));
}

const areDifferent = (holdings: readonly Holding[] | null): boolean =>
  holdings !== null && new Set(holdings.map(({ ticker }) => ticker)).size === holdings.length;

/**
 * The holdings that a question tells: securities with a percentage, an amount in dollars or a number of shares each;
 * or, if it says that they are held, in equal parts. Null if it tells none.
 */
export function holdingsIn(text: string, mentions: Mentions, given: readonly string[]): readonly Holding[] | null {
  const securities = mentions.filter(({ entity }) => entity.kind === 'security');
  const list =
    ratioIn(text, securities) ??
    (UNITS.test(text) ? null : (listedAfter(text, securities) ?? listedBefore(text, securities)));
  if (areDifferent(list)) return list;
  const amounts = securities.map(({ start, end }, index): Amount | null => {
    const from = securities[index - 1]?.end ?? 0;
    const until = securities[index + 1]?.start ?? text.length;
    const before = BEFORE.exec(text.slice(from, start));
    const bare = BARE.exec(text.slice(from, start));
    const count = HELD.test(text) ? COUNT.exec(text.slice(from, start)) : null;
    // "10 AAPL at $300": what follows a number of shares is their cost.
    const after = count === null ? AFTER.exec(text.slice(end, until)) : null;
    const amount = amountOf((before ?? after)?.slice(1) ?? []);
    return (
      amount ??
      (bare === null
        ? amountOf([undefined, undefined, undefined, count?.[1]])
        : amountOf([undefined, bare[1], bare[2]]))
    );
  });
  const held = new Map<string, Holding>();
  const [kind] = amounts.flatMap((amount) => (amount === null ? [] : [kindOf(amount)]));
  // "10 shares of TSLA and 5 of MSFT": what is not said again is meant again.
  for (const [index, { start }] of securities.entries()) {
    const bare =
      amounts[index] === null ? ALSO.exec(text.slice(securities[index - 1]?.end ?? 0, start))?.[1] : undefined;
    if (bare !== undefined && kind !== undefined) amounts[index] = { [kind]: Number(bare.replaceAll(',', '')) };
  }
  for (const [index, { entity }] of securities.entries()) {
    const amount = amounts[index];
    if (amount && kindOf(amount) === kind && !held.has(entity.key))
      held.set(entity.key, { ticker: entity.key, ...amount });
  }
  if (held.size > 0) return [...held.values()];
  const tickers = [...new Set([...given, ...securities.map(({ entity }) => entity.key)])];
  return HELD.test(text) && tickers.length > 1 ? tickers.slice(0, 25).map((ticker) => ({ ticker })) : null;
}
