import type { DailyBars } from '../../calendar/bars.js';
import { at, lowerBound } from '../series.js';

/** What the arena reads of one security's stored history; splits oldest first, `ratio` new shares for one old share. */
export interface ArenaSeries {
  readonly symbol: string;
  readonly bars: Pick<DailyBars, 'days' | 'close' | 'adjClose'>;
  readonly splits: readonly { readonly day: number; readonly ratio: number }[];
}

/** Prices of one security on each session of the arena: the last at or before it, 0 before the first. */
export interface SymbolPrices {
  readonly close: Float64Array;
  readonly total: Float64Array;
  readonly splits: ArenaSeries['splits'];
}

/** The sessions of the benchmark, its total-return closes on them, and the prices of each security by symbol. */
export interface ArenaPrices {
  readonly days: Int32Array;
  readonly benchmark: Float64Array;
  readonly bySymbol: ReadonlyMap<string, SymbolPrices>;
}

/** Index of the last session at or before `day`; 0 if there is none. */
export function sessionAt(days: Int32Array, day: number): number {
  return Math.max(0, lowerBound(days, day + 1) - 1);
}

function onSessions(days: Int32Array, { bars, splits }: Omit<ArenaSeries, 'symbol'>): SymbolPrices {
  const close = new Float64Array(days.length);
  const total = new Float64Array(days.length);
  let next = 0;
  let known = -1;
  for (let i = 0; i < days.length; i += 1) {
    for (; next < bars.days.length && at(bars.days, next) <= at(days, i); next += 1) {
      if (at(bars.close, next) > 0 && at(bars.adjClose, next) > 0) known = next;
    }
    if (known < 0) continue;
    close[i] = at(bars.close, known);
    total[i] = at(bars.adjClose, known);
  }
  return { close, total, splits };
}

/**
 * Puts each series on the benchmark's sessions, once for all portfolios. The sessions begin with the last at or before
 * `firstDay`, the earliest start of a portfolio.
 */
export function arenaPrices(
  series: Iterable<ArenaSeries>,
  benchmark: ArenaSeries['bars'],
  firstDay: number,
): ArenaPrices {
  const days = benchmark.days.subarray(sessionAt(benchmark.days, firstDay));
  const bySymbol = new Map<string, SymbolPrices>();
  for (const each of series) bySymbol.set(each.symbol, onSessions(days, each));
  return { days, benchmark: onSessions(days, { bars: benchmark, splits: [] }).total, bySymbol };
}
