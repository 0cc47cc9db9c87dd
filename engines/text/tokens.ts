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

const signed = (value: number, before: string): number => (before === '-' ? -value : value);
