import type { DailyBar } from '../models/daily-bar.js';
import type { Dividend, Split } from '../../store/series.js';
import { totalReturnCloses } from '../models/total-return.js';
import type { RawBar } from './daily-rows.js';

/** One ticker's history: split-adjusted prices and volumes, and the total-return close. */
export interface AdjustedHistory {
  readonly bars: readonly DailyBar[];
  readonly splits: readonly Split[];
  readonly dividends: readonly Dividend[];
}

/**
 * Converts as-traded to split-adjusted: divides prices and dividends, and multiplies volumes, by every later split. The
 * adjusted close is the file's own if it has one (`hasAdjClose`), else it is computed from the dividends
 * (`withTotalReturn`). `raw` is oldest first.
 */
export function adjustAsTraded(raw: readonly RawBar[], hasAdjClose: boolean): AdjustedHistory {
  const bars: DailyBar[] = [];
  const splits: Split[] = [];
  const dividends: Dividend[] = [];
  let laterSplits = 1;
  for (const { bar, split, dividend } of [...raw].reverse()) {
    bars.push({ ...divideBar(bar, laterSplits), adjClose: hasAdjClose ? bar.adjClose : bar.close / laterSplits });
    if (dividend > 0) dividends.push({ day: bar.day, amount: dividend / laterSplits });
    if (split !== 1) {
      splits.push({ day: bar.day, ratio: split });
      laterSplits *= split;
    }
  }
  bars.reverse();
  splits.reverse();
  dividends.reverse();
  return { bars: hasAdjClose ? bars : withTotalReturn(bars, dividends), splits, dividends };
}

/** A bar in new shares, `ratio` of them per old share; the adjusted close is unchanged. */
export function divideBar(bar: DailyBar, ratio: number): DailyBar {
  const { open, high, low, close, volume } = bar;
  return {
    ...bar,
    open: open / ratio,
    high: high / ratio,
    low: low / ratio,
    close: close / ratio,
    volume: volume * ratio,
  };
}

/** The bars with an adjusted close computed from split-adjusted closes and dividends. */
function withTotalReturn(bars: readonly DailyBar[], dividends: readonly Dividend[]): DailyBar[] {
  const amountOf = new Map(dividends.map(({ day, amount }) => [day, amount]));
  const adjusted = totalReturnCloses(
    bars.map(({ close }) => close),
    (at) => amountOf.get(bars[at]?.day ?? NaN) ?? 0,
  );
  return bars.map((bar, at) => ({ ...bar, adjClose: adjusted[at] ?? bar.close }));
}
