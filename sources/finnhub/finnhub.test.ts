import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createOutbound } from '../../outbound/outbound.js';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { createEndpoint } from '../live/endpoint.js';
import { startReplayServer, type ReplayServer } from '../live/fixtures/replay-server.js';
import type { SourceFault } from '../live/fixtures/source-faults.js';
import { createKindReads } from '../live/kind-reads.js';
import { ReadError } from '../live/read-error.js';
import { readQuote } from './company-answers.js';
import { readEarningsCalendar } from './earnings-answers.js';
import { createFinnhub } from './finnhub.js';

const KEY = 'sk-pebble-0123456789';
const NOW = new Date('2030-05-14T16:00:00Z');
const open = embeddedDatabase();
const clock = { nowMs: NOW.getTime() };
const logged: string[] = [];
const told = (details: object, message: string): void =>
  void logged.push(
    message,
    JSON.stringify(details, (_name, value: unknown) =>
      value instanceof Error ? `${value.stack ?? ''} ${String(value.cause)}` : value,
    ),
  );
let opened: { readonly store: Store; readonly vendor: ReplayServer } | undefined;
const closing: (() => Promise<void>)[] = [];
let endpoints = 0;

const parts = async () => (opened ??= { store: await open(), vendor: await startReplayServer() });

async function start({ totalTimeoutMs = 60_000 } = {}) {
  const { store, vendor } = await parts();
  const outbound = createOutbound({ target: 'operator', totalTimeoutMs });
  const endpoint = createEndpoint({
    name: `finnhub ${(endpoints += 1)}`,
    baseUrl: `${vendor.url}/api/v1`,
    headers: { 'x-finnhub-token': KEY },
    limits: { perSecond: 1_000, burst: 1_000, mostFailures: 3 },
    outbound,
    budgets: store.sourceBudgets,
    clock: () => clock.nowMs,
  });
  const finnhub = createFinnhub(endpoint, store);
  const kinds = createKindReads({
    sources: [finnhub],
    store,
    keepsSimulated: false,
    clock: () => clock.nowMs,
    log: { info: told, warn: told, error: told },
    waitMs: 60_000,
  });
  closing.push(async () => {
    await kinds.close();
    outbound.close();
  });
  return { finnhub, kinds };
}

const filing = (symbol: string, cik: string, accession: string) => ({
  accessNumber: accession,
  symbol,
  cik,
  form: '10-Q',
  filedDate: '2030-05-10 00:00:00',
  acceptedDate: '2030-05-10 16:01:02',
  reportUrl: 'https://www.sec.gov/Archives/edgar/data/1/2/q.htm',
});
const sale = (symbol: string) => ({
  id: '0001234567-30-000002',
  symbol,
  name: 'Roe Jane',
  filingDate: '2030-05-08',
  transactionDate: '2030-05-06',
  transactionCode: 'S',
  change: -100,
  share: 900,
  transactionPrice: 12.5,
  isDerivative: false,
});

beforeEach(async () => {
  const { vendor } = await parts();
  Object.assign(vendor, { fault: null });
  vendor.answers.clear();
  vendor.asked.length = 0;
  vendor.headers.length = 0;
  logged.length = 0;
  clock.nowMs = NOW.getTime();
});
afterAll(async () => {
  for (const close of closing) await close();
  await opened?.vendor.close();
});

it('insiders of a ticker that nobody has stored are read with its filings; the key is in a header and in no address', async () => {
  const { store, vendor } = await parts();
  const { kinds } = await start();
  vendor.answers.set('/api/v1/stock/filings', JSON.stringify([filing('PBLA', '71', '0001234567-30-000001')]));
  vendor.answers.set('/api/v1/stock/insider-transactions', JSON.stringify({ data: [sale('PBLA')], symbol: 'PBLA' }));
  await kinds.ensure('insiders', ['PBLA']);
  const [report] = (await store.insiderFilings.byTickers(['PBLA'])).get('PBLA') ?? [];
  expect([report?.id, report?.source, report?.transactions.map(({ shares, price }) => [shares, price])]).toEqual([
    '0001234567-30-000002',
    'finnhub',
    [[100, 12.5]],
  ]);
  expect(vendor.headers.map((headers) => headers['x-finnhub-token'])).toEqual([KEY, KEY]);
  expect(vendor.asked.join()).not.toContain(KEY);
});

it('filings of another ticker than the one that was asked for give it no filer', async () => {
  const { store, vendor } = await parts();
  const { kinds } = await start();
  vendor.answers.set('/api/v1/stock/filings', JSON.stringify([filing('OTHER', '72', '0001234567-30-000009')]));
  await kinds.ensure('filings', ['PBLX']);
  expect([
    await store.filers.classesOf(['PBLX']),
    (await store.sourceReads.bySymbols(['PBLX'], 'filings')).get('PBLX')?.fault,
  ]).toEqual([[], 'unreadable']);
});

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

describe('when the vendor fails', () => {
  it.each(FAULTS)('with %s, the fault is told, and the key is in no log and no error', async (fault, expected) => {
    const { store, vendor } = await parts();
    const { finnhub, kinds } = await start(fault === 'silent' ? { totalTimeoutMs: 1_000 } : {});
    const ticker = `PF${fault.replaceAll('_', '').slice(0, 6).toUpperCase()}`;
    vendor.fault = fault;
    const error = await finnhub.ask('quote', ticker, NOW).then(
      () => undefined,
      (given: unknown) => given,
    );
    expect(error).toBeInstanceOf(ReadError);
    expect(error).toMatchObject({ fault: expected });
    clock.nowMs += 6 * 3_600_000;
    await kinds.ensure('filings', [ticker]);
    expect(
      ((await store.sourceReads.ofSymbols([ticker])).get(ticker) ?? []).map(({ fault: stored }) => stored),
    ).toEqual([expected]);
    const { message, stack, cause } = error as ReadError;
    expect([message, stack, String(cause), ...logged].join()).not.toContain(KEY);
  });
});

it('what can be compared is told also if a part of it fails, with why; without any part it fails', async () => {
  const { vendor } = await parts();
  const { finnhub } = await start();
  const quote = { c: 261.74, d: 0.5, dp: 0.2, h: 263, l: 260, o: 261, pc: 261.2, t: NOW.getTime() / 1000 };
  vendor.respond = (asked) =>
    asked.pathname.endsWith('/quote') ? { status: 200, body: JSON.stringify(quote) } : { status: 403, body: '{}' };
  const read = await finnhub.comparable('PBLO', NOW);
  expect([read.quote?.last, read.surprises, read.failed.map(({ message }) => message)]).toEqual([
    261.74,
    [],
    [expect.stringMatching(/answered with status 403/)],
  ]);
  vendor.respond = () => ({ status: 403, body: '{}' });
  await expect(finnhub.comparable('PBLO', NOW)).rejects.toMatchObject({ fault: 'refused' });
  vendor.respond = null;
});

describe('answers', () => {
  it('a quote of zeros is of an unknown ticker', () => {
    expect(() => readQuote({ c: 0, d: null, dp: null, h: 0, l: 0, o: 0, pc: 0, t: 0 })).toThrow(
      expect.objectContaining({ fault: 'unknown_ticker' }),
    );
    expect(() => readQuote({ c: -1, h: 1, l: 1, o: 1, pc: 1, t: 1_900_000_000 })).toThrow(
      expect.objectContaining({ fault: 'unreadable' }),
    );
  });

  it('a row that is no valid one is refused with its place, the others count', () => {
    const row = {
      symbol: 'PBLO',
      date: '2030-05-20',
      hour: 'bmo',
      quarter: 1,
      year: 2030,
      epsEstimate: 1,
      revenueEstimate: null,
    };
    const { rows, refused } = readEarningsCalendar({
      earningsCalendar: [row, { ...row, date: '2030-02-30' }, { ...row, hour: 'noon' }, 7],
    });
    expect(rows).toEqual([
      {
        ticker: 'PBLO',
        fiscalYear: 2030,
        fiscalQuarter: 1,
        date: '2030-05-20',
        hour: 'before_open',
        epsEstimate: 1,
        epsActual: null,
        revenueEstimate: null,
        revenueActual: null,
      },
    ]);
    expect(refused.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(() => readEarningsCalendar({ error: 'x' })).toThrow('Finnhub\'s answer has no list "earningsCalendar".');
  });

  it('the IPO calendar and news are stored as an import of them is', async () => {
    const { store, vendor } = await parts();
    const { finnhub } = await start();
    vendor.answers.set(
      '/api/v1/calendar/ipo',
      JSON.stringify({
        ipoCalendar: [
          { symbol: 'PBLI', name: 'Pebble Interior', status: 'expected', date: '2030-06-20', price: '18.00-20.00' },
        ],
      }),
    );
    vendor.answers.set(
      '/api/v1/news',
      JSON.stringify([
        {
          headline: 'Pebble raises outlook',
          source: 'Alder Wire',
          url: 'https://alder.example/a',
          datetime: NOW.getTime() / 1000,
          summary: '',
          related: '',
        },
      ]),
    );
    for (const read of Object.values(finnhub.market)) {
      const { save, rows, refused } = await read(NOW);
      expect([rows, refused]).toEqual([1, []]);
      await store.db.transaction().execute(save);
    }
    const { rows } = await store.pool.query(
      "select (select count(*)::int from ipo_listings where source = 'finnhub') as ipos, (select count(*)::int from news_articles where source = 'finnhub') as articles",
    );
    expect(rows).toEqual([{ ipos: 1, articles: 1 }]);
  });
});
