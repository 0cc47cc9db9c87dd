import { dayOf } from '../../calendar/days.js';
import type { InstitutionalPositionFields } from '../../store/institutional-positions.js';

/** Filings have dollars from this day on, and thousands of dollars before. */
const DOLLARS_FROM = dayOf(2023, 1, 3);
const THOUSAND = 1000;
/** With fewer prices nothing is inferred. */
const LEAST_PRICES = 5;
/** A median price per share beyond these is of the other unit. */
const PLAUSIBLE = { least: 0.3, most: 3000 } as const;

export interface ValueUnit {
  /** USD for one of the unit. */
  readonly dollars: 1 | 1000;
  /** Whether it is not the unit of the filing's day. */
  readonly isCorrected: boolean;
}

/** Value per share as filed; undefined for what is no holding of shares. */
export function filedPrice({
  kind,
  amount,
  value,
}: Pick<InstitutionalPositionFields, 'kind' | 'amount' | 'value'>): number | undefined {
  return kind === 'SHARES' && amount > 0 && value > 0 ? value / amount : undefined;
}

/**
 * The unit of a filing's values: that of its day, unless the median price per share shows that the manager used the
 * other one, as some did.
 */
export function valueUnit(filingDay: number, prices: readonly number[]): ValueUnit {
  const dollars = filingDay >= DOLLARS_FROM ? 1 : THOUSAND;
  const median = prices.toSorted((one, other) => one - other)[Math.floor(prices.length / 2)];
  if (median === undefined || prices.length < LEAST_PRICES) return { dollars, isCorrected: false };
  const isWrong = dollars === 1 ? median < PLAUSIBLE.least : median * THOUSAND > PLAUSIBLE.most;
  return isWrong ? { dollars: dollars === 1 ? THOUSAND : 1, isCorrected: true } : { dollars, isCorrected: false };
}
