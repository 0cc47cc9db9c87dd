import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { createOutbound } from '../../outbound/outbound.js';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { createEndpoint } from '../live/endpoint.js';
import type { SourceFault } from '../live/fixtures/source-faults.js';
import { createKindReads } from '../live/kind-reads.js';
import { kindDueMs, type KindName } from '../live/kind-table.js';
import { liveStore } from '../live/live-store.js';
import {
  chainAnswer,
  NO_RATINGS,
  outlookModules,
  profileModules,
  ratingsAnswer,
  statementModules,
  summaryAnswer,
} from './fixtures/answers.js';
import { minuteChartOf } from './fixtures/chart-server.js';
import { startYahooServer, type YahooServer } from './fixtures/yahoo-server.js';
import { createYahooInsiders } from './yahoo-insiders.js';
import { createYahooKinds } from './yahoo-kinds.js';
import { createYahooSession } from './yahoo-session.js';
import { createYahooStatements } from './yahoo-statements.js';

const day = (text: string): number => parseIsoDate(text) ?? NaN;
const at = (date: string, hour: number, minute = 0): number => newYorkUtcMs(day(date), hour * 60 + minute);
const clock = { nowMs: 0 };
/** Of each request: short only while Yahoo is silent, and nothing would be answered. */
const limit = { totalTimeoutMs: 60_000 };
const logged: string[] = [];
const told = (details: object, message: string): void => void logged.push(`${message} ${JSON.stringify(details)}`);
const open = embeddedDatabase();
const store: Store = await open();
const yahoo: YahooServer = await startYahooServer();
/** Gives cookies and crumbs, and refuses requests without them. */
const SESSIONS = yahoo.respond;
const closing: (() => Promise<void>)[] = [];
let count = 0;

/** A process with a breaker of its own. */
function startProcess({ own = (count += 1) } = {}) {
  const outbound = createOutbound({ target: 'operator' });
  const endpoint = (name: string) =>
    createEndpoint({
      name: `yahoo ${name} ${own}`,
      baseUrl: yahoo.url,
      headers: { 'user-agent': 'test' },
      outbound: { ...outbound, send: (request) => outbound.send({ ...limit, ...request }) },
      budgets: store.sourceBudgets,
      limits: { perSecond: 1_000, burst: 1_000, mostFailures: 3 },
      clock: () => clock.nowMs,
    });
  const crumb = endpoint('crumb');
  const session = createYahooSession({ cookies: crumb, crumbs: crumb });
  const endpoints = { chart: endpoint('chart'), summary: endpoint('summary'), options: endpoint('options') };
  const log = { info: told, warn: told, error: told };
  const source = createYahooKinds({ session, endpoints, store });
  const kinds = createKindReads({
    sources: [
      source,
      createYahooInsiders({ session, endpoints, store }),
      createYahooStatements({ session, endpoints, store }),
    ],
    store,
    keepsSimulated: false,
    clock: () => clock.nowMs,
    log,
    waitMs: 60_000,
  });
  closing.push(async () => {
    await kinds.close();
    outbound.close();
  });
  return { kinds, reading: () => liveStore(store, { bars: null, kinds }).reading(new Map()) };
}

const newTicker = (): string =>
  `YK${String.fromCharCode(65 + ((count += 1) % 26), 65 + (Math.floor(count / 26) % 26))}`;
const summary = (ticker: string): string => `/v10/finance/quoteSummary/${ticker}`;
const readOf = async (ticker: string, kind: KindName | 'daily') =>
  (await store.sourceReads.bySymbols([ticker], kind)).get(ticker);
const paths = (): readonly string[] => yahoo.asked.map((asked) => asked.split('?')[0] ?? '');
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
};

beforeEach(() => {
  Object.assign(yahoo, { fault: null, faultAt: '', isGzipped: false, crumb: null, refusal: null, respond: SESSIONS });
  yahoo.asked.length = 0;
  yahoo.answers.clear();
  logged.length = 0;
  limit.totalTimeoutMs = 60_000;
  clock.nowMs = at('2031-05-14', 12);
});
afterAll(async () => {
  for (const close of closing) await close();
  await yahoo.close();
});

describe('the session with Yahoo', () => {
  it('is obtained once for all requests, and its crumb is in no log, reading and budget', async () => {
    const { kinds } = startProcess();
    const tickers = [newTicker(), newTicker(), newTicker()];
    for (const ticker of tickers) yahoo.answers.set(summary(ticker), ratingsAnswer(['2031-05-12']));
    await kinds.ensure('ratings', tickers);
    expect(paths().filter((path) => !path.startsWith('/v10'))).toEqual(['/', '/v1/test/getcrumb']);
    expect((await store.ratingActions.byTickers(tickers)).size).toBe(3);
    yahoo.fault = 'error';
    await kinds.ensure('ratings', [newTicker()]);
    const kept = JSON.stringify([
      logged,
      await store.sourceBudgets.all(),
      await store.db.selectFrom('source_reads').selectAll().execute(),
    ]);
    expect(kept).not.toMatch(/Crumb\.|token-/);
  });

  it('is obtained again when it has expired, once for requests at the same time', async () => {
    const { kinds } = startProcess();
    const tickers = [newTicker(), newTicker(), newTicker()];
    for (const ticker of tickers) yahoo.answers.set(summary(ticker), ratingsAnswer(['2031-05-12']));
    await kinds.ensure('ratings', tickers.slice(0, 1));
    yahoo.expire();
    yahoo.asked.length = 0;
    await kinds.ensure('ratings', tickers.slice(1));
    expect(paths().filter((path) => path.endsWith('getcrumb'))).toHaveLength(1);
    expect((await store.ratingActions.byTickers(tickers)).size).toBe(3);
  });

  it('is obtained again if it is refused with a page instead of JSON', async () => {
    const { kinds } = startProcess();
    const [first, second] = [newTicker(), newTicker()];
    for (const ticker of [first, second]) yahoo.answers.set(summary(ticker), ratingsAnswer(['2031-05-12']));
    await kinds.ensure('ratings', [first]);
    yahoo.expire();
    yahoo.refusal = '<html>Unauthorized</html>';
    await kinds.ensure('ratings', [second]);
    expect((await readOf(second, 'ratings'))?.fault).toBe('unreadable');
    clock.nowMs += 31_000;
    await kinds.ensure('ratings', [second]);
    expect((await readOf(second, 'ratings'))?.fault).toBeNull();
  });

  it.each([
    ['a sentence', 'Too Many Requests', 'rate_limited'],
    ['a page', '<html>consent</html>', 'unreadable'],
    ['nothing', '', 'unreadable'],
    ['a long text', 'x'.repeat(33), 'unreadable'],
  ])('%s instead of a crumb is never kept as one, and charts go on', async (_name, crumb, fault) => {
    const { kinds } = startProcess();
    const ticker = await stored();
    yahoo.answers.set(
      `/v8/finance/chart/${ticker}`,
      JSON.stringify(minuteChartOf(ticker, [[at('2031-05-14', 10), 50, 9]])),
    );
    yahoo.answers.set(summary(ticker), ratingsAnswer(['2031-05-12']));
    yahoo.crumb = crumb;
    await kinds.ensure('ratings', [ticker]);
    expect((await readOf(ticker, 'ratings'))?.fault).toBe(fault);
    expect(paths().filter((path) => path.startsWith('/v10'))).toEqual([]);
    await kinds.ensure('minutes', [ticker]);
    expect((await readOf(ticker, 'minutes'))?.fault).toBeNull();
    yahoo.crumb = null;
    clock.nowMs += 31_000;
    await kinds.ensure('ratings', [ticker]);
    expect((await readOf(ticker, 'ratings'))?.fault).toBeNull();
  });
});

/** A new ticker with daily bars, as Yahoo's own or another source's. */
async function stored(source = 'yahoo', splits: readonly { day: number; ratio: number }[] = []): Promise<string> {
  const symbol = newTicker();
  const one = new Float64Array([40]);
  const bars = {
    days: Int32Array.from([day('2031-05-13')]),
    open: one,
    high: one,
    low: one,
    close: one,
    adjClose: one,
    volume: one,
  };
  await store.db.transaction().execute(async (tx) => {
    await store.securities.upsert(tx, [
      { symbol, name: symbol, kind: 'equity', exchange: null, sector: null, industry: null, currency: 'USD', source },
    ]);
    await store.bars.replaceMany(tx, [{ symbol, source, bars, splits, dividends: [] }]);
  });
  return symbol;
}

const SEARCH = '/v1/finance/search';

/** An article of three hours ago on a ticker, as Yahoo's search gives it. */
function articleOf(ticker: string, link: string, more: object = {}): object {
  return {
    uuid: link,
    title: 'Pebble Optics raises its outlook for the year',
    publisher: 'Alder Wire',
    link,
    providerPublishTime: at('2031-05-14', 9) / 1000,
    type: 'STORY',
    relatedTickers: [ticker, '^GSPC'],
    ...more,
  };
}

const TITLES = ['Pebble Optics raises its outlook to', 'Ohio plant of Pebble Optics is flooded at a cost of'];

/** Articles that tell different stories, by their words or, for each ticker, by a number. */
function newsAnswer(ticker: string, ...links: readonly string[]): string {
  const amount = `$${String(parseInt(ticker, 36))} million`;
  const news = links.map((link, place) => articleOf(ticker, link, { title: `${String(TITLES[place])} ${amount}` }));
  return JSON.stringify({ count: news.length, quotes: [], news });
}

describe('reads through', () => {
  it("rating actions, with their firms' grades and stances", async () => {
    const { reading } = startProcess();
    const ticker = newTicker();
    yahoo.answers.set(summary(ticker), ratingsAnswer(['2031-05-12', '2031-05-09']));
    const rows = (await reading().ratingActions.byTickers([ticker])).get(ticker);
    expect(rows?.map((row) => [isoDate(row.day), row.firm, row.action, row.toStance, row.source])).toEqual([
      ['2031-05-09', 'Pebble Research', 'upgrade', 'buy_like', 'yahoo'],
      ['2031-05-12', 'Pebble Research', 'upgrade', 'buy_like', 'yahoo'],
    ]);
  });

  it('rating actions that are told later than those of their days, which are known since then', async () => {
    const { kinds } = startProcess();
    const ticker = newTicker();
    const readAgain = async (...days: readonly string[]): Promise<unknown> => {
      clock.nowMs += 24 * 3_600_000;
      yahoo.answers.set(summary(ticker), ratingsAnswer(days, { toGrade: days.length > 3 ? 'Overweight' : 'Buy' }));
      await kinds.ensure('ratings', [ticker]);
      await until(async () => (await store.ratingActions.byTickers([ticker])).get(ticker)?.length === days.length);
      const rows = (await store.ratingActions.byTickers([ticker])).get(ticker) ?? [];
      return rows.map((row) => [isoDate(row.day), row.toGrade, row.knownAt?.getTime() ?? null]);
    };
    const first = ['2031-05-09', '2031-05-12'];
    expect(await readAgain(...first)).toEqual(first.map((each) => [each, 'Buy', null]));
    const atSecond = clock.nowMs + 24 * 3_600_000;
    expect(await readAgain('2031-05-09', '2031-05-10', '2031-05-12')).toEqual([
      ['2031-05-09', 'Buy', null],
      ['2031-05-10', 'Buy', atSecond],
      ['2031-05-12', 'Buy', null],
    ]);
    // What lies before all that is stored is a longer history, and a correction is known since what it corrects was.
    expect(await readAgain('2030-05-01', '2031-05-09', '2031-05-10', '2031-05-12')).toEqual([
      ['2030-05-01', 'Overweight', null],
      ['2031-05-09', 'Overweight', null],
      ['2031-05-10', 'Overweight', atSecond],
      ['2031-05-12', 'Overweight', null],
    ]);
  });

  it('news of a ticker, one article of an address, linked to the tickers that are related', async () => {
    const { reading } = startProcess();
    const ticker = await stored();
    const article = (link: string, more: object = {}) => articleOf(ticker, link, more);
    yahoo.answers.set(
      SEARCH,
      JSON.stringify({
        count: 4,
        quotes: [],
        news: [
          article('https://alder.example/a?utm_source=yahoo'),
          article('https://www.alder.example/a#top'),
          article('https://alder.example/b', { title: 'Ohio has a new plant', relatedTickers: undefined }),
          article('javascript:alert(1)'),
        ],
      }),
    );
    const [page] = await reading().news.pages([{ ticker, limit: 10 }]);
    expect(page?.rows.map(({ url, outlet, source }) => [url, outlet, source])).toEqual([
      ['https://alder.example/a?utm_source=yahoo', 'Alder Wire', 'yahoo'],
    ]);
    const read = await readOf(ticker, 'news');
    expect([read?.fault, read?.notes.length]).toEqual([null, 2]);
    expect(yahoo.asked.filter((url) => url.startsWith(SEARCH))[0]).toContain(`q=${ticker}&newsCount=20`);
  });

  it('an outlook, each change of it with the time at which it was known', async () => {
    const { kinds, reading } = startProcess();
    const ticker = newTicker();
    const readAgain = async (modules: object): Promise<void> => {
      yahoo.answers.set(summary(ticker), summaryAnswer(modules));
      clock.nowMs += 6 * 3_600_000;
      await kinds.refresh('outlook', [ticker]);
    };
    yahoo.answers.set(summary(ticker), summaryAnswer(outlookModules()));
    const firstMs = clock.nowMs;
    const first = (await reading().streetOutlooks.byTickers([ticker])).get(ticker);
    expect(first?.map(({ source, knownAt, epsAverage }) => [source, knownAt, epsAverage])).toEqual([
      ['yahoo', new Date(firstMs), 1.25],
    ]);
    await readAgain(outlookModules());
    await readAgain(outlookModules({ next: { earningsAverage: 1.3 } }));
    const all = (await store.streetOutlooks.byTickers([ticker])).get(ticker);
    expect(all?.map(({ knownAt, epsAverage }) => [knownAt.getTime(), epsAverage])).toEqual([
      [firstMs, 1.25],
      [clock.nowMs, 1.3],
    ]);
    const [asked] = yahoo.asked.filter((url) => url.startsWith(summary(ticker)));
    expect(asked).toContain('modules=calendarEvents%2Cearnings%2CearningsHistory');
  });

  it('what a company is worth, on the day of the price, and the sector that is not known', async () => {
    const { kinds, reading } = startProcess();
    const [ticker, known] = [await stored(), await stored()];
    await store.db
      .transaction()
      .execute((tx) =>
        store.securities.upsert(tx, [
          { symbol: known, name: 'Known', kind: 'equity', sector: 'Energy', source: 'yahoo' },
        ]),
      );
    const about = { sector: 'Consumer Cyclical', industry: 'Leisure', website: 'https://pebble.example' };
    // Late in the evening of New York, which is the next day in UTC.
    for (const each of [ticker, known])
      yahoo.answers.set(summary(each), summaryAnswer(profileModules(each, '2031-05-14T00:30:00Z', {}, about)));
    const values = await reading().marketValues.newest([ticker, known]);
    const { usd, source, day: priced } = values.get(ticker) ?? { usd: NaN, source: '', day: NaN };
    expect([usd, source, isoDate(priced)]).toEqual([4_000_000_000, 'yahoo', '2031-05-13']);
    const securities = await store.securities.within(store.db, [ticker, known]);
    expect([ticker, known].map((each) => [securities.get(each)?.sector, securities.get(each)?.industry])).toEqual([
      ['Consumer Discretionary', 'Leisure'],
      ['Energy', null],
    ]);
    const [asked] = yahoo.asked.filter((url) => url.startsWith(summary(ticker)));
    expect(asked).toContain('modules=price%2CassetProfile');
    // The same again leaves the time at which it was known; another price of the day replaces it.
    const knownAt = async () => (await store.marketValues.newest([ticker])).get(ticker)?.knownAt;
    const first = await knownAt();
    clock.nowMs += 3_600_000;
    await kinds.refresh('profile', [ticker]);
    expect(await knownAt()).toEqual(first);
    yahoo.answers.set(
      summary(ticker),
      summaryAnswer(profileModules(ticker, '2031-05-14T00:31:00Z', { marketCap: 4_100_000_000 })),
    );
    clock.nowMs += 3_600_000;
    await kinds.refresh('profile', [ticker]);
    expect([(await store.marketValues.newest([ticker])).get(ticker)?.usd, await knownAt()]).toEqual([
      4_100_000_000,
      new Date(clock.nowMs),
    ]);
  });

  it.each<readonly [string, object, string | null, readonly string[]]>([
    ['of another symbol', { symbol: 'OTHER' }, 'unreadable', []],
    ['of a fund', { quoteType: 'ETF' }, 'unknown_ticker', []],
    ['without a value and a sector', { marketCap: null }, 'unknown_ticker', []],
    ['whose value is zero', { marketCap: 0 }, 'unknown_ticker', []],
    ['in another currency', { currency: 'EUR' }, null, ['The market value was left out: it is in EUR.']],
    ['without a time', { regularMarketTime: null }, null, ['The market value was left out: its price has no time.']],
    [
      'whose value is below zero',
      { marketCap: -5 },
      null,
      ['The market value was left out: the market value is not above zero.'],
    ],
    ['whose value is a text', { marketCap: '4B' }, 'unreadable', []],
  ])('of a profile %s, no market value', async (_what, price, fault, notes) => {
    const { kinds } = startProcess();
    const ticker = await stored();
    yahoo.answers.set(summary(ticker), summaryAnswer(profileModules(ticker, '2031-05-13T20:00:00Z', price)));
    await kinds.ensure('profile', [ticker]);
    const read = await readOf(ticker, 'profile');
    expect([read?.fault, read?.notes, (await store.marketValues.newest([ticker])).size]).toEqual([fault, notes, 0]);
  });

  it("insiders' transactions: what is told no longer ends, and nothing is asked where forms are stored", async () => {
    const { kinds, reading } = startProcess();
    const ticker = await stored();
    const sale = (date: string, shares: number, more: object = {}) => ({
      shares: { raw: shares },
      value: { raw: shares * 41 },
      transactionText: 'Sale at price 41.00 per share.',
      filerName: 'PEBBLE PAT',
      filerRelation: 'Officer',
      startDate: { raw: (parseIsoDate(date) ?? 0) * 86_400 },
      ownership: 'D',
      ...more,
    });
    const answer = (...transactions: readonly object[]) =>
      yahoo.answers.set(summary(ticker), summaryAnswer({ insiderTransactions: { transactions, maxAge: 1 } }));
    const shown = async () =>
      (await reading().insiderTransactions.byTickers([ticker]))
        .get(ticker)
        ?.map(({ day: on, code, shares, price }) => [isoDate(on), code, shares, price]);
    answer(
      sale('2031-05-12', 300, { transactionText: 'Purchase at price 41.00 per share.' }),
      sale('2031-05-08', 200),
      sale('2031-05-01', 100),
      sale('2031-05-01', 900, { transactionText: '' }),
      sale('2031-05-20', 700),
    );
    const first = [
      ['2031-05-01', 'S', 100, 41],
      ['2031-05-08', 'S', 200, 41],
      ['2031-05-12', 'P', 300, 41],
    ];
    expect(await shown()).toEqual(first);
    expect((await readOf(ticker, 'insiders'))?.notes).toEqual([
      '1 of the transactions were left out: it is not told what was done.',
      '1 of the transactions were left out: date 2031-05-20 is in the future.',
    ]);
    const knownMs = clock.nowMs;
    const bought = { transactionText: 'Purchase at price 41.00 per share.' };
    answer(sale('2031-05-13', 50), sale('2031-05-12', 300, bought), sale('2031-05-02', 10));
    clock.nowMs += 3_600_000;
    await kinds.refresh('insiders', [ticker]);
    // Of the days that the answer begins before, nothing is told: what was told of them stays.
    expect(await shown()).toEqual([first[0], ['2031-05-02', 'S', 10, 41], first[2], ['2031-05-13', 'S', 50, 41]]);
    const rows = (await store.insiderTransactions.byTickers([ticker])).get(ticker);
    expect(rows?.map(({ knownAt }) => knownAt.getTime())).toEqual([knownMs, clock.nowMs, knownMs, clock.nowMs]);
    const form = {
      filer: 'CIK0009999999',
      id: '0009999999-31-000001',
      form: '4' as const,
      owners: [{ cik: 1, name: 'Pat', role: null }],
      periodDay: null,
      filingDay: day('2031-05-13'),
      originalDay: null,
      transactions: [],
      holdings: 0,
      origin: 'form' as const,
      source: 'edgar',
    };
    await store.db.transaction().execute(async (tx) => {
      await store.filers.save(tx, [{ ticker, filer: form.filer, name: 'Pebble', source: 'edgar' }]);
      await store.insiderFilings.save(tx, [form]);
    });
    yahoo.asked.length = 0;
    clock.nowMs += 3_600_000;
    await kinds.refresh('insiders', [ticker]);
    expect([(await readOf(ticker, 'insiders'))?.fault, yahoo.asked]).toEqual(['kept', []]);
    const sources = (await store.seriesSources.storedBy([ticker])).get(ticker) ?? [];
    expect(sources.filter(({ kind }) => kind === 'insiders').map(({ source }) => source)).toEqual(['edgar']);
  });

  it('quarters without their filings are known once they are read, keep what they first were, and give way to filings', async () => {
    const { kinds, reading } = startProcess();
    const ticker = await stored();
    const answer = (...quarters: Parameters<typeof statementModules>[0]) =>
      yahoo.answers.set(summary(ticker), summaryAnswer(statementModules(quarters, '2030-12-31')));
    const shown = async () =>
      (await reading().earnings.byTickers([ticker]))
        .get(ticker)
        ?.map(({ periodEnd, revenue, firstRevenue, netIncome, acceptedAt, source }) => [
          isoDate(periodEnd),
          revenue,
          firstRevenue,
          netIncome,
          acceptedAt?.getTime(),
          source,
        ]);
    answer(['2031-03-31', 300, 30], ['2030-12-31', 200, 20], ['2030-09-30', 100, 10]);
    const firstMs = clock.nowMs;
    expect(await shown()).toEqual([
      ['2030-09-30', 100, 100, 10, firstMs, 'yahoo'],
      ['2030-12-31', 200, 200, 20, firstMs, 'yahoo'],
      ['2031-03-31', 300, 300, 30, firstMs, 'yahoo'],
    ]);
    // The newest is restated, the one before ends on another day, and the oldest is not told any longer.
    answer(['2031-03-31', 301, 30], ['2030-12-28', 200, 20]);
    clock.nowMs += 86_400_000;
    await kinds.refresh('fundamentals', [ticker]);
    const all = [
      ['2030-09-30', 100, 100, 10, firstMs, 'yahoo'],
      ['2030-12-28', 200, 200, 20, clock.nowMs, 'yahoo'],
      ['2031-03-31', 301, 300, 30, firstMs, 'yahoo'],
    ];
    expect(await shown()).toEqual(all);
    const [report] = (await store.earnings.byTickers([ticker])).get(ticker) ?? [];
    if (report === undefined) throw new Error('nothing is stored');
    const { acceptedAt: _known, ...told } = report;
    await store.db
      .transaction()
      .execute((tx) =>
        store.earnings.replaceReports(tx, ticker, [
          { ...told, cik: 9_999_999, knownAt: null, filingDay: day('2031-05-01'), source: 'edgar' },
        ]),
      );
    clock.nowMs += 86_400_000;
    yahoo.asked.length = 0;
    await kinds.refresh('fundamentals', [ticker]);
    expect([(await readOf(ticker, 'fundamentals'))?.fault, yahoo.asked]).toEqual(['kept', []]);
    expect((await store.earnings.byTickers([ticker])).get(ticker)?.map(({ source }) => source)).toEqual(['edgar']);
  });

  it('the nearest six expiries of an option chain; one before the open has no live quote', async () => {
    const { reading } = startProcess();
    const [ticker, early] = [newTicker(), newTicker()];
    const expiries = ['2031-05-16', '2031-05-23', '2031-05-30', '2031-06-06', '2031-06-13', '2031-06-20', '2031-07-18'];
    const chain = (symbol: string, expiry: string, mid: number | null) =>
      chainAnswer({ symbol, expiries, expiry, mid, at: '2031-05-13T20:00:01Z' });
    yahoo.respond = withDates((symbol, expiry) => chain(symbol, expiry, symbol === early ? null : 4), yahoo.respond);
    const chains = await reading().optionQuotes.chains([
      { ticker, after: day('2031-06-01') },
      { ticker: early, after: day('2031-06-01') },
    ]);
    const shown = (symbol: string) =>
      chains
        .get(symbol)
        ?.quotes.map(({ strike, optionType, bid, ask, underlyingPrice }) => [
          strike,
          optionType,
          bid,
          ask,
          underlyingPrice,
        ]);
    expect([isoDate(chains.get(ticker)?.expiry ?? 0), shown(ticker)]).toEqual([
      '2031-06-06',
      [
        [100, 'call', 3.9, 4.1, 101],
        [100, 'put', 3.9, 4.1, 101],
      ],
    ]);
    expect(shown(early)).toEqual([
      [100, 'call', null, null, 101],
      [100, 'put', null, null, 101],
    ]);
    expect((await readOf(early, 'options'))?.notes).toEqual([
      'No contract has a bid and an ask: before the open, nobody quotes.',
    ]);
    expect(paths().filter((path) => path.endsWith(`/options/${ticker}`))).toHaveLength(6);
  });

  it('no contracts of another symbol than the one that was asked for', async () => {
    const { reading } = startProcess();
    const ticker = newTicker();
    const expiries = ['2031-05-16'];
    yahoo.respond = withDates(
      (_symbol, expiry) => chainAnswer({ symbol: 'OTHER', expiries, expiry, mid: 4, at: '2031-05-13T20:00:01Z' }),
      SESSIONS,
    );
    const chains = await reading().optionQuotes.chains([{ ticker, after: day('2031-05-14') }]);
    expect([chains.size, (await readOf(ticker, 'options'))?.fault]).toEqual([0, 'unreadable']);
    expect(logged.join('\n')).toContain(`asked for the options on ${ticker} and answered for another symbol`);
  });

  it('minute bars of whole minutes, before the open and after the close', async () => {
    const { reading } = startProcess();
    const ticker = await stored();
    const rows = [
      [at('2031-05-14', 8), 41, 3],
      [at('2031-05-14', 10), 42, 9],
      [at('2031-05-14', 10, 1), null, 0],
      [at('2031-05-14', 11, 59) + 17_000, 43, 1],
      [at('2031-05-14', 12, 5), 44, 1],
      [at('2099-05-14', 12), 45, 1],
    ] as const;
    yahoo.answers.set(`/v8/finance/chart/${ticker}`, JSON.stringify(minuteChartOf(ticker, rows)));
    const [session] = (await reading().bars.loadMinutes([ticker], 5)).get(ticker) ?? [];
    expect([[...(session?.minutes ?? [])], [...(session?.close ?? [])]]).toEqual([
      [480, 600],
      [41, 42],
    ]);
  });

  it('minute bars that contradict the daily close are told, and the daily bars read again', async () => {
    const { kinds } = startProcess();
    const ticker = await stored();
    const dueAt = new Date(at('2031-05-14', 16, 20));
    const [now, until] = [new Date(at('2031-05-13', 17)), new Date(at('2031-05-13', 18))];
    await store.sourceReads.claim({ symbol: ticker, kind: 'daily', source: 'yahoo', now, until });
    const outcome = { fetchedAt: now, dueAt, failures: 0, fault: null, notes: [] };
    await store.sourceReads.finish(store.db, { symbol: ticker, kind: 'daily', source: 'yahoo', ...outcome }, until);
    const rows = [
      [at('2031-05-13', 15, 58), 57, 9],
      [at('2031-05-13', 16, 30), 40, 9],
    ] as const;
    yahoo.answers.set(`/v8/finance/chart/${ticker}`, JSON.stringify(minuteChartOf(ticker, rows)));
    await kinds.ensure('minutes', [ticker]);
    expect([...(await store.bars.readMinutes([ticker])).keys()]).toEqual([ticker]);
    expect((await readOf(ticker, 'minutes'))?.notes).toEqual([
      'The close of 2031-05-13 is 40 in the daily bars, and 57 in the minute bar of 15:58, the last before the close: one of them is wrong.',
    ]);
    expect((await readOf(ticker, 'daily'))?.dueAt).toEqual(new Date(clock.nowMs));
  });

  it('minute bars after a split wait until the daily bars have it', async () => {
    const { kinds } = startProcess();
    const [ahead, known] = [await stored(), await stored('yahoo', [{ day: day('2031-05-14'), ratio: 4 }])];
    const splits = { splits: { 1: { date: at('2031-05-14', 9, 30) / 1000, numerator: 4, denominator: 1 } } };
    for (const ticker of [ahead, known])
      yahoo.answers.set(
        `/v8/finance/chart/${ticker}`,
        JSON.stringify(minuteChartOf(ticker, [[at('2031-05-14', 10), 10, 9]], splits)),
      );
    const dueAt = new Date(at('2031-05-14', 16, 20));
    for (const symbol of [ahead, known]) {
      const [now, until] = [new Date(at('2031-05-13', 17)), new Date(at('2031-05-13', 18))];
      await store.sourceReads.claim({ symbol, kind: 'daily', source: 'yahoo', now, until });
      const daily = {
        symbol,
        kind: 'daily' as const,
        source: 'yahoo',
        fetchedAt: now,
        dueAt,
        failures: 0,
        fault: null,
        notes: [],
      };
      await store.sourceReads.finish(store.db, daily, until);
    }
    await kinds.ensure('minutes', [ahead, known]);
    expect([...(await store.bars.readMinutes([ahead, known])).keys()]).toEqual([known]);
    expect([(await readOf(ahead, 'daily'))?.dueAt, (await readOf(known, 'daily'))?.dueAt]).toEqual([
      new Date(clock.nowMs),
      dueAt,
    ]);
    expect((await readOf(ahead, 'minutes'))?.notes).toEqual([
      'A split is not in the daily bars yet: minute bars are stored once it is.',
    ]);
  });

  it('a kind that another process reads is waited for, and read in its place once its claim has run out', async () => {
    const { kinds, reading } = startProcess();
    const [slow, dead, held] = [newTicker(), newTicker(), newTicker()];
    const [now, until60] = [new Date(clock.nowMs), new Date(clock.nowMs + 60_000)];
    const claim = (symbol: string) =>
      store.sourceReads.claim({ symbol, kind: 'ratings', source: 'yahoo', now, until: until60 });
    const outcome = (symbol: string, dueAt: Date) => ({
      symbol,
      kind: 'ratings' as const,
      source: 'yahoo',
      fetchedAt: now,
      dueAt,
      failures: 0,
      fault: null,
      notes: [],
    });
    for (const ticker of [slow, dead, held]) await claim(ticker);
    // What a source gave before is served while another process reads it.
    await store.sourceReads.finish(store.db, outcome(held, now), until60);
    await claim(held);
    await kinds.ensure('ratings', [held]);
    expect(kinds.neverGiven('ratings', held)).toBeNull();

    const action = {
      ticker: slow,
      day: day('2031-01-02'),
      firm: 'Slate',
      action: 'upgrade',
      toGrade: 'Buy',
      toStance: 'buy_like',
    } as const;
    const rows = reading().ratingActions.byTickers([slow]);
    const others = kinds.ensure('ratings', [dead]);
    await until(
      () => kinds.faultOf('ratings', slow)?.fault === 'timeout' && kinds.faultOf('ratings', dead)?.fault === 'timeout',
    );
    await store.db.transaction().execute(async (tx) => {
      await store.ratingActions.save(tx, [
        { ...action, fromGrade: null, fromStance: null, priceTarget: null, source: 'yahoo' },
      ]);
      await store.sourceReads.finish(tx, outcome(slow, new Date(clock.nowMs + 3_600_000)), until60);
    });
    expect((await rows).get(slow)?.map(({ firm }) => firm)).toEqual(['Slate']);
    expect(paths()).not.toContain(summary(dead));
    yahoo.answers.set(summary(dead), ratingsAnswer(['2031-05-14']));
    clock.nowMs += 60_000;
    await others;
    expect((await store.ratingActions.byTickers([dead])).get(dead)?.map(({ firm }) => firm)).toEqual([
      'Pebble Research',
    ]);
    expect([paths().includes(summary(slow)), paths().includes(summary(held))]).toEqual([false, false]);
  });

  it('a ticker without the kind is asked for once a day', async () => {
    const { kinds } = startProcess();
    const ticker = newTicker();
    yahoo.answers.set(summary(ticker), NO_RATINGS);
    await kinds.ensure('ratings', [ticker]);
    yahoo.asked.length = 0;
    clock.nowMs += 23 * 3_600_000;
    await kinds.ensure('ratings', [ticker]);
    expect([yahoo.asked, kinds.faultOf('ratings', ticker)]).toEqual([[], null]);
  });

  it("an operator's own rows and prices stay, and nothing is asked", async () => {
    const { kinds } = startProcess();
    const ticker = await stored('files');
    const action = {
      ticker,
      day: day('2031-01-02'),
      firm: 'Slate',
      action: 'upgrade',
      fromGrade: null,
      fromStance: null,
      toGrade: 'Buy',
      toStance: 'buy_like',
      priceTarget: null,
    } as const;
    await store.db.transaction().execute((tx) => store.ratingActions.save(tx, [{ ...action, source: 'files' }]));
    await kinds.ensure('ratings', [ticker]);
    await kinds.ensure('minutes', [ticker]);
    expect([yahoo.asked, (await readOf(ticker, 'ratings'))?.fault, (await readOf(ticker, 'minutes'))?.fault]).toEqual([
      [],
      'kept',
      'kept',
    ]);
    expect([kinds.faultOf('ratings', ticker), logged]).toEqual([null, []]);
  });
});

/** Chains by the expiry that the query asks for; the nearest without one. */
function withDates(
  chain: (symbol: string, expiry: string) => string,
  before: YahooServer['respond'],
): YahooServer['respond'] {
  return (url, headers) => {
    const [, symbol] = /\/options\/(\w+)$/.exec(url.pathname) ?? [];
    const refused = before?.(url, headers);
    if (refused !== undefined || symbol === undefined) return refused;
    const date = url.searchParams.get('date');
    return {
      status: 200,
      body: chain(symbol, date === null ? '2031-05-16' : new Date(Number(date) * 1000).toISOString().slice(0, 10)),
    };
  };
}

const FAULTS: readonly (readonly [SourceFault, string])[] = [
  ['too_many', 'rate_limited'],
  ['too_many_with_wait', 'rate_limited'],
  ['forbidden', 'refused'],
  ['error', 'http_status'],
  ['silent', 'timeout'],
  ['cut', 'unreachable'],
  ['broken_gzip', 'unreadable'],
  ['garbage', 'unreadable'],
  ['page', 'unreadable'],
];

describe('when Yahoo fails', () => {
  const fail = (fault: SourceFault, faultAt: string): void => {
    Object.assign(yahoo, { fault, faultAt });
    if (fault === 'silent') limit.totalTimeoutMs = 2_000;
  };
  const recover = (): void => {
    yahoo.fault = null;
    limit.totalTimeoutMs = 60_000;
  };

  it.each(FAULTS)('with %s, the last good data stays, and is read again later', async (fault, expected) => {
    const { kinds } = startProcess();
    const ticker = newTicker();
    yahoo.answers.set(summary(ticker), ratingsAnswer(['2031-05-12']));
    await kinds.ensure('ratings', [ticker]);
    const before = (await store.ratingActions.byTickers([ticker])).get(ticker);
    expect(before).toHaveLength(1);
    clock.nowMs += 3_600_000;
    fail(fault, '/v10');
    await kinds.ensure('ratings', [ticker]);
    await until(async () => (await readOf(ticker, 'ratings'))?.fault === expected);
    expect((await store.ratingActions.byTickers([ticker])).get(ticker)).toEqual(before);
    recover();
    clock.nowMs += 121_000;
    await kinds.ensure('ratings', [ticker]);
    await until(async () => (await readOf(ticker, 'ratings'))?.fault === null);
  });

  it.each(FAULTS)('with %s, the last outlook stays, and nothing is told as a change', async (fault, expected) => {
    const { kinds } = startProcess();
    const ticker = newTicker();
    yahoo.answers.set(summary(ticker), summaryAnswer(outlookModules()));
    await kinds.ensure('outlook', [ticker]);
    const before = (await store.streetOutlooks.byTickers([ticker])).get(ticker);
    expect(before).toHaveLength(1);
    clock.nowMs += 6 * 3_600_000;
    yahoo.answers.set(summary(ticker), summaryAnswer(outlookModules({ next: { earningsAverage: 1.3 } })));
    fail(fault, '/v10');
    await kinds.refresh('outlook', [ticker]);
    expect((await readOf(ticker, 'outlook'))?.fault).toBe(expected);
    expect((await store.streetOutlooks.byTickers([ticker])).get(ticker)).toEqual(before);
    recover();
    clock.nowMs += 121_000;
    await kinds.refresh('outlook', [ticker]);
    expect((await store.streetOutlooks.byTickers([ticker])).get(ticker)).toHaveLength(2);
  });

  it.each(FAULTS)('with %s, the news that are stored stay, and new ones come later', async (fault, expected) => {
    const { kinds } = startProcess();
    const ticker = await stored();
    const [old, fresh] = [`https://alder.example/${ticker}/old`, `https://alder.example/${ticker}/fresh`];
    const urls = async (): Promise<readonly string[]> => {
      const [page] = await store.news.pages([{ ticker, limit: 10 }]);
      return (page?.rows ?? []).map(({ url }) => url).sort();
    };
    yahoo.answers.set(SEARCH, newsAnswer(ticker, old));
    await kinds.ensure('news', [ticker]);
    expect(await urls()).toEqual([old]);
    clock.nowMs += 6 * 3_600_000;
    yahoo.answers.set(SEARCH, newsAnswer(ticker, old, fresh));
    fail(fault, SEARCH);
    await kinds.refresh('news', [ticker]);
    const failed = await readOf(ticker, 'news');
    expect([failed?.fault, await urls()]).toEqual([expected, [old]]);
    // Nothing is asked before the time that the source, or the number of failures, sets.
    const asked = yahoo.asked.length;
    clock.nowMs += 1_000;
    await kinds.refresh('news', [ticker]);
    expect(yahoo.asked).toHaveLength(asked);
    recover();
    clock.nowMs += 121_000;
    await kinds.refresh('news', [ticker]);
    expect([(await readOf(ticker, 'news'))?.fault, await urls()]).toEqual([null, [fresh, old]]);
  });

  it('a search without news, or not as expected, is a fault of its own and changes nothing', async () => {
    const { kinds } = startProcess();
    for (const [answer, expected] of [
      ['{"news":[]}', 'unknown_ticker'],
      ['{"quotes":[]}', 'unreadable'],
      ['[]', 'unreadable'],
      ['{"news":{}}', 'unreadable'],
    ] as const) {
      const ticker = await stored();
      yahoo.answers.set(SEARCH, answer);
      await kinds.ensure('news', [ticker]);
      expect([answer, (await readOf(ticker, 'news'))?.fault]).toEqual([answer, expected]);
      expect((await store.news.pages([{ ticker, limit: 10 }]))[0]?.rows).toEqual([]);
    }
  });

  it.each(['news', 'outlook'] as const)('an expired session is obtained again for %s', async (kind) => {
    const { kinds } = startProcess();
    const [first, second] = [await stored(), await stored()];
    // Yahoo has asked for a crumb there too.
    yahoo.respond = (url, headers) =>
      SESSIONS?.(url.pathname === SEARCH ? new URL(`${summary('ANY')}${url.search}`, url) : url, headers);
    const answer = (ticker: string): void => {
      yahoo.answers.set(SEARCH, newsAnswer(ticker, `https://alder.example/${ticker}`));
      yahoo.answers.set(summary(ticker), summaryAnswer(outlookModules()));
    };
    answer(first);
    await kinds.ensure(kind, [first]);
    yahoo.expire();
    yahoo.asked.length = 0;
    answer(second);
    await kinds.ensure(kind, [second]);
    expect((await readOf(second, kind))?.fault).toBeNull();
    expect(paths().filter((path) => path.endsWith('getcrumb'))).toHaveLength(1);
    // Refused with the old crumb, answered with the new one.
    expect(paths().filter((path) => path === (kind === 'news' ? SEARCH : summary(second)))).toHaveLength(2);
  });

  it('two processes read a ticker once', async () => {
    const [one, other] = [startProcess(), startProcess()];
    const ticker = newTicker();
    yahoo.answers.set(summary(ticker), ratingsAnswer(['2031-05-12']));
    await Promise.all([one.kinds.ensure('ratings', [ticker]), other.kinds.ensure('ratings', [ticker])]);
    expect(paths().filter((path) => path.startsWith('/v10'))).toHaveLength(1);
  });
});

// 2031-05-14 was a Wednesday, 2031-05-17 a Saturday.
it.each([
  ['minutes', at('2031-05-14', 12), at('2031-05-14', 12, 1)],
  ['options', at('2031-05-14', 12), at('2031-05-14', 12, 15)],
  ['minutes', at('2031-05-14', 5, 59), at('2031-05-14', 6)],
  ['ratings', at('2031-05-16', 23), at('2031-05-17', 11)],
  ['ratings', at('2031-05-18', 20), at('2031-05-19', 6)],
] as const)('%s are due when their window ends, and when the day begins at the latest', (kind, readMs, dueMs) => {
  expect(kindDueMs(kind, readMs)).toBe(dueMs);
});
