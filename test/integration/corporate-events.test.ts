import { expect, it } from '@jest/globals';
import { importFiles } from '../../sources/files/import-files.js';
import { IMPORT as ACTIONS } from '../../sources/files/import-actions.js';
import { IMPORT as INSIDERS } from '../../sources/files/import-insiders.js';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { ownershipXml } from '../../sources/sec/fixtures/ownership.js';
import { allHeard } from '../../store/fixtures/databases.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { sqlCounter } from '../support/sql-counter.js';

const server = await serverForFile();
const { store } = server.runtime;
const now = (): Date => new Date(server.clock.nowMs);
const { key } = await server.newKey('pro', { perMinute: 10_000 });
const ask = async (ticker: string): Promise<Answer> =>
  server.call(`/api/v1/corporate-events?ticker=${ticker}`, { key });
const TABLES = [
  'announced_actions',
  'company_filings',
  'earnings_reports',
  'filers',
  'insider_filings',
  'rating_actions',
];

it('a company has all eight groups, its share classes first among the related, and an estimate that says so', async () => {
  const answer = await ask('GOOG');
  expect([answer.status, answer.headers['x-data-source']]).toEqual([200, 'simulated']);
  const counts = Object.entries(read(answer, 'summary', 'counts') as Record<string, number>);
  expect(counts.map(([name]) => name)).toEqual([
    'earnings',
    'dividends',
    'splits',
    'analyst',
    'insider',
    'filings',
    'conferences',
    'corporate',
  ]);
  expect(counts.filter(([, count]) => count === 0)).toEqual([]);
  expect(read(answer, 'related', 0)).toEqual({
    ticker: 'GOOGL',
    name: 'Alphabet Inc. Class A',
    relation: 'same_filer',
  });
  const upcoming = read(answer, 'upcoming') as readonly { readonly kind: string }[];
  expect(upcoming.map(({ kind }) => kind).toSorted()).toEqual(['dividend', 'earnings_estimate']);
  expect(JSON.stringify(read(answer, 'events', 'insider', 0))).toContain('(invented)');
  expect(JSON.stringify(read(answer, 'events', 'filings', 0))).toContain('Invented for the simulated market.');
});

it('a fund has dividends, and a reason for each group without events', async () => {
  const answer = await server.graphql(
    key,
    '{ security(ticker: "SPY") { corporateEvents { company { cik } missing { group reason } } } }',
  );
  const missing = read(answer, 'data', 'security', 'corporateEvents', 'missing') as readonly {
    readonly group: string;
  }[];
  expect(missing.map(({ group }) => group)).toEqual([
    'EARNINGS',
    'SPLITS',
    'ANALYST',
    'INSIDER',
    'FILINGS',
    'CONFERENCES',
    'CORPORATE',
  ]);
  expect((await ask('NOSUCH')).status).toBe(404);
});

it('a batch takes one query for each table, however many tickers, and none while nothing changes', async () => {
  await allHeard(store);
  const counter = sqlCounter(store.pool);
  const query =
    '{ securitiesByTicker(tickers: ["AAPL", "MSFT", "NVDA", "JPM"]) { corporateEvents { summary { counts { insider } } } } }';
  expect((await server.graphql(key, query)).status).toBe(200);
  const cold = counter.take();
  const timesOf = (table: string): number => cold.filter((each) => each === table).length;
  expect(TABLES.map((table) => [table, timesOf(table)])).toEqual(TABLES.map((table) => [table, 1]));
  // Those asked for, those of their sectors, and their other classes of shares.
  expect(timesOf('securities')).toBeLessThanOrEqual(3);
  await server.graphql(key, query);
  expect(counter.take()).toEqual([]);
  counter.stop();
});

it('dividends that were announced are to come, as in the catalysts; imported ones take the place of invented ones', async () => {
  const toCome = async (): Promise<readonly (readonly unknown[])[]> => {
    const upcoming = read(await ask('PG'), 'upcoming') as readonly {
      date: string;
      kind: string;
      value: number;
      source_url?: string;
    }[];
    return upcoming.flatMap(({ date, kind, value, source_url: url }) =>
      kind === 'dividend' || kind === 'split' ? [[date, kind, value, url]] : [],
    );
  };
  const catalysts = read(
    await server.call('/api/v1/catalysts?ticker=PG&days=60&types=dividend', { key }),
    'events',
  ) as readonly { date: string }[];
  const invented = await toCome();
  expect(invented.map(([date, kind]) => [date, kind])).toEqual(catalysts.map(({ date }) => [date, 'dividend']));
  expect(invented.length).toBeGreaterThan(0);
  const list =
    'Symbol,Type,Ex Date,Amount,Ratio,URL\nPG,dividend,2026-01-23,1.0568,,https://example.com/pg\nPG,split,2026-02-17,,2:1,\n';
  await importFiles(store, ACTIONS, [await temporaryFiles({ 'actions.csv': list })], { strict: true, now });
  await allHeard(store);
  expect(await toCome()).toEqual([
    ['2026-01-23', 'dividend', 1.0568, 'https://example.com/pg'],
    ['2026-02-17', 'split', 2, undefined],
  ]);
});

it('an imported form is shown at once, in place of the invented ones, with its source', async () => {
  await ask('KO');
  const day = now().toISOString().slice(0, 10);
  const form = ownershipXml({ cik: '21344', symbol: 'KO', period: day, transactions: [{ date: day, price: '60.5' }] });
  await importFiles(store, INSIDERS, [await temporaryFiles({ '0000021344-26-000001.xml': form })], {
    strict: true,
    now,
  });
  await allHeard(store);
  const answer = await ask('KO');
  expect(read(answer, 'company', 'cik')).toBe('0000021344');
  expect(read(answer, 'events', 'insider')).toEqual([
    {
      date: day,
      kind: 'insider_sale',
      title: 'Sale in the market or privately',
      detail:
        'Roe Jane (director, Chief Pebble Officer): 100 of Common Stock & rights disposed of at 60.5 USD; 900 owned afterwards.',
      value: 6050,
      source_url: 'https://www.sec.gov/Archives/edgar/data/21344/000002134426000001/0000021344-26-000001-index.htm',
    },
  ]);
  expect(answer.headers['x-data-source']).toContain('files');
});
