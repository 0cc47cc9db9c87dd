/** One word, number or mark of a text. Words are lower case, with straight apostrophes. */
export interface Token {
  readonly text: string;
  /** NaN for words and marks. */
  readonly value: number;
  /** What a number counts: a currency or magnitude makes it an amount. */
  readonly unit: 'percent' | 'amount' | 'plain' | null;
}

const PIECES =
  /(?<!\p{L})(?:est|vs)\.|\p{L}(?:\.\p{L})+\.?|\p{L}[\p{L}\p{M}'&-]*|\d+(?: ?[.,]\d+)*|[%$€£¥(),.;:!?"-]/gu;
const CURRENCIES = new Set([
  'eur',
  'euro',
  'euros',
  'usd',
  'us',
  'gbp',
  'sek',
  'nok',
  'dkk',
  'chf',
  'jpy',
  'skr',
  '$',
  '€',
  '£',
  '¥',
]);
const MAGNITUDES: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    k: 1e3,
    thousand: 1e3,
    m: 1e6,
    mn: 1e6,
    mln: 1e6,
    million: 1e6,
    mio: 1e6,
    bn: 1e9,
    bln: 1e9,
    b: 1e9,
    billion: 1e9,
    tn: 1e12,
    trillion: 1e12,
  }),
);
const PERCENT = new Set(['%', 'pct', 'percent', 'per-cent', 'pc']);

/** Shares written as words, after "by a" or "by". */
const FRACTIONS: ReadonlyMap<string, number> = new Map([
  ['half', 50],
  ['third', 33],
  ['quarter', 25],
  ['fifth', 20],
  ['tenth', 10],
]);
/** Numbers written as words, before "percent", "million" and the like. */
const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  'one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, i) => [word, i + 1]),
);

/** A comma before exactly three digits separates thousands, otherwise decimals. */
function numberOf(digits: string): number {
  const plain = digits.replaceAll(' ', '').replace(/,(?=\d{3}(?!\d))/g, '');
  return Number.parseFloat(plain.replace(',', '.'));
}

/** Words, numbers and marks in order, in time linear in the length of the text. */
export function tokensOf(text: string): Token[] {
  const pieces = text.toLowerCase().replaceAll('’', "'").match(PIECES) ?? [];
  return pieces.map((piece, i) => {
    const first = piece.charCodeAt(0);
    if (first < 48 || first > 57) {
      const number = NUMBER_WORDS.get(piece);
      const fraction = FRACTIONS.get(piece);
      const by = pieces[i - 1] === 'a' ? pieces[i - 2] : pieces[i - 1];
      if (fraction !== undefined && by === 'by') return { text: piece, value: fraction, unit: 'percent' };
      if (number !== undefined) return { text: piece, ...wordCount(number, pieces[i + 1] ?? '', pieces[i + 2] ?? '') };
      const clean = first > 57 ? piece.replace(/(?:'s?|[&-]+|(?<=^(?:est|vs))\.)$/, '') : piece;
      return { text: clean, value: Number.NaN, unit: null };
    }
    const value = numberOf(piece);
    const [before = '', after = '', second = ''] = [pieces[i - 1], pieces[i + 1], pieces[i + 2]];
    if (
      PERCENT.has(after) ||
      (after === '-' && (PERCENT.has(second) || second === 'per-cent')) ||
      (after === 'per' && second === 'cent')
    )
      return { text: piece, value: signed(value, before), unit: 'percent' };
    const magnitude = MAGNITUDES.get(after);
    const currency =
      CURRENCIES.has(before) || CURRENCIES.has(after) || (before === '-' && CURRENCIES.has(pieces[i - 2] ?? ''));
    if (magnitude === undefined && !currency) return { text: piece, value, unit: 'plain' };
    return { text: piece, value: signed(value * (magnitude ?? 1), before), unit: 'amount' };
  });
}

/** "three percent", "two million"; a number word before anything else is a word. */
function wordCount(value: number, after: string, second: string): Pick<Token, 'value' | 'unit'> {
  if (PERCENT.has(after) || (after === 'per' && second === 'cent')) return { value, unit: 'percent' };
  const magnitude = MAGNITUDES.get(after);
  return magnitude === undefined ? { value: Number.NaN, unit: null } : { value: value * magnitude, unit: 'amount' };
}

const signed = (value: number, before: string): number => (before === '-' ? -value : value);
