import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../access/fixtures/access.js';
import { startWorkers } from '../../bin/workers.js';
import { verifyWebhook } from '../../client/verify-webhook.js';
import { dayOf } from '../../calendar/days.js';
import { NO_COHORTS } from '../../engines/cohorts.js';
import { sessionCloseUtcMs } from '../../calendar/nyse.js';
import { EVENT_DATA } from '../../jobs/queue/event-data.js';
import { createCohortsPool } from '../../jobs/workers/producers/cohorts-pool.js';
import type { DailyBars } from '../../calendar/bars.js';
import { read } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';
import { startReceiver, type Receiver } from '../support/receiver.js';

const server = await serverForFile({ SVC_ALLOW_PRIVATE_TARGETS: '1' });
const { store } = server.runtime;

const TYPES = ['signal.flip', 'mood.band_change', 'edge_alert.fired'] as const;
/**
 * What the fall on Monday changes: the regime and the mood. Whether a cohort's verdict changes is chance in an invented
 * market.
 */
const FALL = ['edge_alert.fired', 'mood.band_change'];
const [MONDAY, TUESDAY] = [dayOf(2026, 1, 5), dayOf(2026, 1, 6)];
const [CLOSE, NEXT_CLOSE] = [MONDAY, TUESDAY].map((day) => new Date(sessionCloseUtcMs(day)).toISOString());
/** Polls of 10 ms: a slow machine back-fills sixteen years. */
const PATIENTLY = 15_000;
const TIMEOUT_MS = 600_000;

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

/** A session that opens where the last one closed and ends at `factor` of it. */
function nextBar(bars: DailyBars, day: number, factor: number): DailyBars {
  const [close = 0, adjClose = 0, volume = 0] = [bars.close.at(-1), bars.adjClose.at(-1), bars.volume.at(-1)];
  const end = close * factor;
  return {
    days: Int32Array.of(day),
    open: Float64Array.of(close),
    high: Float64Array.of(Math.max(close, end)),
    low: Float64Array.of(Math.min(close, end)),
    close: Float64Array.of(end),
    adjClose: Float64Array.of(adjClose * factor),
    volume: Float64Array.of(volume),
  };
}

/** Stores one more session of every security, in which all but bonds end at `factor` of their closes. */
async function session(day: number, factor: number): Promise<void> {
  const { rows } = await store.securities.search({ limit: 100, orderBy: 'symbol', isDescending: false });
  const histories = await store.bars.load(
    rows.filter(({ lastDay: last }) => last !== null).map(({ symbol }) => symbol),
  );
  const writes = [...histories.values()].map(({ symbol, bars, source }) => ({
    symbol,
    source,
    bars: nextBar(bars, day, symbol === 'AGG' ? 1 : factor),
  }));
  await store.db.transaction().execute((tx) => store.bars.mergeMany(tx, writes));
}

async function register({ key }: TestKey, path: string): Promise<string> {
  const made = await server.call('/api/v1/webhooks', {
    method: 'POST',
    key,
    body: { url: `${receiver.url}${path}`, events: TYPES },
  });
  expect(made.status).toBe(201);
  return String(read(made, 'secret'));
}

const feedSeen = async (): Promise<number> =>
  (await store.producerStates.of('edge_alert.feed')).get('feed')?.asOf.getTime() ?? 0;
const isCohort = (body: string): boolean => /"kind":"cohort"/.test(body);
const at = (path: string) => receiver.received.filter((each) => each.path === path && !isCohort(each.body));

/** The events received at a path, from one on, with valid signatures of these minutes. */
const verified = (path: string, secret: string, from = 0) =>
  Promise.all(
    at(path)
      .slice(from)
      .map(({ body, headers }) => verifyWebhook(body, headers, secret, { nowMs: server.clock.nowMs })),
  );

/** Resolves once a run that began after this call has ended: the feed is seen by each, and runs follow each other. */
async function wholeRun(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const before = await feedSeen();
    server.clock.nowMs += 1_000;
    await store.notify('bars_changed', 'AAPL');
    await until(async () => (await feedSeen()) > before, PATIENTLY);
  }
}

describe('a session that comes into the store', () => {
  it(
    'reaches those who subscribed as signed events of what it changed, each once',
    async () => {
      const [holder, other] = [await server.newKey('pro'), await server.newKey('pro')];
      const listed = await server.graphql(
        holder.key,
        'mutation { createWatchlist(input: { name: "Mine", tickers: ["AAPL"] }) { addedTickers } }',
      );
      expect(read(listed, 'data', 'createWatchlist', 'addedTickers')).toEqual(['AAPL']);
      const [secret, otherSecret] = [await register(holder, '/holder'), await register(other, '/other')];
      const workers = await startWorkers(server.runtime, { sweepEveryMs: 500 });
      server.runtime.atEnd(() => workers.close());
      await until(async () => (await store.producerStates.of('edge_alert.cohort')).size > 0, PATIENTLY);
      expect(receiver.received).toEqual([]);

      server.clock.nowMs = sessionCloseUtcMs(MONDAY) + 1_800_000;
      await session(MONDAY, 0.85);
      await until(() => at('/holder').length >= FALL.length && at('/other').length >= FALL.length, PATIENTLY);
      await wholeRun();
      // A label is announced once it has stood for two closes.
      const first = await verified('/holder', secret);
      expect(first.map(({ type }) => type).sort()).toEqual(FALL);
      const others = await verified('/other', otherSecret);
      server.clock.nowMs = sessionCloseUtcMs(TUESDAY) + 1_800_000;
      await session(TUESDAY, 0.9);
      await until(() => at('/holder').length > FALL.length && at('/other').length >= FALL.length, PATIENTLY);
      await wholeRun();

      const events = [...first, ...(await verified('/holder', secret, first.length))];
      expect(events.map(({ type }) => type).sort()).toEqual([...FALL, 'signal.flip']);
      const allOf = (type: (typeof TYPES)[number]): readonly unknown[] =>
        events.flatMap((event) => (event.type === type ? [EVENT_DATA[type].data.parse(event.data)] : []));
      const dataOf = (type: (typeof TYPES)[number]): unknown => allOf(type)[0];
      const price = (await store.bars.load(['SPY'])).get('SPY')?.bars.close.at(-2) ?? 0;
      expect(dataOf('signal.flip')).toMatchObject({ ticker: 'AAPL', direction: 'up', to: 'Buy', at: NEXT_CLOSE });
      expect(dataOf('mood.band_change')).toMatchObject({
        to: 'extreme_fear',
        anchor: { ticker: 'SPY', price: Math.round(price * 1e4) / 1e4, at: CLOSE },
      });
      expect(allOf('edge_alert.fired')).toEqual([
        expect.objectContaining({ kind: 'regime', from: 'calm', to: 'stressed', at: CLOSE }),
      ]);

      expect(others.map(({ type }) => type).sort()).toEqual(FALL);
      expect(at('/other')).toHaveLength(FALL.length);
      const all = await store.db.selectFrom('events').select(['type', 'body']).execute();
      const stored = all.filter(({ body }) => !isCohort(body.toString()));
      expect(stored.map(({ type }) => type).sort()).toEqual([...FALL, 'signal.flip']);
    },
    TIMEOUT_MS,
  );
});

describe('a count of cohorts that would take many minutes', () => {
  it(
    'keeps no request waiting',
    async () => {
      const { key } = await server.newKey('pro');
      const pool = createCohortsPool();
      const days = Int32Array.from({ length: 20_000 }, (_, index) => index);
      const prices = Float64Array.from(days, (day) => 50 + (day % 7));
      const security = { record: { days, score: prices }, bars: { days, adjClose: prices } };
      // The thread has started: what follows is under way at once.
      expect((await pool.count({ before: NO_COHORTS, securities: [security] })).days).toHaveLength(20_000 - 21);
      const count = pool.count({ before: NO_COHORTS, securities: Array.from({ length: 1_000_000 }, () => security) });
      const outcome = count.then(
        () => 'ended',
        () => 'cut off',
      );
      for (const ticker of ['AAPL', 'KO', 'SPY'])
        expect((await server.call(`/api/v1/signal?ticker=${ticker}`, { key })).status).toBe(200);
      await pool.close();
      expect(await outcome).toBe('cut off');
    },
    TIMEOUT_MS,
  );
});
