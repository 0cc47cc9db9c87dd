import { MONTHS, WEEKDAYS } from './lexicon/headline-words.js';

const words = (list: string): string[] => list.trim().split(/\s+/);
const DAYS = new Set(words(WEEKDAYS));
const MONTH = new Map(words(MONTHS).map((month) => [month, month.slice(0, 3)]));
/** Not "one", which is mostly no number. */
const NUMBERS = new Map(
  words('two three four five six seven eight nine ten eleven twelve').map((word, i) => [word, String(i + 2)]),
);
const ORDINALS = ['first', 'second', 'third', 'fourth'];
const MAGNITUDES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    k: 'k',
    thousand: 'k',
    m: 'm',
    mn: 'm',
    mln: 'm',
    million: 'm',
    b: 'b',
    bn: 'b',
    bln: 'b',
    billion: 'b',
    t: 't',
    tn: 't',
    trillion: 't',
  }),
);
const CURRENCIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    $: '$',
    usd: '$',
    dollar: '$',
    dollars: '$',
    '€': '€',
    eur: '€',
    euro: '€',
    euros: '€',
    '£': '£',
    gbp: '£',
    pound: '£',
    pounds: '£',
    '¥': '¥',
    yen: '¥',
    jpy: '¥',
  }),
);
const PERCENT = new Set(['%', 'pct', 'percent', 'percentage']);

export const isUnit = (piece: string): boolean => CURRENCIES.get(piece) !== undefined || PERCENT.has(piece);

/** "Q2", "second quarter", "second-quarter", "2Q", "first half" and "Series B", each as one piece. */
export const withPeriods = (text: string): string =>
  text
    .replace(
      /\b(first|second|third|fourth)[- ]quarter\b/gi,
      (_, ordinal: string) => ` qtr${ORDINALS.indexOf(ordinal.toLowerCase()) + 1} `,
    )
    .replace(/\bQ([1-4])\b|\b([1-4])Q\b/gi, (_, one?: string, other?: string) => ` qtr${one ?? other ?? ''} `)
    .replace(
      /\b(first|second)[- ]half\b/gi,
      (_, ordinal: string) => ` half${ORDINALS.indexOf(ordinal.toLowerCase()) + 1} `,
    )
    .replace(/\bH([12])\b/g, ' half$1 ')
    .replace(/\bseries ([a-k])\b/gi, ' series$1 ');

/** A comma before exactly three digits separates thousands, otherwise decimals. */
const numberText = (digits: string): string =>
  String(Number.parseFloat(digits.replace(/,(?=\d{3}(?!\d))/g, '').replace(',', '.')));

/** Currency, value and magnitude of the number at i, or its share, and how many pieces it takes. */
export function numeralAt(
  pieces: readonly string[],
  i: number,
): { readonly key: string; readonly length: number } | null {
  const [before = '', piece = '', next = '', second = ''] = [pieces[i - 1], pieces[i], pieces[i + 1], pieces[i + 2]];
  const value = /^\d/.test(piece) ? numberText(piece) : NUMBERS.get(piece);
  if (value === undefined) return null;
  if (PERCENT.has(next)) return { key: `${value}%`, length: 2 };
  if (next === 'basis' || next === 'bps' || next === 'bp')
    return { key: `${value}bp`, length: next === 'basis' ? 3 : 2 };
  const magnitude = MAGNITUDES.get(next);
  const length = magnitude === undefined ? 1 : 2;
  const prefixed = CURRENCIES.get(before);
  if (prefixed !== undefined) return { key: `${prefixed}${value}${magnitude ?? ''}`, length };
  const suffixed = CURRENCIES.get(magnitude === undefined ? next : second);
  return { key: `${suffixed ?? ''}${value}${magnitude ?? ''}`, length: suffixed === undefined ? length : length + 1 };
}

/** The quarter, half, weekday, month or financing round at i. */
export function periodAt(pieces: readonly string[], i: number): string | null {
  const piece = pieces[i] ?? '';
  if (/^(?:qtr[1-4]|half[12]|series[a-k])$/.test(piece) || DAYS.has(piece)) return piece;
  const month = MONTH.get(piece);
  if (month === undefined) return null;
  const isOftenVerb = piece === 'may' || piece === 'march';
  return !isOftenVerb || /^\d/.test(pieces[i + 1] ?? '') || /^(?:\d.*|in)$/.test(pieces[i - 1] ?? '') ? month : null;
}
