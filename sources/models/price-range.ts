import type { z } from 'zod';

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
  for (const [name, value] of [
    ['open', open],
    ['close', close],
  ] as const) {
    if (value > high + tolerance || value < low - tolerance)
      return `${name} ${value} is outside low ${low} to high ${high}`;
  }
  return undefined;
}

/** Adds `rangeFault` as an issue for the whole bar. */
export function checkRange(bar: Prices, context: z.RefinementCtx): void {
  const fault = rangeFault(bar);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
}

/** The bar with high and low widened to include open and close; itself if they do. */
export function widenRange<Bar extends Prices>(bar: Bar): Bar {
  const { open, high, low, close } = bar;
  if (high >= open && high >= close && low <= open && low <= close) return bar;
  return { ...bar, high: Math.max(bar.high, bar.open, bar.close), low: Math.min(bar.low, bar.open, bar.close) };
}
