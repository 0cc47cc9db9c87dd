import { beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { IMPORT as FORMS } from '../../sources/files/import-13f.js';
import { IMPORT as BARS } from '../../sources/files/import-bars.js';
import { IMPORT as CUSIPS } from '../../sources/files/import-cusips.js';
import { importFiles } from '../../sources/files/import-files.js';
import { submissionText, type SubmissionContent } from '../../sources/institutional/fixtures/forms.js';
import { allHeard } from '../../store/fixtures/databases.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { sqlCounter } from '../support/sql-counter.js';

const server = await serverForFile();
const { store } = server.runtime;
const now = (): Date => new Date(server.clock.nowMs);
const { key } = await server.newKey('pro', { perMinute: 100_000 });
const ask = (query: string, variables: object = {}): Promise<Answer> => server.graphql(key, query, variables);
const importing = async (kind: typeof FORMS, file: string, content: string): Promise<void> => {
  const { files } = await importFiles(store, kind, [await temporaryFiles({ [file]: content })], { strict: true, now });
  expect(files.map(({ error }) => error)).toEqual([undefined]);
};
let filings = 0;
const file = async (content: SubmissionContent): Promise<void> => {
  filings += 1;
  const accession = `0001234567-25-${String(filings).padStart(6, '0')}`;
  await importing(FORMS, 'filing.txt', submissionText({ accession, ...content }));
};
beforeEach(() => server.nextMinute());

const PAGE = `query($ticker: Ticker!, $first: Int! = 20, $after: String, $filter: InstitutionalHoldingFilter, $orderBy: InstitutionalHoldingOrder) {
  security(ticker: $ticker) { institutionalHoldings(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
    period asOf totalCount totals { kind managerCount shares value } pageInfo { hasNextPage endCursor }
    nodes { manager { cik name } kind shares principal value matchedBy filedOn change { kind previousShares shares fraction } reportFraction }
  } }
}`;
interface Node {
  readonly manager: { readonly cik: string; readonly name: string };
  readonly kind: string;
  readonly shares: number;
  readonly value: number;
  readonly change: { readonly kind: string } | null;
}
const page = async (
  variables: object,
): Promise<{
  readonly period: string;
  readonly asOf: string;
  readonly totalCount: number;
  readonly nodes: readonly Node[];
  readonly totals: readonly object[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}> => {
  const answer = await ask(PAGE, variables);
  expect(read(answer, 'errors')).toBeUndefined();
  return read(answer, 'data', 'security', 'institutionalHoldings') as Awaited<ReturnType<typeof page>>;
};
const codeOf = (answer: Answer): unknown => read(answer, 'errors', 0, 'extensions', 'code');

describe('the demo market', () => {
  it('has invented managers, who say so, in pages that together have all', async () => {
    const whole = await page({ ticker: 'aapl', first: 100 });
    expect(whole.totalCount).toBeGreaterThan(5);
    expect(whole.nodes.every(({ manager }) => manager.name.endsWith('(invented)'))).toBe(true);
    const values = whole.nodes.map(({ value }) => value);
    expect(values).toEqual([...values].sort((one, other) => other - one));
    const seen: Node[] = [];
    let after: string | null = null;
    do {
      const { nodes, pageInfo } = await page({ ticker: 'AAPL', first: 3, after });
      seen.push(...nodes);
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen).toEqual(whole.nodes);
    const shares = whole.nodes.filter(({ kind }) => kind === 'SHARES');
    expect(whole.totals[0]).toMatchObject({
      kind: 'SHARES',
      managerCount: shares.length,
      shares: shares.reduce((sum, node) => sum + node.shares, 0),
    });
  });

  it('filters, and sorts by what is asked for', async () => {
    const { nodes: closed } = await page({ ticker: 'MSFT', first: 100, filter: { changes: ['CLOSED'] } });
    expect(closed.every(({ shares, change }) => shares === 0 && change?.kind === 'CLOSED')).toBe(true);
    const orderBy = { field: 'CHANGE', direction: 'ASC' };
    const { nodes } = await page({
      ticker: 'MSFT',
      first: 100,
      filter: { kinds: ['SHARES'], changes: ['INCREASED', 'DECREASED'] },
      orderBy,
    });
    const changes = nodes.map(({ change }) => (change as unknown as { shares: number }).shares);
    expect(changes.length).toBeGreaterThan(2);
    expect(changes).toEqual([...changes].sort((one, other) => one - other));
  });

  it('is Pro, and each field is one unit with what is below, but for metered fields of securities, each at its place', async () => {
    const free = await server.newKey('starter');
    const query =
      '{ security(ticker: "AAPL") { institutionalHoldings { totalCount } } institutionalManager(cik: "9990000011") { name } }';
    const refused = await server.graphql(free.key, query);
    expect(
      (read(refused, 'errors') as object[]).map((_, at) => read(refused, 'errors', at, 'extensions', 'code')),
    ).toEqual(['TIER_REQUIRED', 'TIER_REQUIRED']);
    const pro = await server.newKey('pro');
    expect(read(await server.graphql(pro.key, query), 'errors')).toBeUndefined();
    expect(await server.used(pro)).toBe(2);
    const deep =
      '{ institutionalManager(cik: "9990000011") { holdings { nodes { security { name } manager { reports { totalCount } } } } } }';
    expect(read(await server.graphql(pro.key, deep), 'errors')).toBeUndefined();
    expect(await server.used(pro)).toBe(3);
    const metered =
      '{ security(ticker: "AAPL") { institutionalHoldings(first: 2) { nodes { security { signal { label } } } } } }';
    expect(read(await server.graphql(pro.key, metered), 'errors')).toBeUndefined();
    expect(await server.used(pro)).toBe(6);
  });

  it('gives a manager by its number and by its id', async () => {
    const answer = await ask(
      '{ institutionalManager(cik: "9990000011") { id cik name source reports(first: 2) { totalCount nodes { period filedOn value statedValue entryCount isAmended filings { accession amendment } } } } node(id: "im_9990000011") { id ... on InstitutionalManager { name } } }',
    );
    expect(read(answer, 'errors')).toBeUndefined();
    expect(read(answer, 'data', 'institutionalManager')).toMatchObject({
      id: 'im_9990000011',
      cik: '9990000011',
      source: 'simulated',
    });
    expect(read(answer, 'data', 'node')).toEqual({
      id: 'im_9990000011',
      name: read(answer, 'data', 'institutionalManager', 'name'),
    });
    expect(read(answer, 'data', 'institutionalManager', 'reports', 'totalCount')).toBeGreaterThan(3);
  });

  it.each([
    ['{ institutionalManager(cik: "1") { name } }', 'NOT_FOUND', 'cik'],
    ['{ institutionalManager(cik: "Berkshire") { name } }', 'INVALID_PARAMETER', 'cik'],
    [
      '{ security(ticker: "AAPL") { institutionalHoldings(filter: { period: "2025-09-29" }) { totalCount } } }',
      'INVALID_PARAMETER',
      'filter.period',
    ],
    ['{ security(ticker: "AAPL") { institutionalHoldings(first: 0) { totalCount } } }', 'INVALID_PARAMETER', 'first'],
    ['{ security(ticker: "AAPL") { institutionalHoldings(after: "x") { totalCount } } }', 'INVALID_PARAMETER', 'after'],
    [
      '{ institutionalManager(cik: "9990000011") { holdings(filter: { period: "2025-01-01" }) { totalCount } } }',
      'INVALID_PARAMETER',
      'filter.period',
    ],
    ['{ node(id: "im_0000000001") { id } }', 'NOT_FOUND', 'id'],
  ])('refuses %s', async (query, code, param) => {
    const answer = await ask(query);
    expect([codeOf(answer), read(answer, 'errors', 0, 'extensions', 'param')]).toEqual([code, param]);
  });

  it('refuses a cursor of another list', async () => {
    const { pageInfo } = await page({ ticker: 'AAPL', first: 1 });
    for (const other of [
      { ticker: 'MSFT' },
      { ticker: 'AAPL', orderBy: { field: 'AMOUNT' } },
      { ticker: 'AAPL', filter: { kinds: ['PUT'] } },
      { ticker: 'AAPL', filter: { period: '2025-06-30' } },
    ])
      expect(codeOf(await ask(PAGE, { ...other, after: pageInfo.endCursor }))).toBe('INVALID_PARAMETER');
  });

  it('is read with as many statements for fifty tickers as for one', async () => {
    const tickers = (await store.securities.search({ limit: 50, orderBy: 'symbol', isDescending: false })).rows.map(
      ({ symbol }) => symbol,
    );
    const query =
      'query($tickers: [Ticker!]!) { securitiesByTicker(tickers: $tickers) { institutionalHoldings(first: 5, filter: { period: "2025-03-31" }) { nodes { manager { name } security { ticker } } } } }';
    await allHeard(store);
    const counter = sqlCounter(store.pool);
    expect(read(await ask(query, { tickers: tickers.slice(0, 1) }), 'errors')).toBeUndefined();
    const one = counter.take().filter((table) => table.startsWith('institutional'));
    expect(read(await ask(query, { tickers }), 'errors')).toBeUndefined();
    const fifty = counter.take().filter((table) => table.startsWith('institutional'));
    counter.stop();
    expect(one).toContain('institutional_positions');
    expect(fifty.length).toBeLessThanOrEqual(one.length);
  });
});

describe('imported forms', () => {
  const CAT = '149123101';
  const rowsOf = (...shares: readonly string[]) =>
    shares.map((each) => ({ issuer: 'CATERPILLAR INC', cusip: CAT, shares: each, value: String(Number(each) * 300) }));
  const ALDER = { cik: '0000000101', manager: 'Alder LLC' };
  const BASALT = { cik: '0000000102', manager: 'Basalt LP' };
  const CEDAR = { cik: '0000000103', manager: 'Cedar Inc' };

  it('replace the invented ones at once, sum entries, and tell what changed', async () => {
    await page({ ticker: 'CAT' });
    await file({ ...ALDER, period: '06-30-2025', filed: '20250810', rows: rowsOf('100') });
    await file({ ...BASALT, period: '06-30-2025', filed: '20250811', rows: rowsOf('50') });
    await file({
      ...ALDER,
      period: '09-30-2025',
      filed: '20251110',
      rows: [...rowsOf('100', '50'), { ...rowsOf('10')[0], putCall: 'Put' }],
    });
    await file({ ...BASALT, period: '09-30-2025', filed: '20251112', rows: [{ issuer: 'APPLE INC', value: '30000' }] });
    await file({ ...CEDAR, period: '09-30-2025', filed: '20251114', rows: rowsOf('70') });
    const { period, asOf, nodes, totals, totalCount } = await page({ ticker: 'CAT' });
    expect({ period, asOf, totalCount }).toEqual({ period: '2025-09-30', asOf: '2025-11-14', totalCount: 3 });
    const name = { matchedBy: 'NAME', principal: null };
    expect(nodes).toEqual([
      {
        manager: { cik: '0000000101', name: 'Alder LLC' },
        kind: 'SHARES',
        shares: 150,
        value: 45_000,
        filedOn: '2025-11-10',
        change: { kind: 'INCREASED', previousShares: 100, shares: 50, fraction: 0.5 },
        reportFraction: 0.9375,
        ...name,
      },
      {
        manager: { cik: '0000000103', name: 'Cedar Inc' },
        kind: 'SHARES',
        shares: 70,
        value: 21_000,
        filedOn: '2025-11-14',
        change: null,
        reportFraction: 1,
        ...name,
      },
      {
        manager: { cik: '0000000101', name: 'Alder LLC' },
        kind: 'PUT',
        shares: 10,
        value: 3000,
        filedOn: '2025-11-10',
        change: { kind: 'NEW', previousShares: 0, shares: 10, fraction: null },
        reportFraction: 0.0625,
        ...name,
      },
    ]);
    expect(totals).toEqual([
      { kind: 'SHARES', managerCount: 2, shares: 220, value: 66_000 },
      { kind: 'PUT', managerCount: 1, shares: 10, value: 3000 },
    ]);
    const { nodes: closed } = await page({ ticker: 'CAT', filter: { changes: ['CLOSED'] } });
    expect(closed).toMatchObject([
      {
        manager: { cik: BASALT.cik },
        shares: 0,
        value: 0,
        change: { kind: 'CLOSED', previousShares: 50, shares: -50, fraction: -1 },
      },
    ]);
    expect((await page({ ticker: 'CAT', filter: { period: '2025-06-30' } })).totalCount).toBe(2);
    expect((await page({ ticker: 'CAT', filter: { period: '2020-06-30' } })).totalCount).toBe(0);
  });

  it('change with an amendment, at once', async () => {
    await file({
      ...CEDAR,
      period: '09-30-2025',
      filed: '20251201',
      form: '13F-HR/A',
      amendment: 'RESTATEMENT',
      rows: rowsOf('71'),
    });
    expect((await page({ ticker: 'CAT' })).nodes.map(({ shares }) => shares)).toEqual([150, 71, 10]);
    const answer = await ask(
      '{ institutionalManager(cik: "103") { reports { nodes { isAmended filedOn value filings { amendment } } } holdings { totals { shares value } nodes { security { ticker } cusip } } } }',
    );
    expect(read(answer, 'data', 'institutionalManager')).toEqual({
      reports: {
        nodes: [{ isAmended: true, filedOn: '2025-12-01', value: 21_300, filings: [{ amendment: 'RESTATEMENT' }] }],
      },
      holdings: { totals: [{ shares: null, value: 21_300 }], nodes: [{ security: { ticker: 'CAT' }, cusip: CAT }] },
    });
  });

  it('are compared on the share basis of the period, and a quarter of which few have reported is not shown by default', async () => {
    const split = [
      'timestamp,open,high,low,close,volume,split_coefficient,adjusted_close',
      '2025-08-02,20,20,20,20,100,1,20',
      '2025-08-01,20,20,20,20,100,4,20',
      '2025-07-31,80,80,80,80,25,1,20',
    ];
    await importing(BARS, 'CAT.csv', split.join('\n'));
    const [held] = (await page({ ticker: 'CAT' })).nodes;
    expect(held?.change).toMatchObject({ kind: 'DECREASED', previousShares: 400, shares: -250 });
    await file({ ...ALDER, period: '12-31-2025', filed: '20260102', rows: rowsOf('1') });
    expect((await page({ ticker: 'CAT', filter: { period: '2025-12-31' } })).totalCount).toBe(1);
    expect((await page({ ticker: 'CAT' })).period).toBe('2025-09-30');
  });

  it('follow the list of CUSIPs, which goes before names', async () => {
    await importing(CUSIPS, 'list.csv', `cusip,ticker\n${CAT},BA\n`);
    expect((await page({ ticker: 'CAT' })).totalCount).toBe(0);
    const { nodes } = await page({ ticker: 'BA' });
    expect(nodes.map(({ shares }) => shares)).toEqual([150, 71, 10]);
    expect(nodes[0]).toMatchObject({ matchedBy: 'CUSIP' });
  });
});

it('a security that nobody holds any more has an empty list of the newest quarter, not its last holders', async () => {
  const rows = [{ issuer: 'WALMART INC', cusip: '931142103', shares: '5', value: '500' }];
  await file({ cik: '0000000106', manager: 'Fir LP', period: '09-30-2021', filed: '20211110', rows });
  expect((await page({ ticker: 'WMT', filter: { period: '2021-09-30' } })).totalCount).toBe(1);
  expect(await page({ ticker: 'WMT' })).toMatchObject({ period: '2025-09-30', totalCount: 0, totals: [] });
});

describe('an incomplete report', () => {
  const [AAPL, IBM] = ['037833100', '459200101'];
  const DOVER = { cik: '0000000104', manager: 'Dover LP' };
  const ELDER = { cik: '0000000105', manager: 'Elder LP' };
  const rowsOf = (cusip: string, shares: string) => [
    { issuer: 'ISSUER', cusip, shares, value: String(Number(shares) * 200) },
  ];
  const changesOf = async (cik: string, period: string): Promise<unknown> => {
    const changes = '[NEW, INCREASED, DECREASED, UNCHANGED, CLOSED]';
    const answer = await ask(`{ institutionalManager(cik: "${cik}") {
      held: holdings(filter: { period: "${period}" }) { nodes { shares change { kind } } }
      changed: holdings(filter: { period: "${period}", changes: ${changes} }) { nodes { shares change { kind } } }
    } }`);
    return [
      read(answer, 'data', 'institutionalManager', 'held', 'nodes'),
      read(answer, 'data', 'institutionalManager', 'changed', 'nodes'),
    ];
  };
  const reportsOf = async (cik: string): Promise<unknown> =>
    read(
      await ask(
        `{ institutionalManager(cik: "${cik}") { reports { nodes { period isComplete entryCount refusedEntryCount } } } }`,
      ),
      'data',
      'institutionalManager',
      'reports',
      'nodes',
    );

  it('closes nothing, and nothing is new after it, where an entry was refused', async () => {
    await file({
      ...DOVER,
      period: '03-31-2025',
      filed: '20250510',
      entries: '2',
      rows: [...rowsOf(AAPL, '1000'), ...rowsOf(IBM, '10')],
    });
    const refused = submissionText({
      accession: '0001234567-25-900001',
      ...DOVER,
      period: '06-30-2025',
      filed: '20250810',
      entries: '2',
      rows: [...rowsOf('037833101', '1500'), ...rowsOf(IBM, '20')],
    });
    await importFiles(store, FORMS, [await temporaryFiles({ 'refused.txt': refused })], { strict: false, now });
    await file({
      ...DOVER,
      period: '09-30-2025',
      filed: '20251110',
      entries: '2',
      rows: [...rowsOf(AAPL, '1500'), ...rowsOf(IBM, '20')],
    });
    const increased = { shares: 20, change: { kind: 'INCREASED' } };
    const unchanged = { shares: 20, change: { kind: 'UNCHANGED' } };
    expect(await changesOf(DOVER.cik, '2025-06-30')).toEqual([[increased], [increased]]);
    expect(await changesOf(DOVER.cik, '2025-09-30')).toEqual([
      [{ shares: 1500, change: null }, unchanged],
      [unchanged],
    ]);
    const whole = { isComplete: true, entryCount: 2, refusedEntryCount: 0 };
    expect(await reportsOf(DOVER.cik)).toEqual([
      { period: '2025-09-30', ...whole },
      { period: '2025-06-30', isComplete: false, entryCount: 1, refusedEntryCount: 1 },
      { period: '2025-03-31', ...whole },
    ]);
  });

  it('of an amendment alone is compared with none, until the filing that it adds to is stored', async () => {
    const period = '06-30-2025';
    const added = { ...ELDER, period, form: '13F-HR/A', amendment: 'NEW HOLDINGS' };
    await file({ ...ELDER, period: '03-31-2025', filed: '20250510', rows: rowsOf(AAPL, '100') });
    await file({ ...added, filed: '20250901', rows: rowsOf(IBM, '10') });
    await file({ ...ELDER, period: '09-30-2025', filed: '20251110', rows: rowsOf(AAPL, '100') });
    expect(await changesOf(ELDER.cik, '2025-06-30')).toEqual([[{ shares: 10, change: null }], []]);
    expect(await changesOf(ELDER.cik, '2025-09-30')).toEqual([[{ shares: 100, change: null }], []]);
    expect(await reportsOf(ELDER.cik)).toMatchObject([
      { isComplete: true },
      { isComplete: false, refusedEntryCount: 0 },
      { isComplete: true },
    ]);
    await file({ ...ELDER, period, filed: '20250810', rows: rowsOf(AAPL, '100') });
    const [held] = (await changesOf(ELDER.cik, '2025-06-30')) as readonly unknown[];
    expect(held).toEqual([
      { shares: 100, change: { kind: 'UNCHANGED' } },
      { shares: 10, change: { kind: 'NEW' } },
    ]);
  });
});
