import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasRedis, startTestRedis, type TestRedis } from '../../access/fixtures/redis.js';
import { postgresBinaries, postgresDatabase } from '../../store/fixtures/databases.js';
import { LIVE_EVENTS } from '../../store/events.js';
import type { Store } from '../../store/open-store.js';
import { writeHistories } from '../chaos/synthetic.js';
import { codeOf, subscribe } from '../support/event-stream.js';
import { endConnections, read } from '../support/http.js';
import { programsForFile, type ServerProgram } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

const isPossible = hasRedis && (process.env['TEST_DATABASE_URL'] !== undefined || postgresBinaries() !== null);
if (!isPossible) console.log('skipped: live streams over two processes, for want of PostgreSQL and Redis');

const QUERY =
  'subscription ($tickers: [Ticker!]!) { signalChanged(tickers: $tickers) { ticker signal { compositeScore quote { last } } } }';

(isPossible ? describe : describe.skip)('live streams of two processes on one PostgreSQL', () => {
  const programs = programsForFile();
  const servers: ServerProgram[] = [];
  const environment: Record<string, string | undefined> = {};
  let store: Store;
  let redis: TestRedis | undefined;
  let key = '';
  const openDatabase = postgresDatabase();
  afterAll(async () => {
    endConnections();
    await redis?.stop();
  });
  removeScratchAtEnd();

  const importHistory = async (ticker: string, level: number, days = 300): Promise<void> => {
    const folder = await scratchDir();
    await writeHistories(folder, [ticker], days, level);
    expect(await programs.run('import', ['bars', folder], environment)).toMatchObject({ code: 0 });
  };
  beforeAll(async () => {
    store = await openDatabase();
    redis = await startTestRedis();
    environment['DATABASE_URL'] = store.poolConfig.connectionString;
    environment['REDIS_URL'] = redis.url;
    servers.push(await programs.server(environment), await programs.server(environment));
    ({ key } = await programs.newKey(environment, '--tier', 'institutional'));
    await importHistory('SHARED', 10);
  });

  const open = (index: number, tickers: readonly string[]) =>
    subscribe(servers[index]?.url ?? '', { key, query: QUERY, variables: { tickers } });

  it('tell of what a third process imports, each of them once', async () => {
    const streams = await Promise.all([open(0, ['SHARED']), open(1, ['SHARED']), open(1, ['SHARED', 'NEW'])]);
    await Promise.all([streams[0].event(0), streams[1].event(0), streams[2].event(1)]);
    const scoreOf = (event: object | undefined): unknown =>
      read(event ?? {}, 'data', 'data', 'signalChanged', 'signal', 'compositeScore');
    const before = scoreOf(streams[0].events[0]);
    await importHistory('SHARED', 10, 317);
    const events = await Promise.all([streams[0].event(1), streams[1].event(1), streams[2].event(2)]);
    expect(new Set(events.map(scoreOf)).size).toBe(1);
    expect(scoreOf(events[0])).not.toBe(before);
    await importHistory('NEW', 20);
    expect(read(await streams[2].event(3), 'data', 'data', 'signalChanged', 'ticker')).toBe('NEW');
    expect(streams.map((stream) => stream.events.length)).toEqual([2, 2, 4]);
    for (const stream of streams) stream.leave();
  });

  it('tell of stories that a third process imports', async () => {
    const query = 'subscription { newsPublished(tickers: ["SHARED"]) { news(first: 1) { nodes { title } } } }';
    const streams = await Promise.all(
      [0, 1].map((index) => subscribe(servers[index]?.url ?? '', { key, query, variables: {} })),
    );
    for (const stream of streams) await stream.event(0);
    const file = join(await scratchDir(), 'news.json');
    await writeFile(
      file,
      JSON.stringify([
        {
          url: 'https://alder.example/1',
          headline: 'A shared story',
          related: 'SHARED',
          source: 'Alder Wire',
          summary: '',
          datetime: '2026-01-05T12:00:00Z',
        },
      ]),
    );
    expect(await programs.run('import', ['news', file], environment)).toMatchObject({ code: 0 });
    for (const stream of streams) {
      expect((await stream.event(1)).data).toMatchObject({
        data: { newsPublished: { news: { nodes: [{ title: 'A shared story' }] } } },
      });
      stream.leave();
    }
  });

  it('go on over what they cannot read', async () => {
    const stream = await open(0, ['SHARED']);
    await stream.event(0);
    await store.notify(LIVE_EVENTS, 'no event');
    await store.notify(
      LIVE_EVENTS,
      JSON.stringify({ topic: 'signal', key: 'SHARED', version: 'as nobody computed it' }),
    );
    expect(read((await stream.event(1)).data as object, 'data', 'signalChanged', 'ticker')).toBe('SHARED');
    stream.leave();
  });

  it('end with their key, in whatever process it is revoked', async () => {
    const made = await programs.newKey(environment, '--tier', 'pro');
    const stream = await subscribe(servers[1]?.url ?? '', {
      key: made.key,
      query: QUERY,
      variables: { tickers: ['SHARED'] },
    });
    await stream.event(0);
    expect((await programs.run('admin', ['keys', 'revoke', made.key_id], environment)).code).toBe(0);
    const [, last, end] = await stream.ended;
    expect([codeOf(last ?? { event: '', data: {} }), end?.event]).toEqual(['INVALID_KEY', 'complete']);
  });

  it('are cut when their process stops, which does not wait for them', async () => {
    const stream = await open(0, ['SHARED']);
    await stream.event(0);
    const stopped = await servers[0]?.signal('SIGTERM');
    expect((await stream.ended).map(({ event }) => event)).toEqual(['next']);
    expect(stopped).toMatchObject({ code: 0, signal: null });
  });
});
