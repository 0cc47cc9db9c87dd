import { lastClosedSession, previousSession } from '../../calendar/nyse.js';
import type { DailyBars } from '../../calendar/bars.js';
import type { Store } from '../../store/open-store.js';

const SESSIONS = 340;
/** The last sessions, in which the price gives way: what rose for a year and fell for a month is strongest. */
const PAUSE = 20;

/** Bars up to an epoch day whose signal is Strong Buy. */
function strongBars(last: number): DailyBars {
  const days = new Int32Array(SESSIONS);
  for (let index = SESSIONS - 1, day = last; index >= 0; index -= 1, day = previousSession(day)) days[index] = day;
  let price = 50;
  const close = Float64Array.from(
    days,
    (_day, index) => (price *= (index < SESSIONS - PAUSE ? 1.004 : 0.997) + (index % 2 === 0 ? 0.004 : -0.004)),
  );
  return {
    days,
    open: close,
    high: close.map((value) => value * 1.004),
    low: close.map((value) => value * 0.996),
    close,
    adjClose: close,
    volume: close.map(() => 1e6),
  };
}

/** Stores equities that are Strong Buy at the last ended session. */
export async function storeStrongNames(store: Store, symbols: readonly string[], nowMs: number): Promise<void> {
  const bars = strongBars(lastClosedSession(nowMs));
  await store.db.transaction().execute(async (tx) => {
    await store.securities.upsert(
      tx,
      symbols.map((symbol) => ({ symbol, name: symbol, kind: 'equity' as const, source: 'simulated' })),
    );
    await store.bars.replaceMany(
      tx,
      symbols.map((symbol) => ({ symbol, source: 'simulated', bars })),
    );
  });
}
