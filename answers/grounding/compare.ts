import type { NumberFact, Unit } from '../facts/fact.js';
import type { Direction } from './directions.js';
import type { Quantity, WrittenUnit } from './quantities.js';

/** Why a number does not tell a fact; null if it does. */
export type Mismatch = 'unit' | 'value' | 'sign' | null;

/** Numbers without decimals may not be rounded by more than this share. */
const COARSEST = 0.05;
/** How far "about", "nearly" and "just over" reach, and "over" and "under". */
const ABOUT = 0.03;
const NEARLY = 0.05;
const OVER = 0.15;
const TINY = 1e-9;

/** Factor from the written unit to the fact's; undefined if the two do not agree. */
const FACTORS: Readonly<Record<Unit, Partial<Record<WrittenUnit | 'none', number>>>> = {
  usd: { usd: 1 },
  usd_per_share: { usd: 1 },
  percent: { percent: 1, basis_points: 0.01 },
  percentage_points: { percentage_points: 1, basis_points: 0.01, points: 1 },
  multiple: { times: 1, none: 1 },
  score: { none: 1, points: 1, of_100: 1 },
  statistic: { none: 1 },
  count: { none: 1, times: 1 },
  year: { none: 1 },
  rank: { ordinal: 1, none: 1 },
};

/** Nouns that count the same. */
const KIN: readonly ReadonlySet<string>[] = [
  'session day trading',
  'company firm name constituent',
  'article story headline',
  'upgrade',
  'downgrade',
  'gap',
  'trade',
  'share',
  'year',
  'month',
  'quarter call',
  'week',
  'manager holder institution investor',
  'purchase',
  'promise commitment',
  'report',
  'event catalyst',
  'position holding',
  'signal',
  'stake',
  'action',
  'target',
  'employee',
  'sale',
  'transaction',
  'round',
  'analyst firm',
  'window',
  'factor',
  'request',
  'minute',
].map((group) => new Set(group.split(' ')));

/** After "times", these compare. */
const COMPARING = /^(?:as|that|the|its|those|larger|higher|more|greater|bigger|lower|smaller|less)\b/;

const singular = (word: string): string =>
  word
    .replace(/ies$/, 'y')
    .replace(/(?<=ch|sh|x|ss)es$/, '')
    .replace(/([^s])s$/, '$1');

/** Whether one of the words after a number is a noun that counts something else. */
function countsOther({ followers }: Quantity, noun: string): boolean {
  const wanted = KIN.filter((group) => noun.split(' ').some((word) => group.has(singular(word))));
  if (wanted.length === 0) return false;
  const counted = followers.map(singular).find((word) => KIN.some((group) => group.has(word)));
  return counted !== undefined && !wanted.some((group) => group.has(counted));
}

/** The number in the fact's unit, without a sign; null if the units do not agree. */
function inUnitOf(
  quantity: Quantity,
  { unit, noun }: Pick<NumberFact, 'unit' | 'noun'>,
): { readonly value: number; readonly halfUnit: number } | null {
  const factor = FACTORS[unit][quantity.unit ?? 'none'];
  if (factor === undefined || (unit === 'count' && countsOther(quantity, noun))) return null;
  if (unit === 'score' && quantity.hasScale) return null;
  // "9 times in 63 sessions" counts; "9 times larger" compares.
  if (unit === 'count' && quantity.unit === 'times' && COMPARING.test(quantity.followers.join(' '))) return null;
  return { value: quantity.value * factor, halfUnit: quantity.halfUnit * factor };
}

/** Whether a written amount tells an actual one of the same unit; both without a sign. */
function tells(
  written: { readonly value: number; readonly halfUnit: number },
  actual: number,
  { bound, decimals }: Pick<Quantity, 'bound' | 'decimals'>,
): boolean {
  const { value, halfUnit } = written;
  const off = Math.abs(value - actual);
  const slack = TINY * Math.max(1, Math.abs(actual));
  const isRounded = off <= halfUnit + slack && (decimals > 0 || off <= COARSEST * Math.abs(actual) + slack);
  if (isRounded) return true;
  const share = actual === 0 ? Infinity : (value - actual) / actual;
  switch (bound) {
    case 'about':
      return Math.abs(share) <= ABOUT;
    case 'nearly':
      return share >= -TINY && share <= NEARLY;
    case 'just_over':
      return share <= TINY && share >= -NEARLY;
    case 'over':
      return share <= TINY && share >= -OVER;
    case 'under':
      return share >= -TINY && share <= OVER;
    case null:
      return false;
  }
}

/** The sign that the words claim: a verb's, or else the written one, or else the noun's, or else plus. */
function claimedSign({ isNegative, hasSign }: Quantity, { sign, isVerb }: Direction): 1 | -1 | null {
  const written = isNegative ? -1 : 1;
  if (sign === 0) return written;
  if (!hasSign) return sign;
  // "Fell −3.4%" is a fall; "rose −3.4%" and "a gain of −3.4%" are nothing.
  if (written === sign || (isVerb && sign === -1)) return sign === written ? sign : null;
  return null;
}

/** Whether the sign, as written and by the words around the number, is the fact's. */
function agreesInSign(quantity: Quantity, direction: Direction, { value, isChange, unit }: NumberFact): boolean {
  if (isChange) {
    if (direction.isLevel && direction.sign !== 0) return false;
    const claimed = claimedSign(quantity, direction);
    return claimed !== null && (value === 0 || Math.sign(value) === claimed);
  }
  // A level has no direction of its own: a verb right before it would tell a change.
  if (direction.sign !== 0 && direction.isVerb && !direction.isLevel) return false;
  if (value < 0) return quantity.isNegative || (direction.sign === -1 && !direction.isLevel);
  return !quantity.isNegative || (unit !== 'statistic' && value === 0);
}

/** Whether a written number tells a fact, and if not, why. */
export function mismatchOf(quantity: Quantity, direction: Direction, fact: NumberFact): Mismatch {
  const written = inUnitOf(quantity, fact);
  if (written === null) return tells(quantity, Math.abs(fact.value), quantity) ? 'unit' : 'value';
  if (fact.unit === 'year' ? written.value !== fact.value : !tells(written, Math.abs(fact.value), quantity))
    return 'value';
  return agreesInSign(quantity, direction, fact) ? null : 'sign';
}
