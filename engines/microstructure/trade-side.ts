/** Who started a trade: the buyer, the seller, or nobody knows. */
export type TradeSide = 'bought' | 'sold' | 'unknown';

/** What told the side. */
export type SideRule = 'quote' | 'tick' | 'none';

/** What the tick rule knows of the trades before: the last price, and the side of the last change of the price. */
export interface Tick {
  readonly price: number | null;
  readonly side: TradeSide;
}

/** What the middle of two prices in cents may be off by, relatively. */
const ROUNDING = 1e-9;

/** Before a session's first trade. */
export const NO_TICK: Tick = { price: null, side: 'unknown' };

/**
 * What the tick rule knows after a trade: bought above the last price, sold below it, and at it as the last change was.
 */
export function tickAfter({ price: last, side }: Tick, price: number): Tick {
  if (last === null || price === last) return { price, side };
  return { price, side: price > last ? 'bought' : 'sold' };
}

/**
 * Side of a trade. Above the middle of the prevailing quote it was bought, below it sold (quote rule); at the middle,
 * or without a quote, the tick rule decides, which knows nothing until the first change of the price. `tick` is that
 * after the trade.
 *
 * Source: C. Lee, M. Ready, "Inferring trade direction from intraday data", Journal of Finance 46 (1991).
 */
export function tradeSide(
  price: number,
  middle: number | null,
  tick: Tick,
): { readonly side: TradeSide; readonly rule: SideRule } {
  if (middle !== null && Math.abs(price - middle) > ROUNDING * middle)
    return { side: price > middle ? 'bought' : 'sold', rule: 'quote' };
  return { side: tick.side, rule: tick.side === 'unknown' ? 'none' : 'tick' };
}
