import type { Store } from '../../store/open-store.js';

/**
 * Stores `symbol` with its last close, high and low moved by `factor`, as an import of a new session would; 1 changes
 * nothing.
 */
export async function changeLastClose(store: Store, symbol: string, factor: number): Promise<void> {
  await changeBar(store, symbol, factor, (count) => count - 1);
}

/** The same with the first bar, as an import of a longer history could. */
export async function changeFirstClose(store: Store, symbol: string, factor: number): Promise<void> {
  await changeBar(store, symbol, factor, () => 0);
}

async function changeBar(
  store: Store,
  symbol: string,
  factor: number,
  barOf: (count: number) => number,
): Promise<void> {
  const series = (await store.bars.load([symbol])).get(symbol);
  if (series === undefined) throw new Error(`${symbol} is not stored`);
  const changed = barOf(series.bars.days.length);
  const moved = (column: Float64Array): Float64Array =>
    column.map((value, index) => (index === changed ? value * factor : value));
  const { days, open, high, low, close, adjClose, volume } = series.bars;
  const bars = {
    days: days.slice(),
    open: open.slice(),
    high: moved(high),
    low: moved(low),
    close: moved(close),
    adjClose: moved(adjClose),
    volume: volume.slice(),
  };
  await store.db.transaction().execute((tx) => store.bars.replace(tx, symbol, bars, series.source));
}
