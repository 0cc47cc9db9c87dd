import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { dayOf } from '../../calendar/days.js';
import { compositesAt } from '../../engines/signal/composite-history.js';
import { recordComposites } from '../../jobs/workers/composites/record-composites.js';
import type { CompositesPool } from '../../jobs/workers/composites/composites-pool.js';
import type { SeriesWrite } from '../../store/bars.js';
import { openStore, type Store } from '../../store/open-store.js';
import { madeUpBars } from '../../store/fixtures/series.js';
import type { DailyBars } from '../../calendar/bars.js';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import { call, endConnections } from '../support/http.js';
import { programsForFile, type Environment } from '../support/programs.js';
import { removeScratchAtEnd, ROOT, scratchDir } from '../support/scratch.js';
import { hasServers, serverShapes } from '../support/server-shapes.js';
import { eventually } from './deliveries.js';

const programs = programsForFile();
removeScratchAtEnd();

const TICKERS = 100;
const DAYS = 1_500;
/** Kills that must have met a back-fill that had begun and not ended. */
const KILLS = 2;
const PATIENTLY_MS = 180_000;
const TIMEOUT_MS = 600_000;

const compute: CompositesPool['run'] = (tasks) => Promise.resolve(tasks.map(compositesAt));
const histories = new Map<string, DailyBars>();

/** Stores new histories that end in the past, so that what is known of them is known since their closes. */
async function grow(store: Store): Promise<void> {
  const from = histories.size;
  const fresh = Array.from({ length: TICKERS }, (_, index) => ({
    symbol: `H${from + index}`,
    source: 'files',
    bars: madeUpBars(dayOf(2018, 1, 2) + from + index, DAYS),
  }));
  for (const { symbol, bars } of fresh) histories.set(symbol, bars);
  await put(store, fresh);
}

async function put(store: Store, writes: readonly SeriesWrite[]): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    await store.securities.upsert(
      tx,
      writes.map(({ symbol, source }) => ({ symbol, name: symbol, kind: 'equity', source })),
    );
    await store.bars.replaceMany(tx, writes);
  });
}

function upTo({ days, open, high, low, close, adjClose, volume }: DailyBars, count: number): DailyBars {
  const cut = (column: Float64Array): Float64Array => column.slice(0, count);
  return {
    days: days.slice(0, count),
    open: cut(open),
    high: cut(high),
    low: cut(low),
    close: cut(close),
    adjClose: cut(adjClose),
    volume: cut(volume),
  };
}

/** Tickers on record, as `/metrics` has them. */
async function recorded(url: string): Promise<number> {
  return Number(/^marketgraph_composites_tickers (\d+)$/m.exec((await call(url, '/metrics')).text)?.[1]);
}

if (!hasServers) console.log('skipped: a back-fill on PostgreSQL and Redis that is killed, for want of its servers');

describe('a back-fill whose server is killed', () => {
  const openReference = embeddedDatabase();

  for (const { name, isPossible, environment } of serverShapes()) {
    (isPossible ? it : it.skip)(
      `${name} is gone on with: its record is that of an undisturbed run, each ticker written once, none from what came later`,
      async () => {
        histories.clear();
        const where: Environment = { ...environment(), SVC_DATA_DIR: await scratchDir() };
        const withStore = async <Result>(work: (store: Store) => Promise<Result>): Promise<Result> => {
          const store = await openStore({
            databaseUrl: where['DATABASE_URL'],
            dataDir: where['SVC_DATA_DIR'] ?? '',
            seedFolder: path.join(ROOT, 'dist', 'seed'),
          });
          return work(store).finally(() => store.close());
        };
        const onRecord = (): Promise<number> =>
          withStore(async ({ composites }) => (await composites.count()).recorded);
        // A back-fill that ended before its kill is no test: more histories come, until enough were cut.
        for (let cut = 0; cut < KILLS;) {
          const before = await onRecord();
          if (before === histories.size) await withStore(grow);
          const server = await programs.server(where);
          await eventually(async () => (await recorded(server.url)) > before, PATIENTLY_MS);
          await server.signal('SIGKILL');
          endConnections();
          const after = await onRecord();
          expect(after).toBeGreaterThan(before);
          if (after < histories.size) cut += 1;
        }
        const last = await programs.server(where);
        await eventually(async () => (await recorded(last.url)) === histories.size, PATIENTLY_MS);
        expect((await last.signal('SIGTERM')).code).toBe(0);
        endConnections();

        const symbols = [...histories.keys()];
        const undisturbed = await openReference();
        await put(
          undisturbed,
          [...histories].map(([symbol, bars]) => ({ symbol, bars, source: 'files' })),
        );
        await recordComposites({ store: undisturbed, compute, clock: Date.now, rng: Math.random, log: console });
        await withStore(async (store) => {
          const record = await store.composites.load(symbols);
          expect(record).toEqual(await undisturbed.composites.load(symbols));
          expect(await store.composites.latest(symbols)).toEqual(await undisturbed.composites.latest(symbols));
          const writes = await store.db.selectFrom('composite_heads').select(['revision', 'days']).distinct().execute();
          expect(writes).toEqual([{ revision: 1, days: DAYS }]);
          for (const [index, symbol] of symbols.entries()) {
            const place = (index * 37) % DAYS;
            const bars = upTo(histories.get(symbol) ?? madeUpBars(0, 0), place + 1);
            // A session without data for a factor is not on record.
            const { days, score } = record.get(symbol) ?? { days: new Int32Array(), score: new Float64Array() };
            expect([symbol, score[days.indexOf(bars.days[place] ?? NaN)] ?? NaN]).toEqual([
              symbol,
              compositesAt({
                bars,
                sessions: [],
                benchmark: null,
                fundamentals: null,
                optionsFlow: null,
                indices: Int32Array.of(place),
              }).score[0],
            ]);
          }
        });
        await undisturbed.close();
      },
      TIMEOUT_MS,
    );
  }
});
