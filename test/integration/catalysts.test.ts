import { describe, expect, it } from '@jest/globals';
import { TIERS, type Tier } from '../../access/tiers.js';
import { MS_PER_DAY } from '../../calendar/days.js';
import { importFiles } from '../../sources/files/import-files.js';
import { IMPORT as ACTIONS } from '../../sources/files/import-actions.js';
import { IMPORT as CONGRESS } from '../../sources/files/import-congress.js';
import { IMPORT as IPO } from '../../sources/files/import-ipo.js';
import { IMPORT as MACRO } from '../../sources/files/import-macro.js';
import type { FileImport } from '../../sources/files/import-files.js';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { allHeard } from '../../store/fixtures/databases.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { sqlCounter } from '../support/sql-counter.js';

const server = await serverForFile();
const { store } = server.runtime;
const now = (): Date => new Date(server.clock.nowMs);
const MANY = { perMinute: 100_000 };
const keys = Object.fromEntries(
  await Promise.all(TIERS.map(async (tier) => [tier, (await server.newKey(tier, MANY)).key] as const)),
) as Readonly<Record<Tier, string>>;

const ALL = ['earnings', 'ipo', 'dividend', 'split', 'macro', 'opex', 'congress'];
const FREE = ['earnings', 'macro', 'opex'];
const LIMITS: Readonly<Record<Tier, { readonly days: number; readonly types: readonly string[] }>> = {
  free: { days: 7, types: FREE },
  starter: { days: 21, types: ALL },
  pro: { days: 60, types: ALL },
  institutional: { days: 60, types: ALL },
};

interface Event {
  readonly date: string;
  readonly time?: string;
  readonly type: string;
  readonly ticker?: string;
  readonly title: string;
  readonly detail: string;
  readonly importance: string;
  readonly estimate: boolean;
}

const ask = (tier: Tier, query = ''): Promise<Answer> => server.call(`/api/v1/catalysts${query}`, { key: keys[tier] });
const eventsOf = (answer: Answer): readonly Event[] => read(answer, 'events') as readonly Event[];
const dateAfter = (days: number): string =>
  new Date(Date.UTC(2026, 0, 2) + days * MS_PER_DAY).toISOString().slice(0, 10);

/** The same request in the graph. */
async function inGraph(tier: Tier, args: string): Promise<object> {
  const fields =
    'today windowDays count tier limits { days types } clamped { days types } events { date time type ticker title detail importance isEstimate }';
  const answer = await server.graphql(keys[tier], `{ catalysts${args} { ${fields} } }`);
  expect(read(answer, 'errors')).toBeUndefined();
  return read(answer, 'data', 'catalysts') as object;
}

const lower = (values: unknown): unknown => (values as readonly string[]).map((value) => value.toLowerCase());

async function load(kind: FileImport, name: string, file: string): Promise<void> {
  await importFiles(store, kind, [await temporaryFiles({ [name]: file })], { strict: true, now });
  await allHeard(store);
}

describe.each(TIERS)('%s', (tier) => {
  const { days, types } = LIMITS[tier];

  it.each([1, 7, 8, 21, 22, 60])(
    'asked for %i days shows those of the tier, and says what it left out',
    async (asked) => {
      const answer = await ask(tier, `?days=${asked}`);
      const window = Math.min(asked, days);
      expect(answer.status).toBe(200);
      expect(read(answer, 'today')).toBe('2026-01-02');
      expect([
        read(answer, 'window_days'),
        read(answer, 'tier'),
        read(answer, 'limits'),
        read(answer, 'clamped'),
      ]).toEqual([window, tier, { days, types }, { days: asked > days ? asked : null, types: [] }]);
      expect(read(answer, 'count')).toBe(eventsOf(answer).length);
      for (const { date, type } of eventsOf(answer)) {
        expect(types).toContain(type);
        const [first, last] =
          type === 'congress' ? [dateAfter(-window), dateAfter(0)] : [dateAfter(0), dateAfter(window)];
        expect([date >= first, date <= last]).toEqual([true, true]);
      }
    },
  );

  it('has 21 days by default, or those of the tier', async () => {
    const answer = await ask(tier);
    expect([read(answer, 'window_days'), read(answer, 'clamped', 'days')]).toEqual([
      Math.min(21, days),
      days < 21 ? 21 : null,
    ]);
  });

  it('shows the requested types that it has, each once, and names the others', async () => {
    const answer = await ask(tier, '?types=opex,ipo,opex,congress,macro,ipo');
    const wanted = ['ipo', 'macro', 'opex', 'congress'];
    expect(read(answer, 'clamped', 'types')).toEqual(wanted.filter((type) => !types.includes(type)));
    expect(
      [...new Set(eventsOf(answer).map(({ type }) => type))].every(
        (type) => wanted.includes(type) && types.includes(type),
      ),
    ).toBe(true);
  });

  it('answers a type that it lacks alone with an empty list and not with a refusal', async () => {
    const answer = await ask(tier, '?types=ipo');
    const lacks = !types.includes('ipo');
    expect([answer.status, read(answer, 'clamped', 'types')]).toEqual([200, lacks ? ['ipo'] : []]);
    expect(eventsOf(answer).length === 0).toBe(lacks);
    expect(read(answer, 'count')).toBe(eventsOf(answer).length);
  });

  it.each(['', '?days=60', '?types=earnings,ipo', '?days=1&types=opex', '?days=60&ticker=AAPL'])(
    'answers %j alike in the graph',
    async (query) => {
      const parameters = new URLSearchParams(query);
      const spelled: Readonly<Record<string, (value: string) => string>> = {
        days: (value) => value,
        types: (value) => `[${value.toUpperCase()}]`,
        ticker: (value) => `"${value}"`,
      };
      const args = [...parameters].map(([name, value]) => `${name}: ${spelled[name]?.(value) ?? value}`);
      const graph = await inGraph(tier, args.length === 0 ? '' : `(${args.join(', ')})`);
      const answer = await ask(tier, query);
      const events = (read(graph, 'events') as readonly (Omit<Event, 'estimate'> & { isEstimate: boolean })[]).map(
        ({ isEstimate, type, importance, ...event }) => ({
          ...Object.fromEntries(
            Object.entries(event as Readonly<Record<string, unknown>>).filter(([, value]) => value !== null),
          ),
          type: type.toLowerCase(),
          importance: importance.toLowerCase(),
          estimate: isEstimate,
        }),
      );
      expect(events).toEqual(eventsOf(answer));
      expect({
        today: read(graph, 'today'),
        window_days: read(graph, 'windowDays'),
        count: read(graph, 'count'),
        tier: String(read(graph, 'tier')).toLowerCase(),
        limits: { days: read(graph, 'limits', 'days'), types: lower(read(graph, 'limits', 'types')) },
        clamped: { days: read(graph, 'clamped', 'days'), types: lower(read(graph, 'clamped', 'types')) },
      }).toEqual({
        today: read(answer, 'today'),
        window_days: read(answer, 'window_days'),
        count: read(answer, 'count'),
        tier: read(answer, 'tier'),
        limits: read(answer, 'limits'),
        clamped: read(answer, 'clamped'),
      });
    },
  );
});

describe('a request', () => {
  it.each([
    'days=0',
    'days=61',
    'days=-1',
    'days=2.5',
    'days=',
    'types=',
    'types=crypto',
    'types=EARNINGS',
    'ticker=1A',
  ])('with %s is refused', async (query) => {
    const answer = await ask('pro', `?${query}`);
    expect([answer.status, read(answer, 'error')]).toEqual([400, 'invalid_parameter']);
  });

  it('with an unknown type is told the seven', async () => {
    const answer = await ask('free', '?types=macro,crypto');
    for (const type of ALL) expect(read(answer, 'message')).toContain(type);
    expect(read(answer, 'message')).toContain('entry 2 of types');
  });

  it('of the graph has the same bounds, and the same price', async () => {
    const { key, ...rest } = await server.newKey('free', MANY);
    for (const args of ['days: 0', 'days: 61', 'types: []'])
      expect(
        read(await server.graphql(key, `{ catalysts(${args}) { count } }`), 'errors', 0, 'extensions', 'code'),
      ).toBe('INVALID_PARAMETER');
    expect(await server.used({ key, ...rest })).toBe(0);
    await server.graphql(key, '{ catalysts(days: 60, types: [IPO]) { count clamped { days types } } }');
    expect(await server.used({ key, ...rest })).toBe(1);
  });

  it("for a ticker has only its events, in the caller's spelling; an unknown one is 404, in the graph too", async () => {
    const answer = await ask('pro', '?days=60&ticker=aapl');
    expect(eventsOf(answer).length).toBeGreaterThan(0);
    expect(new Set(eventsOf(answer).map(({ ticker }) => ticker))).toEqual(new Set(['AAPL']));
    expect((await ask('pro', '?ticker=BRK-B&days=60')).text).not.toContain('BRK.B');
    expect([(await ask('free', '?ticker=NOSUCH')).status, read(await ask('free', '?ticker=NOSUCH'), 'error')]).toEqual([
      404,
      'ticker_not_found',
    ]);
    const graph = await server.graphql(keys.free, '{ catalysts(ticker: "NOSUCH") { count } }');
    expect(read(graph, 'errors', 0, 'extensions')).toMatchObject({ code: 'TICKER_NOT_FOUND', param: 'ticker' });
  });

  it('for the ticker of an IPO, of which no prices are stored, finds it', async () => {
    const [listing] = eventsOf(await ask('pro', '?days=60&types=ipo'));
    const answer = await ask('pro', `?days=60&ticker=${listing?.ticker ?? ''}`);
    expect([answer.status, eventsOf(answer)]).toEqual([200, [listing]]);
    const graph = await server.graphql(
      keys.pro,
      `{ catalysts(days: 60, ticker: "${listing?.ticker ?? ''}") { events { security { name } } } }`,
    );
    expect(read(graph, 'data', 'catalysts', 'events')).toEqual([{ security: null }]);
  });
});

describe('the demo market', () => {
  it('has events of every type but splits, invented ones labelled, and says why splits are missing', async () => {
    const answer = await ask('pro', '?days=60');
    const found = new Map(eventsOf(answer).map((event) => [event.type, event]));
    expect([...found.keys()].sort()).toEqual(ALL.filter((type) => type !== 'split').sort());
    expect(answer.headers['x-data-source']).toBe('curated, simulated');
    for (const type of ['ipo', 'dividend', 'congress'])
      for (const { title, detail } of eventsOf(answer).filter((event) => event.type === type))
        expect(`${title} ${detail}`).toMatch(/invented/i);
    const graph = await server.graphql(keys.pro, '{ catalysts(days: 60) { missing { type reason } } }');
    expect(read(graph, 'data', 'catalysts', 'missing')).toEqual([
      { type: 'SPLIT', reason: 'no announced split of these days is stored' },
    ]);
  });

  it('estimates the reports that the earnings calendar estimates', async () => {
    const events = eventsOf(await ask('pro', '?days=60&types=earnings'));
    expect(events.length).toBeGreaterThan(20);
    for (const { ticker = '', date, estimate } of events.slice(0, 5)) {
      const calendar = await server.call(`/api/v1/earnings-calendar?ticker=${ticker}`, { key: keys.pro });
      expect([read(calendar, 'next_earnings_estimate'), estimate]).toEqual([date, true]);
    }
  });

  it("dates macro events with New York's time and a source", async () => {
    const events = eventsOf(await ask('pro', '?days=30&types=macro'));
    expect(events.map(({ date, time, title, importance }) => [date, time, title, importance])).toEqual([
      ['2026-01-09', '08:30', 'Employment Situation', 'high'],
      ['2026-01-13', '08:30', 'Consumer Price Index', 'high'],
      ['2026-01-28', '14:00', 'FOMC decision', 'high'],
    ]);
    const graph = await server.graphql(keys.pro, '{ catalysts(days: 30, types: [MACRO]) { events { sourceUrl } } }');
    for (const { sourceUrl } of read(graph, 'data', 'catalysts', 'events') as readonly { sourceUrl: string }[])
      expect(sourceUrl).toMatch(/^https:/);
  });
});

it('a calendar takes one query for each table, and none while nothing changes', async () => {
  await load(MACRO, 'none.csv', 'Title,Period,Date,Importance\nOther,x,2026-06-01,low');
  const counter = sqlCounter(store.pool);
  await Promise.all([ask('pro'), ask('free', '?days=3'), ask('institutional', '?days=60')]);
  const cold = counter.take();
  const tables = ['announced_actions', 'congress_trades', 'ipo_listings', 'macro_releases'];
  expect(tables.map((table) => [table, cold.filter((each) => each === table).length])).toEqual(
    tables.map((table) => [table, 1]),
  );
  await Promise.all([ask('pro'), ask('starter', '?types=congress'), ask('free')]);
  expect(counter.take()).toEqual([]);
  counter.stop();
});

it('an import is shown at once: trades, announced actions, IPOs and releases, in the order of the day', async () => {
  await load(
    CONGRESS,
    'trades.csv',
    'transaction_date,disclosure_date,ticker,asset_description,type,amount,senator\n2025-12-01,2026-01-01,ZZZZ,Zed Corp,Purchase,"$1,001 - $15,000",Jane Alder',
  );
  await load(ACTIONS, 'actions.csv', 'ticker,type,date,ratio\nZZZZ,split,2026-01-05,3:2');
  await load(
    IPO,
    'ipo.json',
    JSON.stringify({
      ipoCalendar: [{ symbol: 'NEWX', name: 'New X', status: 'expected', date: '2026-01-06', price: '10.00-12.00' }],
    }),
  );
  await load(
    MACRO,
    'macro.csv',
    'title,period,date,time,importance,source_url\nConsumer Price Index,December 2025,2026-01-12,9:00,high,https://example.com/moved',
  );
  const answer = await ask('pro', '?days=10');
  expect(
    eventsOf(answer)
      .filter(({ ticker }) => ticker === 'ZZZZ')
      .map(({ date, type, title }) => [date, type, title]),
  ).toEqual([
    ['2026-01-01', 'congress', 'Purchase by Jane Alder'],
    ['2026-01-05', 'split', 'Split of 3 for 2'],
  ]);
  expect(eventsOf(answer).find(({ ticker }) => ticker === 'NEWX')).toMatchObject({
    date: '2026-01-06',
    estimate: true,
  });
  expect(eventsOf(answer).filter(({ type, title }) => type === 'congress' && title.includes('(invented)'))).toEqual([]);
  const moved = eventsOf(answer).filter(({ title }) => title === 'Consumer Price Index');
  expect(moved.map(({ date, time }) => [date, time])).toEqual([['2026-01-12', '09:00']]);
  const order = eventsOf(answer).map(({ date, time = '' }) => `${date} ${time}`);
  expect(order).toEqual([...order].sort());
  expect(answer.headers['x-data-source']).toContain('files');
});

it('a release that is imported under another name of its period is shown once, in the graph too', async () => {
  const days = ['2026-01-09', '2026-01-12', '2026-01-28'];
  const shown = async (): Promise<readonly string[]> => {
    const rest = eventsOf(await ask('pro', '?days=30&types=macro')).map(({ date, title }) => `${date} ${title}`);
    const graph = read(await inGraph('pro', '(days: 30, types: [MACRO])'), 'events') as readonly Event[];
    expect(graph.map(({ date, title }) => `${date} ${title}`)).toEqual(rest);
    return rest.filter((event) => days.some((day) => event.startsWith(day)));
  };
  const once = ['2026-01-09 Employment Situation', '2026-01-12 Consumer Price Index', '2026-01-28 FOMC decision'];
  for (const [jobs, prices, decision] of [
    ['December 2025', 'December 2025', 'January 2026'],
    ['Dec 2025', 'Dec 2025', 'January 27-28'],
    ['2025-12', '2025-12', '2026-01'],
  ]) {
    const rows = [
      `Employment Situation,${jobs},2026-01-09,8:30,high`,
      `Consumer Price Index,${prices},2026-01-12,,high`,
      `FOMC decision,${decision},2026-01-28,,high`,
    ];
    await load(MACRO, 'again.csv', ['title,period,date,time,importance', ...rows].join('\n'));
    // The calendar that comes with the program has prices of December on the 13th, under their usual name.
    expect(await shown()).toEqual(once);
  }
});

it("today is New York's, and an answer that was given before its midnight is not given after it", async () => {
  const before = server.clock.nowMs;
  try {
    // Midnight in New York is 5:00 UTC.
    server.clock.nowMs = Date.UTC(2026, 0, 10, 4, 59);
    const friday = await ask('free', '?types=macro');
    expect([read(friday, 'today'), eventsOf(friday).length > 0]).toEqual(['2026-01-09', true]);
    server.clock.nowMs = Date.UTC(2026, 0, 10, 5, 0);
    const saturday = await ask('free', '?types=macro');
    expect(read(saturday, 'today')).toBe('2026-01-10');
    expect(eventsOf(saturday).map(({ date }) => date)).not.toContain('2026-01-09');
    expect(saturday.headers.etag).not.toBe(friday.headers.etag);
  } finally {
    server.clock.nowMs = before;
  }
});

it('each tier gets its own answer to the same request, however often and in whatever order', async () => {
  for (const tier of ['pro', 'free', 'starter', 'free', 'pro'] as const) {
    const answer = await ask(tier, '?days=60');
    expect([read(answer, 'tier'), read(answer, 'window_days')]).toEqual([tier, LIMITS[tier].days]);
  }
});
