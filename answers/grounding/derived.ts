import type { Quantity } from './quantities.js';

/** A number of a sentence that a fact supports, in the fact's unit. */
export interface Supported {
  readonly quantity: Quantity;
  /** With its sign. */
  readonly value: number;
  readonly kind: 'usd' | 'percent' | 'score' | 'other';
}

const OPERATORS: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  plus: (one, other) => one + other,
  '-': (one, other) => one - other,
  '−': (one, other) => one - other,
  '–': (one, other) => one - other,
  minus: (one, other) => one - other,
  '×': (one, other) => one * other,
  '*': (one, other) => one * other,
  times: (one, other) => one * other,
  '/': (one, other) => one / other,
  '÷': (one, other) => one / other,
  over: (one, other) => one / other,
  'divided by': (one, other) => one / other,
};
const OPERATOR = /^\s?(\+|-|−|–|×|\*|\/|÷|plus|minus|times|over|divided by)\s?(?:US)?\$?[−-]?\s?$/;
const EQUALS = /^\s?(?:=|≈|is|equals|gives|makes)\s?(?:about\s)?(?:US)?\$?[+−-]?\s?$/;

/** Whether a stated result is that of a computation on what was written, whose last digits are rounded. */
function isResult(written: Quantity, result: number, operands: readonly Quantity[], scale: number): boolean {
  const rounding = operands.reduce((sum, { halfUnit }) => sum + halfUnit, 0) * scale;
  const value = written.isNegative ? -written.value : written.value;
  return Math.abs(value - result) <= written.halfUnit + rounding * 1e-6 + 1e-9 * Math.max(1, Math.abs(result));
}

const signed = ({ value, isNegative }: Quantity): number => (isNegative ? -value : value);

/** "71.2 − 64.0 = 7.2": the indices of operands and results of the stated computations of a sentence that are right. */
export function computations(
  sentence: string,
  quantities: readonly Quantity[],
): readonly { readonly operands: readonly [number, number]; readonly result: number }[] {
  return quantities.flatMap((result, at) => {
    const [one, other] = [quantities[at - 2], quantities[at - 1]];
    if (one === undefined || other === undefined) return [];
    const operator = OPERATOR.exec(sentence.slice(one.end, other.start).replace(/[(]/g, ''))?.[1];
    const compute = operator === undefined ? undefined : OPERATORS[operator];
    if (compute === undefined || !EQUALS.test(sentence.slice(other.end, result.start))) return [];
    const exact = compute(
      signed(one),
      operator === '-' || operator === '−' || operator === '–' ? other.value : signed(other),
    );
    // "71.73 / 280.7 = 25.6%": a ratio told as a share.
    const scale = result.unit === 'percent' && one.unit === other.unit && compute(1, 2) === 1 / 2 ? 100 : 1;
    return Number.isFinite(exact) && isResult(result, exact * scale, [one, other], scale)
      ? [{ operands: [at - 2, at - 1] as const, result: at }]
      : [];
  });
}

const UP = /\b(?:higher|above|more|ahead|better|leads?|beats?|exceeds?|tops?|larger|greater|stronger|wider)\b/i;
const DOWN = /\b(?:lower|below|less|behind|worse|trails?|lags?|smaller|weaker|fewer|narrower|short)\b/i;
const SUM = /\b(?:together|combined|in total|sum|altogether|in all)\b/i;
const KIND_OF_UNIT: Readonly<Record<string, readonly Supported['kind'][]>> = {
  usd: ['usd'],
  percentage_points: ['percent'],
  basis_points: ['percent'],
  points: ['score', 'percent'],
  of_100: ['score'],
};

/** Which way a sentence says that its first number differs from its second; 0 if it does not say. */
function comparison(sentence: string): 1 | -1 | 0 {
  const [up, down] = [UP.test(sentence), DOWN.test(sentence)];
  return up === down ? 0 : up ? 1 : -1;
}

/**
 * Whether a number follows from two supported ones of its sentence: their difference, with the right one called larger;
 * their ratio ("1.8 times"); by how many percent the one is above the other; or their sum, said to be one.
 */
export function followsFrom(sentence: string, wanted: Quantity, supported: readonly Supported[]): boolean {
  const said = comparison(sentence);
  for (const [at, one] of supported.entries()) {
    for (const other of supported.slice(at + 1)) {
      if (one.kind !== other.kind) continue;
      const difference = one.value - other.value;
      const isSaidRight = said === 0 || Math.sign(difference) === said;
      const tellsExactly = (value: number): boolean => {
        const inUnit = wanted.unit === 'basis_points' ? value * 100 : value;
        return Math.abs(wanted.value - Math.abs(inUnit)) <= wanted.halfUnit + 1e-9 * Math.max(1, Math.abs(inUnit));
      };
      const kinds = wanted.unit === null ? ['score', 'other'] : (KIND_OF_UNIT[wanted.unit] ?? []);
      if (said !== 0 && kinds.includes(one.kind) && isSaidRight && tellsExactly(difference)) return true;
      if (
        wanted.unit === 'percent' &&
        one.kind !== 'percent' &&
        said !== 0 &&
        other.value !== 0 &&
        isSaidRight &&
        tellsExactly((100 * difference) / other.value)
      )
        return true;
      if (
        wanted.unit === 'times' &&
        other.value !== 0 &&
        one.value !== 0 &&
        (tellsExactly(one.value / other.value) || (said !== 1 && tellsExactly(other.value / one.value)))
      )
        return true;
      const total = supported.filter(({ kind }) => kind === one.kind).reduce((sum, { value }) => sum + value, 0);
      const isSameUnit = wanted.unit === one.quantity.unit;
      if (SUM.test(sentence) && isSameUnit && (tellsExactly(one.value + other.value) || tellsExactly(total)))
        return true;
    }
  }
  return false;
}
