import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Tier } from '../../access/tiers.js';
import type { TestCustomer } from '../../access/fixtures/access.js';
import { REMOTE_CASES, askGraph } from '../support/remote-subgraph-cases.js';
import { remoteSystem, canRunRemoteSubgraphs } from '../support/remote-subgraphs.js';
import { codeOf, subscribe, type EventStream } from '../support/event-stream.js';
import { missingForHive, startHiveRouter, type HiveRouter } from '../support/hive-router.js';
import { call, endConnections, read, type Answer } from '../support/http.js';
import { changeLastClose } from '../support/live-market.js';
import { programsForFile } from '../support/programs.js';
import { removeScratchAtEnd } from '../support/scratch.js';

const programs = programsForFile();
afterAll(endConnections);
removeScratchAtEnd();

const missing = [...missingForHive, ...(canRunRemoteSubgraphs ? [] : ['a PostgreSQL and a Redis'])];
if (missing.length > 0)
  console.log(`skipped: the graph in a router that is not ours, for want of ${missing.join(' and ')}`);

/** Codes alone: routers word what they add of their own, and place it, each in its way. */
function gist(answer: Answer): object {
  const errors = read(answer, 'errors');
  return {
    data: read(answer, 'data'),
    codes: (Array.isArray(errors) ? errors : []).map((error: object) => read(error, 'extensions', 'code')),
  };
}

(missing.length === 0 ? describe : describe.skip)('behind a router that is not ours', () => {
  const system = remoteSystem(programs);
  const routerOf = (identityFreshMs?: number): (() => string) => {
    let router: HiveRouter = { url: '', stop: () => undefined };
    afterAll(() => router.stop());
    beforeAll(async () => {
      const { subgraphs, gateway } = system();
      router = await startHiveRouter(
        Object.fromEntries(Object.entries(subgraphs).map(([name, { url }]) => [name, url])),
        `${gateway}/internal/identity`,
        identityFreshMs,
      );
    });
    return () => router.url;
  };
  const router = routerOf();

  it.each(REMOTE_CASES.filter(({ isOurs = false }) => !isOurs))(
    'subgraphs give the same answers and hold the same gates, at the cost that is documented: $name',
    async ({ tier, query, perMonth, units, routedUnits = units }) => {
      const { whole, customer, used } = system();
      const options = { tier, ...(perMonth === undefined ? {} : { perMonth }) };
      const [one, other] = [await customer(options), await customer(options)];
      expect(gist(await askGraph(router(), other.secret, query))).toEqual(
        gist(await askGraph(whole, one.secret, query)),
      );
      expect([await used(one), await used(other)]).toEqual([units, routedUnits]);
    },
  );

  it('subgraphs refuse requests without a key', async () => {
    const answer = await call(router(), '/graphql', { method: 'POST', body: { query: '{ viewer { tier } }' } });
    expect([answer.status, read(answer, 'error')]).toEqual([401, 'missing_key']);
  });

  describe('a stream', () => {
    const QUERY =
      'subscription ($tickers: [Ticker!]!) { signalChanged(tickers: $tickers) { ticker name signal { compositeScore } gapStats { gapCount } } }';
    // As an hour into a stream: no identity is fresh any more when an event needs one.
    const lateRouter = routerOf(0);
    const open = async (
      tier: Tier,
      tickers: readonly string[],
    ): Promise<{ readonly stream: EventStream; readonly customer: TestCustomer }> => {
      const customer = await system().customer({ tier, perMinute: 100_000 });
      return {
        customer,
        stream: await subscribe(lateRouter(), { key: customer.secret, query: QUERY, variables: { tickers } }),
      };
    };
    const AS_QUERY =
      '{ signalChanged: security(ticker: "AAPL") { ticker name signal { compositeScore } gapStats { gapCount } } }';

    it('sends the query’s result with fields of other subgraphs at the start and after each change', async () => {
      const { store, used, whole } = system();
      const { secret } = await system().customer({ tier: 'pro', perMinute: 100_000 });
      const asQuery = async (): Promise<unknown> => read(await askGraph(whole, secret, AS_QUERY), 'data');
      const { stream, customer } = await open('starter', ['AAPL']);
      const before = await asQuery();
      expect(read((await stream.event(0)).data as object, 'data')).toEqual(before);
      await changeLastClose(store, 'AAPL', 0.6);
      // The process that is asked for comparison hears of the change in its own time.
      let after = before;
      while (isDeepStrictEqual(after, before)) after = await asQuery();
      expect(read((await stream.event(1)).data as object, 'data')).toEqual(after);
      // Two signals, and one gap statistic: within a stream, this router asks another subgraph for an entity once.
      expect(await used(customer)).toBe(3);
      stream.leave();
    });

    it('is refused where the tier does not have it', async () => {
      const { stream, customer } = await open('free', ['AAPL']);
      expect(codeOf(await stream.event(0))).toBe('TIER_REQUIRED');
      await stream.ended;
      expect(await system().used(customer)).toBe(0);
    });

    it('ends with an error once its key is revoked', async () => {
      const { access } = system();
      const { stream, customer } = await open('pro', ['MSFT']);
      await stream.event(0);
      await access.keys.revoke(customer.accountId, customer.identity.keyId ?? '');
      const events = await stream.ended;
      expect(events.map(({ event }) => event)).toEqual(['next', 'next', 'complete']);
      expect(codeOf(events[1] ?? { event: 'none', data: {} })).toBe('INVALID_KEY');
    });

    it('frees its slot when its client disconnects', async () => {
      const customer = await system().customer({ tier: 'starter', perMinute: 100_000 });
      const again = async (): Promise<EventStream> =>
        subscribe(lateRouter(), { key: customer.secret, query: QUERY, variables: { tickers: ['MSFT'] } });
      const [stream, ...others] = [await again(), await again(), await again()];
      for (const open of [stream, ...others]) await open.event(0);
      expect(codeOf(await (await again()).event(0))).toBe('STREAMS_CAP');
      stream.leave();
      for (let code: unknown = 'STREAMS_CAP'; code === 'STREAMS_CAP';) {
        const next = await again();
        const [error] = (read((await next.event(0)).data as object, 'errors') as readonly object[] | undefined) ?? [];
        code = error === undefined ? undefined : read(error, 'extensions', 'code');
        next.leave();
      }
      for (const other of others) other.leave();
    });
  });
});
