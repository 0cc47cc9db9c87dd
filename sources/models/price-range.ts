import { z } from 'zod';

/** Wide of every real price and volume, and narrow enough that no computation overflows. */
const PRICES = { least: 1e-6, most: 1e7 } as const;
const MOST_SHARES = 1e15;

/** A price in USD. */
export const price = (name: string): z.ZodNumber => z.number()
  .positive({ error: ({ input }) => `${name} ${String(input)} is not above zero` })
  .min(PRICES.least, { error: ({ input }) => `${name} ${String(input)} is below 0.000001` })
  .max(PRICES.most, { error: ({ input }) => `${name} ${String(input)} is above 10,000,000` });

/** Shares, not negative; fractions occur in vendors' adjusted data. */
export const volume = z.number()
  .nonnegative({ error: ({ input }) => `volume ${String(input)} is negative` })
  .max(MOST_SHARES, { error: ({ input }) => `volume ${String(input)} is above 10^15` });

interface Prices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/**
 * How far open or close may be outside low..high, USD: vendors round each adjusted price separately, so they can be off
 * by a cent. Below 50 cents a cent would hide real errors, so there it is 2% of the close.
 */
function roundingTolerance(close: number): number {
  return Math.min(0.01, close * 0.02) * (1 + 1e-9);
}

/** Why four prices are not a valid bar; undefined if they are. */
export function rangeFault({ open, high, low, close }: Prices): string | undefined {
  if (high < low) return `high ${high} is below low ${low}`;
  const tolerance = roundingTolerance(close);
  for (const [name, value] of [['open', open], ['close', close]] as const) {
    if (value > high + tolerance || value < low - tolerance) return `${name} ${value} is outside low ${low} to high ${high}`;
  }
  return undefined;
}

/** Adds `rangeFault` as an issue for the whole bar. */
export function checkRange(bar: Prices, context: z.RefinementCtx): void {
  const fault = rangeFault(bar);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
}

/** The bar with high and low widened to include open and close. */
export function widenRange<Bar extends Prices>(bar: Bar): Bar {
  return { ...bar, high: Math.max(bar.high, bar.open, bar.close), low: Math.min(bar.low, bar.open, bar.close) };
}
