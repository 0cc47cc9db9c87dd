/**
 * Total-return closes from split-adjusted ones, USD: each close before an ex-date is multiplied by
 * 1 − dividend / close of the session before it (the CRSP method vendors use). `amountAt(i)` is the dividend, USD per
 * share, that session `i` trades without; 0 without one. A dividend of the whole price or more, or on the first
 * session, has no such factor and is passed over.
 */
export function totalReturnCloses(closes: ArrayLike<number>, amountAt: (session: number) => number): Float64Array {
  const adjusted = new Float64Array(closes.length);
  let factor = 1;
  for (let at = closes.length - 1; at >= 0; at--) {
    adjusted[at] = (closes[at] ?? 0) * factor;
    const amount = amountAt(at);
    const before = closes[at - 1] ?? 0;
    if (amount > 0 && amount < before) factor *= 1 - amount / before;
  }
  return adjusted;
}
