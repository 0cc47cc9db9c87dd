/** An amount of money at a place of a text. */
export interface Money {
  readonly at: number;
  /** Where the text after it begins. */
  readonly end: number;
  readonly value: number;
  /** ISO 4217; null if the text does not tell which ("¥540 million"). */
  readonly currency: string | null;
  /** "At least", "more than", "between": what was raised may be more. */
  readonly isMinimum: boolean;
  /** "Up to": what was raised may be less. */
  readonly isMaximum: boolean;
  /** The same amount in US dollars, where the text gives it in brackets. */
  readonly usd: number | null;
}

const UNITS: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  lakh: 1e5,
  lakhs: 1e5,
  m: 1e6,
  mm: 1e6,
  mn: 1e6,
  mln: 1e6,
  mio: 1e6,
  mil: 1e6,
  million: 1e6,
  millions: 1e6,
  cr: 1e7,
  crore: 1e7,
  crores: 1e7,
  b: 1e9,
  bn: 1e9,
  bln: 1e9,
  billion: 1e9,
  tn: 1e12,
  trillion: 1e12,
};
/** Units that only rupees are counted in. */
const RUPEE_UNITS = new Set(['lakh', 'lakhs', 'cr', 'crore', 'crores']);
const WORD_NUMBERS: Readonly<Record<string, number>> = {
  'a quarter of a': 0.25,
  'half a': 0.5,
  a: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  'one hundred': 100,
  'a hundred': 100,
  'two hundred': 200,
  'three hundred': 300,
};
const SIGNS: Readonly<Record<string, string>> = {
  $: 'USD',
  us$: 'USD',
  $us: 'USD',
  usd: 'USD',
  'usd $': 'USD',
  dollar: 'USD',
  dollars: 'USD',
  'us dollars': 'USD',
  c$: 'CAD',
  ca$: 'CAD',
  cad: 'CAD',
  a$: 'AUD',
  au$: 'AUD',
  aud: 'AUD',
  s$: 'SGD',
  sgd: 'SGD',
  hk$: 'HKD',
  nz$: 'NZD',
  r$: 'BRL',
  '€': 'EUR',
  eur: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  gbp: 'GBP',
  pounds: 'GBP',
  '₹': 'INR',
  rs: 'INR',
  'rs.': 'INR',
  inr: 'INR',
  rupees: 'INR',
  '₩': 'KRW',
  krw: 'KRW',
  won: 'KRW',
  '₪': 'ILS',
  jpy: 'JPY',
  yen: 'JPY',
  cny: 'CNY',
  rmb: 'CNY',
  yuan: 'CNY',
  chf: 'CHF',
  'swiss francs': 'CHF',
  sek: 'SEK',
  nok: 'NOK',
  dkk: 'DKK',
  kronor: 'SEK',
};
const CHINESE = /\b(?:chin(?:a|ese)|beijing|shanghai|shenzhen|hangzhou|guangzhou|chengdu|yuan|rmb)\b/i;
const JAPANESE = /\b(?:japan(?:ese)?|tokyo|osaka|kyoto|yen)\b/i;
/** A dollar has been 80 to 160 yen and 6 to 9 yuan. */
const MOST_YUAN_PER_DOLLAR = 20;
/** "Round of $175" lacks its unit. */
const LEAST = 1_000;

const PREFIX = String.raw`usd \$|us\$|\$us|ca?\$|au?\$|s\$|hk\$|nz\$|r\$|[$€£¥₹₩₪]|\b(?:usd|eur|gbp|inr|rs\.?|cad|aud|sgd|chf|sek|nok|dkk|jpy|cny|rmb|krw)(?=[\s\d])`;
const NUMBER = String.raw`\d{1,3}(?:,\d{2,3})+(?:\.\d+)?|\d+(?:[.,]\d+)?`;
const WORDS = Object.keys(WORD_NUMBERS)
  .sort((one, other) => other.length - one.length)
  .join('|');
const UNIT = Object.keys(UNITS)
  .sort((one, other) => other.length - one.length)
  .join('|');
const SUFFIX = 'us dollars|dollars?|euros?|eur|pounds|rupees|yen|yuan|won|swiss francs|kronor|usd|gbp|inr|chf';
const MONEY = new RegExp(
  String.raw`(?:(${PREFIX})\s*(${NUMBER})|\b(${NUMBER})|\b(${WORDS}))(\s*[-—]\s*(?:${NUMBER})(?=\s*(?:${UNIT})\b))?` +
    String.raw`(?:[\s-]*(${UNIT})\b)?\+?(?:[\s-]*(${SUFFIX})\b)?`,
  'giu',
);
const ABOUT = String.raw`(?:about |around |approximately |roughly |some |~|≈|c\. ?)?`;
const IN_BRACKETS = new RegExp(String.raw`^\s*\(${ABOUT}((?:us)?\$|usd)\s*(${NUMBER})\s*(${UNIT})?\)`, 'i');
const AT_LEAST = /(?:\b(?:at least|more than|over|upwards of|north of|in excess of|above|between)|>)\s*$/i;
const AT_MOST = /\b(?:up to|as much as|a maximum of|as high as)\s*$/i;
const RANGE = /^\s*(?:-|—|to|and)\s*$/i;

function valueOf(digits: string, unit: string | undefined): number {
  const isGrouped = /,\d{2,3}(?:,|$|\.)/.test(digits) && !/^\d+,\d{1,2}$/.test(digits);
  const plain = isGrouped ? digits.replaceAll(',', '') : digits.replace(',', '.');
  // 13.25 million is 13250000, which the product of the two floats is not always.
  return Number((Number(plain) * (UNITS[unit?.toLowerCase() ?? ''] ?? 1)).toPrecision(12));
}

/** Whether ¥ are yuan or yen: by the amount in dollars, else by the places that the text names. */
function yenOrYuan(value: number, usd: number | null, text: string): string | null {
  if (usd !== null) return value / usd < MOST_YUAN_PER_DOLLAR ? 'CNY' : 'JPY';
  const [isChinese, isJapanese] = [CHINESE.test(text), JAPANESE.test(text)];
  return isChinese === isJapanese ? null : isChinese ? 'CNY' : 'JPY';
}

function moneyOf(match: RegExpMatchArray, text: string): Money | null {
  const [all, prefix, prefixed, bare, words, range, unit, suffix] = match;
  const sign = (prefix ?? suffix)?.toLowerCase().replace(/\s+/g, ' ');
  const isRupees = unit !== undefined && RUPEE_UNITS.has(unit.toLowerCase());
  const isHalfBillion = words !== undefined && /half|quarter/i.test(words) && unit !== undefined;
  if (sign === undefined && !isRupees && !isHalfBillion) return null;
  if (words !== undefined && unit === undefined) return null;
  const value =
    words === undefined
      ? valueOf(prefixed ?? bare ?? '', unit)
      : (WORD_NUMBERS[words.toLowerCase()] ?? NaN) * (UNITS[unit?.toLowerCase() ?? ''] ?? 1);
  if (!(value >= LEAST)) return null;
  const at = match.index ?? 0;
  const end = at + all.length;
  const brackets = IN_BRACKETS.exec(text.slice(end, end + 40));
  const given = brackets === null ? null : valueOf(brackets[2] ?? '', brackets[3]);
  const known = sign === undefined ? (isRupees ? 'INR' : 'USD') : sign === '¥' ? null : (SIGNS[sign] ?? null);
  const currency = sign === '¥' ? yenOrYuan(value, given, text) : known;
  const before = text.slice(Math.max(0, at - 24), at);
  return {
    at,
    end: end + (brackets?.[0].length ?? 0),
    value,
    currency,
    isMinimum: AT_LEAST.test(before) || range !== undefined || all.includes('+'),
    isMaximum: AT_MOST.test(before),
    usd: currency === 'USD' ? value : given,
  };
}

/** "$50M to $60M" is at least $50M; "$1.8-1.9 Bn" at least $1.8 billion. */
function joinedRanges(found: readonly Money[], text: string): readonly Money[] {
  const joined: Money[] = [];
  for (const money of found) {
    const last = joined.at(-1);
    const isRange =
      last !== undefined && last.currency === money.currency && RANGE.test(text.slice(last.end, money.at));
    const isAnd = isRange && /and/i.test(text.slice(last.end, money.at));
    if (last === undefined || !isRange || (isAnd && !last.isMinimum)) joined.push(money);
    else joined[joined.length - 1] = { ...last, end: money.end, isMinimum: true };
  }
  return joined;
}

/** The amounts of money in a text, in its order. */
export function moneyIn(text: string): readonly Money[] {
  return joinedRanges(
    Array.from(text.matchAll(MONEY)).flatMap((match) => moneyOf(match, text) ?? []),
    text,
  );
}
