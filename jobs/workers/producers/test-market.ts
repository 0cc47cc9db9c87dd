import { newId, systemRandom } from '../../../access/secrets.js';
import { nextSession, sessionCloseUtcMs } from '../../../engines/nyse.js';
import { labelOf } from '../../../engines/signal/composite.js';
import type { Store } from '../../../store/open-store.js';
import type { DailyBars } from '../../../store/series.js';
import { EVENT_DATA } from '../../queue/event-data.js';
import type { EventType } from '../../queue/event-types.js';

/** A run that logs an error fails its test. */
export const strictLog = {
  error(details: object, message: string): void {
    throw new Error(message, { cause: details });
  },
};

/** `count` NYSE sessions from an epoch day on. */
export function sessionsFrom(first: number, count: number): number[] {
  const days: number[] = [];
  for (let day = nextSession(first - 1); days.length < count; day = nextSession(day)) days.push(day);
  return days;
}

/** An instant so long after the close of a day. */
export function afterClose(day: number, ms = 3_600_000): Date {
  return new Date(sessionCloseUtcMs(day) + ms);
}

export function barsOf(days: readonly number[], closes: readonly number[]): DailyBars {
  const column = (): Float64Array => Float64Array.from(closes);
  return { days: Int32Array.from(days), open: column(), high: column(), low: column(), close: column(), adjClose: column(), volume: column() };
}

/** Stores whole histories in place of what there is; the kind is that of new securities. */
export async function storeBars(store: Store, histories: ReadonlyMap<string, DailyBars>, kind: 'equity' | 'etf' = 'equity', source = 'files'): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    await store.securities.upsert(tx, [...histories.keys()].map((symbol) => ({ symbol, name: symbol, kind, source })));
    await store.bars.replaceMany(tx, [...histories].map(([symbol, bars]) => ({ symbol, bars, source })));
  });
}

/** Puts composites on record after those that are there, or begins anew where the source is another. */
export async function recordScores(store: Store, symbol: string, days: readonly number[], scores: readonly number[], source = 'files'): Promise<void> {
  const mark = await store.db.selectFrom('composite_latest').selectAll().where('symbol', '=', symbol).executeTakeFirst();
  const none = (): Float64Array => new Float64Array(days.length).fill(Number.NaN);
  const fresh = {
    days: Int32Array.from(days),
    score: Float64Array.from(scores),
    factors: { technical: Float64Array.from(scores), momentum: none(), fundamentals: none(), microstructure: none(), optionsFlow: none() },
    knownAt: Float64Array.from(days, sessionCloseUtcMs),
  };
  const [written] = await store.composites.record([{ symbol, source, version: 1, mark: mark ?? null, fresh, label: labelOf(scores.at(-1) ?? 0), price: 1 }]);
  if (written !== symbol) throw new Error(`${symbol} was not recorded`);
}

/** An account that has these symbols in a watchlist. */
export async function accountHolding(store: Store, symbols: readonly string[]): Promise<string> {
  const id = newId('acc', systemRandom);
  await store.accounts.insert({ id, name: null, tier: 'pro', per_minute: null, per_month: null, created_at: new Date() });
  const { outcome } = await store.watchlists.insert({ id: `list of ${id}`, account_id: id, name: 'Mine', created_at: new Date() }, symbols, 1);
  if (outcome !== 'inserted') throw new Error(outcome);
  return id;
}

export interface ToldEvent {
  readonly type: string;
  readonly accountId: string | null;
  readonly createdAt: string;
  readonly data: unknown;
}

/** Every event of a type so far, oldest first; each carries exactly the fields of its type. */
export async function toldEvents(store: Store, type: EventType): Promise<ToldEvent[]> {
  const rows = await store.db.selectFrom('events').select(['type', 'account_id', 'body']).where('type', '=', type).orderBy('seq').execute();
  return rows.map(({ account_id: accountId, body }) => {
    const { data, created_at: createdAt } = JSON.parse(body.toString()) as { data: unknown; created_at: string };
    return { type, accountId, createdAt, data: EVENT_DATA[type].data.parse(data) };
  });
}

/** Forgets what was told and seen. */
export async function forgetAll(store: Store): Promise<void> {
  for (const table of ['producer_states', 'events', 'composite_latest', 'securities'] as const) await store.db.deleteFrom(table).execute();
  store.bars.forget();
  store.securities.forget();
  store.composites.forget();
}
