import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { FAULT_READINGS } from '../../sources/live/fixtures/source-faults.js';
import type { ReplayAnswer } from '../../sources/live/fixtures/replay-server.js';
import { chartOf } from '../../sources/yahoo/fixtures/chart-server.js';
import { startYahooServer } from '../../sources/yahoo/fixtures/yahoo-server.js';
import type { SourceKind } from '../../store/source-reads.js';
import { allHeard } from '../../store/fixtures/databases.js';
import { externalFile, hasExternalData } from '../independent/datasets.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

/**
 * Vendors' recorded answers over real HTTP: one loopback server replays the files of the reference data as Yahoo and
 * the SEC send them, and fails in each of the ways in which such servers do. Of charts none is recorded; these are made
 * up.
 */
const vendor = await startYahooServer();
afterAll(() => vendor.close());
const server = await serverForFile({
  SVC_SOURCE: 'yahoo,edgar',
  SVC_SOURCE_URLS: ['yahoo', 'edgar'].map((name) => `${name}=${vendor.url}`).join(','),
  SVC_SEC_USER_AGENT: 'Pebble Research admin@pebble.example',
  // What drips ends with it alone.
  SVC_SOURCE_TIMEOUT_MS: '2000',
});
const { store } = server.runtime;
const HOUR_MS = 3_600_000;
const FIRST_BAR = parseIsoDate('2018-01-02') ?? 0;

interface Recorded {
  readonly status: number;
  readonly body: { readonly quoteSummary: { readonly result: readonly object[] | null } };
}

interface CompanyFacts {
  readonly facts: {
    readonly 'us-gaap': {
      readonly NetIncomeLoss: {
        readonly units: {
          readonly USD: readonly { readonly start: string; readonly end: string; readonly val: number }[];
        };
      };
    };
  };
}

const textOf = (...names: readonly [string, ...string[]]): string | undefined =>
  existsSync(externalFile(...names)) ? readFileSync(externalFile(...names), 'utf8') : undefined;

/** The modules that were recorded of a symbol, as one answer has them; what Yahoo answered if there are none. */
function summaryOf(symbol: string, modules: readonly string[]): ReplayAnswer {
  const files = modules.flatMap((module) => {
    const text = textOf('yahoo_recorded', '2021-04', `quoteSummary-${module}`, `${symbol}.json`);
    return text === undefined ? [] : [JSON.parse(text) as Recorded];
  });
  const results = files.flatMap(({ status, body }) => (status === 200 ? (body.quoteSummary.result ?? []) : []));
  if (results.length > 0)
    return {
      status: 200,
      body: JSON.stringify({ quoteSummary: { result: [Object.assign({}, ...results)], error: null } }),
    };
  return {
    status: files[0]?.status ?? 404,
    body: JSON.stringify(files[0]?.body ?? { quoteSummary: { result: null, error: { code: 'Not Found' } } }),
  };
}

const FILERS = [
  [320193, 'AAPL'],
  [1045810, 'NVDA'],
  [789019, 'MSFT'],
  [1324424, 'EXPE'],
] as const;
const tickers = JSON.stringify(
  Object.fromEntries(FILERS.map(([cik, ticker], i) => [i, { cik_str: cik, ticker, title: ticker }])),
);

/** The recorded answer to a request; undefined for what nobody recorded. */
function recorded({ pathname, searchParams }: URL): ReplayAnswer | undefined {
  const name = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  if (pathname.startsWith('/v10/finance/quoteSummary/'))
    return summaryOf(name, (searchParams.get('modules') ?? '').split(','));
  if (pathname.startsWith('/v8/finance/chart/')) {
    if (searchParams.get('interval') !== '1d') return undefined;
    const [from, to] = [Number(searchParams.get('period1')), Number(searchParams.get('period2'))];
    return { status: 200, body: JSON.stringify(chartOf(name, from, to, { firstDay: FIRST_BAR })) };
  }
  if (pathname === '/files/company_tickers.json') return { status: 200, body: tickers };
  const submissions = pathname.startsWith('/submissions/') ? textOf('sec_edgar', 'submissions', name) : undefined;
  if (submissions !== undefined)
    return { status: 200, body: JSON.stringify((JSON.parse(submissions) as { body: unknown }).body) };
  const facts = pathname.startsWith('/api/xbrl/companyfacts/') ? textOf('sec_edgar', 'companyfacts', name) : undefined;
  if (facts !== undefined) return { status: 200, body: facts };
  return undefined;
}

const withSession = vendor.respond;
vendor.respond = (asked, headers) => withSession?.(asked, headers) ?? recorded(asked);

const { key } = await server.newKey('institutional', { perMinute: 100_000 });
const ask = (path: string) => server.call(path, { key });
/** Rows of vendors, not of the simulated market. */
const real = (rows: readonly { readonly source: string }[] | undefined): number =>
  (rows ?? []).filter(({ source }) => source !== 'simulated').length;
const readingOf = async (ticker: string, kind: SourceKind) =>
  (await store.sourceReads.bySymbols([ticker], kind)).get(ticker);
/** Asks until a reading has ended as expected; requests never wait for what is stored. */
async function askUntil(path: string, ticker: string, kind: SourceKind, fault: string | null) {
  const sinceMs = server.clock.nowMs;
  for (let tries = 0; tries < 1_500; tries += 1) {
    const answer = await ask(path);
    expect([200, 503]).toContain(answer.status);
    const reading = await readingOf(ticker, kind);
    const isNew = fault !== null || (reading?.fetchedAt?.getTime() ?? 0) >= sinceMs;
    if (reading?.claimedUntil === null && reading.fault === fault && isNew) return fault === null ? ask(path) : answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
    // Budgets fill with time.
    server.clock.nowMs += 100;
  }
  throw new Error(
    `${kind} of ${ticker}: ${JSON.stringify(await readingOf(ticker, kind))}, expected ${fault ?? 'no fault'}`,
  );
}

/** What is read of a ticker from each source, where it is served, and how many rows the files have of it. */
const SERIES: readonly (readonly [
  string,
  string,
  string,
  SourceKind,
  string,
  number,
  (ticker: string) => Promise<number>,
])[] = [
  [
    'daily bars of Yahoo',
    '/v8/finance/chart/',
    'gap-stats',
    'daily',
    'yahoo chart',
    2012,
    async (ticker) => {
      const series = (await store.bars.readDaily([ticker])).get(ticker);
      return series?.source === 'yahoo' ? series.bars.days.length : 0;
    },
  ],
  [
    'rating actions of Yahoo',
    '/v10/finance/quoteSummary/',
    'street-grades',
    'ratings',
    'yahoo summary',
    762,
    async (ticker) => real((await store.ratingActions.byTickers([ticker])).get(ticker)),
  ],
  [
    'fiscal quarters of the SEC',
    '/api/xbrl/companyfacts/',
    'earnings-calendar',
    'fundamentals',
    'edgar',
    60,
    async (ticker) => real((await store.earnings.byTickers([ticker])).get(ticker)),
  ],
];

(hasExternalData ? describe : describe.skip)('recorded answers over HTTP', () => {
  beforeEach(() => {
    Object.assign(vendor, { fault: null, faultAt: '', refusal: null, crumb: null });
    // Past every pause and staleness window, and past a session, whatever the weekend.
    server.clock.nowMs += 96 * HOUR_MS;
  });

  it('values of the files are stored and served', async () => {
    // The first readings of a ticker wait for budgets, which fill with time.
    const passing = setInterval(() => (server.clock.nowMs += 100), 20);
    try {
      const grades = await ask('/api/v1/street-grades?ticker=AAPL');
      expect([grades.status, grades.headers['x-data-source']]).toEqual([200, 'yahoo']);
      const davidson = { date: '2021-01-28', firm: 'DA Davidson', action: 'reiteration', rating: 'Buy', pt: null };
      expect(read(grades, 'recent')).toContainEqual(expect.objectContaining(davidson));
      const actions = (await store.ratingActions.byTickers(['AAPL'])).get('AAPL') ?? [];
      expect([actions.length, isoDate(actions[0]?.day ?? 0)]).toEqual([762, '2012-02-09']);
      const calendar = await ask('/api/v1/earnings-calendar?ticker=AAPL');
      // The year's fourth quarter has no facts of its own: it is the year less nine months.
      const facts = JSON.parse(textOf('sec_edgar', 'companyfacts', 'CIK0000320193.json') ?? '') as CompanyFacts;
      const filed = facts.facts['us-gaap'].NetIncomeLoss.units.USD;
      const over = (start: string, end: string) =>
        filed.filter((fact) => fact.start === start && fact.end === end).at(-1)?.val ?? NaN;
      const [newest] = read(calendar, 'earnings_history') as readonly {
        readonly period_end: string;
        readonly net_income: number;
      }[];
      expect([newest?.period_end, newest?.net_income]).toEqual([
        '2025-09-27',
        over('2024-09-29', '2025-09-27') - over('2024-09-29', '2025-06-28'),
      ]);
      expect((await askUntil('/api/v1/corporate-events?ticker=MSFT', 'MSFT', 'filings', null)).status).toBe(200);
      // The file has four more, which were filed after the day of this test.
      expect((await store.companyFilings.byTickers(['MSFT'])).get('MSFT')?.length).toBe(1002);
    } finally {
      clearInterval(passing);
    }
  });

  it("insiders' transactions that Yahoo alone tells are shown, and none of them beside forms with the SEC", async () => {
    const passing = setInterval(() => (server.clock.nowMs += 100), 20);
    try {
      const events = await askUntil('/api/v1/corporate-events?ticker=SIX', 'SIX', 'insiders', null);
      expect(read(events, 'summary', 'counts', 'insider')).toBe(150);
      const insider = read(events, 'events', 'insider') as readonly { readonly detail: string }[];
      expect(insider.length).toBe(50);
      expect(insider.every(({ detail }) => !detail.includes('null'))).toBe(true);
      // The SEC has a list of Apple's forms, none of which was recorded: Yahoo is not asked.
      await askUntil('/api/v1/corporate-events?ticker=AAPL', 'AAPL', 'insiders', null);
      expect([(await readingOf('AAPL', 'insiders'))?.source, (await readingOf('SIX', 'insiders'))?.source]).toEqual([
        'edgar',
        'yahoo',
      ]);
      expect((await store.insiderTransactions.byTickers(['AAPL'])).size).toBe(0);
      await store.db.transaction().execute(async (tx) => {
        const filer = 'CIK0000701374';
        const shares = { security: 'shares', isDerivative: false, isAcquired: false, shares: 5, sharesAfter: null };
        const sold = { ...shares, day: 18_600, code: 'S' as const, price: 40, isPriceInFootnote: false };
        await store.filers.save(tx, [{ ticker: 'SIX', filer, name: 'Six Flags', source: 'files' }]);
        await store.insiderFilings.save(tx, [
          {
            filer,
            id: '0000701374-21-000001',
            form: '4',
            owners: [{ cik: 1, name: 'Pat Pebble', role: null }],
            periodDay: 18_600,
            filingDay: 18_601,
            originalDay: null,
            transactions: [sold],
            holdings: 0,
            origin: 'form',
            source: 'files',
          },
        ]);
      });
      await allHeard(store);
      expect(read(await ask('/api/v1/corporate-events?ticker=SIX'), 'summary', 'counts', 'insider')).toBe(1);
    } finally {
      clearInterval(passing);
    }
  });

  describe.each(SERIES)('%s', (_what, prefix, path, kind, endpoint, rows, countOf) => {
    it.each(FAULT_READINGS)(
      'while the source answers with %s, the last good data is served with its age, and read again after it',
      async (fault, expected) => {
        const url = `/api/v1/${path}?ticker=AAPL`;
        const good = await askUntil(url, 'AAPL', kind, null);
        const held = await countOf('AAPL');
        expect([good.status, held >= rows]).toEqual([200, true]);
        const readMs = (await readingOf('AAPL', kind))?.fetchedAt?.getTime() ?? NaN;
        server.clock.nowMs += 96 * HOUR_MS;
        Object.assign(vendor, { fault, faultAt: prefix });
        vendor.asked.length = 0;
        const failing = await askUntil(url, 'AAPL', kind, expected);
        const stale = await ask(url);
        const ageS = Math.floor((server.clock.nowMs - readMs) / 1000);
        expect([failing.status, stale.status, await countOf('AAPL')]).toEqual([200, 200, held]);
        // Other kinds are read as before, so that what follows from today's prices may change.
        if (kind === 'daily') expect(stale.text).toBe(good.text);
        if (kind === 'fundamentals') expect(read(stale, 'earnings_history')).toEqual(read(good, 'earnings_history'));
        expect(Number(stale.headers['x-data-age'])).toBeGreaterThan(ageS - 5);
        // One request to the vendor, which nobody retries before it is due, and no redirect is followed.
        expect(
          vendor.asked.filter(
            (each) => (each.startsWith(prefix) && /AAPL|0000320193/.test(each)) || each.startsWith('/followed'),
          ),
        ).toHaveLength(1);
        const [budget] = (await store.sourceBudgets.all()).filter((each) => each.endpoint === endpoint);
        // Answers of other kinds from the same endpoint end a series of failures.
        expect(budget?.fault).toBe(expected);
        // Of the others too an answer of another kind ends the pause.
        if (fault === 'too_many_with_wait' && kind === 'daily')
          expect((budget?.openUntil?.getTime() ?? NaN) - (budget?.failedAt?.getTime() ?? NaN)).toBe(120_000);
        if (fault === 'too_many' && kind === 'daily')
          expect(budget?.openUntil?.getTime()).toBeGreaterThan(budget?.failedAt?.getTime() ?? NaN);

        // What nobody has read of another ticker is unavailable, not unknown, and has nothing stored.
        const fresh = kind === 'fundamentals' ? 'NVDA' : 'SIX';
        // A drip ends after the time limit alone, when another fault is in force.
        if (
          fault !== 'drip' &&
          ((await readingOf(fresh, kind)) === undefined || (await readingOf(fresh, kind))?.fetchedAt === null)
        ) {
          server.clock.nowMs += HOUR_MS;
          const unread = await ask(`/api/v1/${path}?ticker=${fresh}`);
          expect([unread.status, Number(unread.headers['retry-after']) > 0, await countOf(fresh)]).toEqual([
            503,
            true,
            0,
          ]);
        }

        vendor.fault = null;
        server.clock.nowMs += 7 * HOUR_MS;
        const again = await askUntil(url, 'AAPL', kind, null);
        expect([again.status, (await countOf('AAPL')) >= held]).toEqual([200, true]);
      },
    );

    it('what was unavailable while the source failed is read once it answers', async () => {
      const fresh = kind === 'fundamentals' ? 'NVDA' : 'SIX';
      const answer = await askUntil(`/api/v1/${path}?ticker=${fresh}`, fresh, kind, null);
      expect([(await ask(`/api/v1/${path}?ticker=${fresh}`)).status, answer.text.includes(fresh)]).toEqual([200, true]);
      if (kind === 'ratings') expect(await countOf('SIX')).toBe(77);
    });
  });

  it('an expired cookie and crumb are obtained again, once, and nothing of it is seen by who asks', async () => {
    await askUntil('/api/v1/street-grades?ticker=AAPL', 'AAPL', 'ratings', null);
    server.clock.nowMs += 96 * HOUR_MS;
    vendor.expire();
    vendor.asked.length = 0;
    const before = (await readingOf('AAPL', 'ratings'))?.fetchedAt?.getTime() ?? 0;
    while (((await readingOf('AAPL', 'ratings'))?.fetchedAt?.getTime() ?? 0) <= before) {
      expect((await ask('/api/v1/street-grades?ticker=AAPL')).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(
      vendor.asked.map((each) => each.split('?')[0]).filter((each) => /^\/(v10\/|v1\/|$)/.test(each ?? '')),
    ).toEqual(['/v10/finance/quoteSummary/AAPL', '/', '/v1/test/getcrumb', '/v10/finance/quoteSummary/AAPL']);
    expect((await readingOf('AAPL', 'ratings'))?.fault).toBeNull();
  });

  it('a sentence in place of a crumb is never sent as one; bars are read as before', async () => {
    await askUntil('/api/v1/street-grades?ticker=AAPL', 'AAPL', 'ratings', null);
    server.clock.nowMs += 96 * HOUR_MS;
    vendor.expire();
    vendor.crumb = 'Too Many Requests';
    const stale = await askUntil('/api/v1/street-grades?ticker=AAPL', 'AAPL', 'ratings', 'rate_limited');
    expect([stale.status, (await store.ratingActions.byTickers(['AAPL'])).get('AAPL')?.length]).toEqual([200, 762]);
    expect(vendor.asked.filter((each) => /crumb=Too/.test(each))).toEqual([]);
    expect([(await ask('/api/v1/gap-stats?ticker=AAPL')).status, (await readingOf('AAPL', 'daily'))?.fault]).toEqual([
      200,
      null,
    ]);
    vendor.crumb = null;
    server.clock.nowMs += 7 * HOUR_MS;
    await askUntil('/api/v1/street-grades?ticker=AAPL', 'AAPL', 'ratings', null);
  });

  it('every recorded ticker of Yahoo is answered with what its files have, and none with a failure of the server', async () => {
    const files = readdirSync(externalFile('yahoo_recorded', '2021-04', 'quoteSummary-upgradeDowngradeHistory'));
    const counts: (readonly [string, number, number])[] = [];
    for (const ticker of files.map((file) => file.replace('.json', ''))) {
      server.clock.nowMs += 5_000;
      const answer = await ask(`/api/v1/street-grades?ticker=${ticker}`);
      counts.push([ticker, answer.status, (await store.ratingActions.byTickers([ticker])).get(ticker)?.length ?? 0]);
    }
    expect(counts).toEqual([
      ['AAPL', 200, 762],
      ['ABBV', 200, 132],
      ['ADH', 200, 0],
      ['AFRAF', 200, 0],
      ['AMZN', 200, 415],
      ['BABA', 200, 187],
      ['BEKE', 200, 1],
      ['BFLY', 200, 0],
      ['BRKS', 200, 55],
      ['CRON', 200, 18],
      ['EPAC', 200, 2],
      ['GOOG', 200, 228],
      ['QQQ', 200, 0],
      ['SI', 200, 42],
      ['SIX', 200, 77],
      ['SPOT', 200, 93],
    ]);
  });
});
