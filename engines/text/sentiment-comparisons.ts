import type { Token } from './tokens.js';
import { ASIDE_REACH, SUBJECT_REACH, type Reading } from './sentiment-reading.js';

/** How many items after "compared to" the other value may stand. */
const VALUE_REACH = 14;

/** The measure that a comparison is about, unless a move has said its direction already. */
function compared(reading: Reading, i: number): number | null {
  for (let k = i - 1; k >= Math.max(0, i - SUBJECT_REACH) && !reading.isSentenceEnd(k); k -= 1) {
    const { measure, move, isComparer } = reading.term(k);
    if (move !== undefined || isComparer === true) return null;
    if (measure !== undefined && !reading.isAside(k)) return k;
  }
  return null;
}

/** Whether what follows a comparer is a profit (1), a loss (−1) or neither by name. */
export function otherPolarity(reading: Reading, comparer: number): 1 | -1 | null {
  for (let k = comparer + 1; k <= comparer + ASIDE_REACH; k += 1) {
    const measure = reading.measure(k);
    if (measure !== undefined && measure.weight > 1) return measure.polarity;
  }
  return null;
}

function signedValue(reading: Reading, i: number): number {
  const value = reading.items[i]?.token.value ?? Number.NaN;
  const isNegative = [i - 1, i - 2].some((k) => reading.text(k) === 'negative' || reading.text(k) === 'minus');
  return isNegative ? -value : value;
}

/** "EUR 0.07 per share", "$1.20 a share" */
const isPerShare = (reading: Reading, i: number): boolean =>
  [i + 1, i + 2].some((k) => reading.term(k).isPerShare === true);

/** The values before and after a comparer, in the same unit. */
function values(reading: Reading, measure: number, comparer: number): readonly [number, number] | null {
  for (let k = comparer + 1; k <= comparer + VALUE_REACH && !reading.isSentenceEnd(k); k += 1) {
    const token = reading.items[k]?.token;
    // A plain integer is mostly a year or a count of something else.
    if (token === undefined || token.unit === null || (token.unit === 'plain' && Number.isInteger(token.value)))
      continue;
    for (let l = comparer - 1; l >= Math.max(0, measure - ASIDE_REACH); l -= 1) {
      if (reading.items[l]?.token.unit === token.unit && isPerShare(reading, l) === isPerShare(reading, k))
        return [signedValue(reading, l), signedValue(reading, k)];
    }
    return null;
  }
  return null;
}

/** "profit was 5 million compared to 6 million", "a loss of 3 million versus a profit of 2 million". */
export function comparison(reading: Reading, comparer: number): number {
  const at = compared(reading, comparer);
  const measure = at === null ? undefined : reading.measure(at);
  if (at === null || measure === undefined) return 0;
  const isTurned = (otherPolarity(reading, comparer) ?? measure.polarity) !== measure.polarity;
  const pair = isTurned ? null : values(reading, at, comparer);
  if (!isTurned && pair === null) return 0;
  reading.use(at);
  return measure.polarity * measure.weight * (pair === null ? 1 : Math.sign(pair[0] - pair[1]));
}

/** The value that stands before a bracket, maybe with its magnitude between. */
function valueBefore(reading: Reading, open: number): Token | null {
  const last = reading.items[open - 1]?.token;
  const token = last?.unit === null ? reading.items[open - 2]?.token : last;
  const isBare = token?.unit === 'plain' && Number.isInteger(token.value);
  return token === undefined || token.unit === null || isBare ? null : token;
}

/** "EUR 10.5 (8.3) million", "43% (41)": the earlier value in brackets, without a currency, which would convert it. */
export function bracketed(reading: Reading, open: number): number {
  const [now, then] = [valueBefore(reading, open), reading.items[open + 1]?.token];
  if (now === null || then === undefined || then.unit === null) return 0;
  const close = then.unit === 'plain' ? open + 2 : open + 3;
  if (reading.text(close) !== ')' || (then.unit !== 'plain' && then.unit !== now.unit)) return 0;
  const at = compared(reading, open);
  const measure = at === null ? undefined : reading.measure(at);
  if (at === null || measure === undefined || reading.isUsed(at)) return 0;
  reading.use(at);
  return measure.polarity * measure.weight * Math.sign(now.value - then.value);
}
