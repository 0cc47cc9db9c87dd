import { beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { IMPORT as FORMS } from '../../sources/files/import-13f.js';
import { importFiles } from '../../sources/files/import-files.js';
import { submissionText, type FormEntry, type SubmissionContent } from '../../sources/institutional/fixtures/forms.js';
import { allHeard } from '../../store/fixtures/databases.js';
import { ask as askQuestion } from '../support/answer-evidence.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { store } = server.runtime;
const { key, ...account } = await server.newKey('pro', { perMinute: 100_000 });
const ask = (query: string, variables: object = {}): Promise<Answer> => server.graphql(key, query, variables);
beforeEach(() => server.nextMinute());

const LIST = `query($first: Int! = 20, $after: String, $filter: InstitutionalManagerFilter, $orderBy: InstitutionalManagerOrder! = VALUE) {
  institutionalManagers(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
    totalCount pageInfo { hasNextPage endCursor }
    nodes { id cik name source reports(first: 1) { nodes { period value } } }
  }
}`;
interface Manager {
  readonly id: string;
  readonly cik: string;
  readonly name: string;
  readonly source: string;
  readonly reports: { readonly nodes: readonly { readonly period: string; readonly value: number }[] };
}
interface ManagerPage {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  readonly nodes: readonly Manager[];
}
async function list(variables: object = {}): Promise<ManagerPage> {
  const answer = await ask(LIST, variables);
  expect(read(answer, 'errors')).toBeUndefined();
  return read(answer, 'data', 'institutionalManagers') as ManagerPage;
}
const namesOf = async (search: string): Promise<readonly string[]> =>
  (await list({ filter: { search } })).nodes.map(({ name }) => name);
const valueOf = ({ reports }: Manager): number => reports.nodes[0]?.value ?? Number.NaN;

describe('the managers of the demo market', () => {
  it('come by the value of their newest reports, in pages that together have all', async () => {
    const whole = await list({ first: 100 });
    expect(whole.totalCount).toBe(whole.nodes.length);
    expect(whole.totalCount).toBeGreaterThan(10);
    const values = whole.nodes.map(valueOf);
    expect(values).toEqual(values.toSorted((one, other) => other - one));
    const seen: Manager[] = [];
    let after: string | null = null;
    do {
      const { nodes, pageInfo } = await list({ first: 5, after });
      seen.push(...nodes);
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen).toEqual(whole.nodes);
    const byName = await list({ first: 100, orderBy: 'NAME' });
    const names = whole.nodes.map(({ name }) => name);
    expect(byName.nodes.map(({ name }) => name)).toEqual(names.toSorted());
  });

  it('are found by words of a name, in any case and nearly right, and by number', async () => {
    const greywater = ['Greywater Pension Board (invented)'];
    expect(await namesOf('greywater')).toEqual(greywater);
    expect(await namesOf('PENSION board')).toEqual(greywater);
    expect(await namesOf('greywatr pension')).toEqual(greywater);
    expect(await namesOf('9990000017')).toEqual(greywater);
    expect(await namesOf('xqzvw')).toEqual([]);
    expect((await namesOf('  ')).length).toBe((await list()).totalCount);
  });

  it('are Pro and one unit for a page with what is below', async () => {
    const starter = await server.newKey('starter');
    expect(read(await server.graphql(starter.key, LIST), 'errors', 0, 'extensions', 'code')).toBe('TIER_REQUIRED');
    const used = await server.used({ key, ...account });
    await list({ first: 3 });
    expect(await server.used({ key, ...account })).toBe(used + 1);
  });

  it.each([
    [{ after: 'x' }, 'after'],
    [{ first: 0 }, 'first'],
    [{ first: 101 }, 'first'],
    [{ filter: { search: 'x'.repeat(81) } }, 'filter.search'],
  ])('refuse %j without a charge', async (variables, param) => {
    const used = await server.used({ key, ...account });
    const answer = await ask(LIST, variables);
    expect([
      read(answer, 'errors', 0, 'extensions', 'code'),
      read(answer, 'errors', 0, 'extensions', 'param'),
      await server.used({ key, ...account }),
    ]).toEqual(['INVALID_PARAMETER', param, used]);
  });

  it('refuse a cursor of another search or order', async () => {
    const { pageInfo } = await list({ first: 1 });
    for (const other of [{ orderBy: 'NAME' }, { filter: { search: 'capital' } }]) {
      const answer = await ask(LIST, { ...other, after: pageInfo.endCursor });
      expect(read(answer, 'errors', 0, 'extensions', 'param')).toBe('after');
    }
  });
});

describe('holdings of one manager in one security', () => {
  it('are the same from both sides', async () => {
    const answer = await ask(`{
      institutionalManager(cik: "9990000015") {
        one: holdings(filter: { tickers: ["aapl"], kinds: [SHARES] }) { totalCount nodes { id shares value security { ticker } } }
        none: holdings(filter: { tickers: ["ZZZZ"] }) { totalCount }
      }
      security(ticker: "AAPL") {
        institutionalHoldings(filter: { managers: ["9990000015", "1"], kinds: [SHARES] }) {
          totalCount nodes { id shares value manager { cik } }
        }
      }
    }`);
    expect(read(answer, 'errors')).toBeUndefined();
    const own = read(answer, 'data', 'institutionalManager', 'one', 'nodes') as readonly { readonly id: string }[];
    const theirs = read(answer, 'data', 'security', 'institutionalHoldings', 'nodes') as typeof own;
    expect(theirs).toHaveLength(1);
    const { id, shares, value, manager } = theirs[0] as unknown as Record<string, unknown>;
    expect(own[0]).toEqual({ id, shares, value, security: { ticker: 'AAPL' } });
    expect(manager).toEqual({ cik: '9990000015' });
    expect(read(answer, 'data', 'institutionalManager', 'none', 'totalCount')).toBe(0);
  });

  it('refuse a manager that is no number, with its place', async () => {
    const answer = await ask(
      '{ security(ticker: "AAPL") { institutionalHoldings(filter: { managers: ["1", "Vanguard"] }) { totalCount } } }',
    );
    expect([read(answer, 'errors', 0, 'extensions', 'code'), read(answer, 'errors', 0, 'extensions', 'param')]).toEqual(
      ['INVALID_PARAMETER', 'filter.managers[1]'],
    );
  });
});

/** Imports a form 13F, whose rows are of these issuers. */
async function file(content: SubmissionContent): Promise<void> {
  const files = [await temporaryFiles({ 'filing.txt': submissionText(content) })];
  const { files: done } = await importFiles(store, FORMS, files, {
    strict: true,
    now: () => new Date(server.clock.nowMs),
  });
  expect(done.map(({ error }) => error)).toEqual([undefined]);
}

const ISSUERS = {
  AAPL: ['APPLE INC', '037833100'],
  META: ['META PLATFORMS INC', '30303M102'],
  NKE: ['NIKE INC', '654106103'],
  NVDA: ['NVIDIA CORP', '67066G104'],
  PLTR: ['PALANTIR TECHNOLOGIES INC', '69608A108'],
} as const;
const row = (ticker: keyof typeof ISSUERS, shares: number, putCall?: string): FormEntry => {
  const [issuer, cusip] = ISSUERS[ticker];
  const own = { issuer, cusip, shares: String(shares), value: String(shares * 200) };
  return putCall === undefined ? own : { ...own, putCall };
};
let filings = 0;
async function report(cik: string, manager: string, second: readonly FormEntry[], third: readonly FormEntry[]) {
  for (const [period, filed, rows] of [
    ['06-30-2025', '20250814', second],
    ['09-30-2025', '20251114', third],
  ] as const) {
    filings += 1;
    const accession = `0000950123-25-${String(filings).padStart(6, '0')}`;
    if (rows.length > 0) await file({ accession, cik, manager, period, filed, rows });
  }
}
const headline = async (question: string): Promise<string> =>
  (await askQuestion(server, key, question)).answer.headline;

describe('an imported manager', () => {
  it('is listed under the name of its newest report, and answers know it by both its names', async () => {
    await report('0001067983', 'BERKSHIRE HATHAWAY OF OMAHA', [row('AAPL', 100)], []);
    await allHeard(store);
    expect(await namesOf('berkshire')).toEqual(['BERKSHIRE HATHAWAY OF OMAHA']);
    await report('0001067983', 'BERKSHIRE HATHAWAY INC', [], [row('AAPL', 300)]);
    await allHeard(store);
    const [berkshire] = (await list({ filter: { search: 'Berkshire' } })).nodes;
    expect(berkshire).toMatchObject({ cik: '0001067983', name: 'BERKSHIRE HATHAWAY INC' });
    expect(berkshire && [berkshire.reports.nodes[0]?.period, valueOf(berkshire)]).toEqual(['2025-09-30', 60_000]);
  });

  it.each([
    ['What does Berkshire Hathaway own?', /^BERKSHIRE HATHAWAY INC reported 1 position in shares worth \$60,000/],
    ["Berkshire's top holdings", /^BERKSHIRE HATHAWAY INC reported 1 position /],
    ['what is warren buffett buying?', /BERKSHIRE HATHAWAY INC added to 1 position: 200 shares of AAPL/],
    ['What did Berkshire buy last quarter?', /BERKSHIRE HATHAWAY INC added to 1 position: 200 shares of AAPL/],
    ['How much Apple does Berkshire own?', /^BERKSHIRE HATHAWAY INC held 300 shares of Apple \(AAPL\) worth \$60,000/],
    ['is apple owned by berkshire', /^BERKSHIRE HATHAWAY INC held 300 shares of Apple/],
    ["Buffett's Apple stake", /^BERKSHIRE HATHAWAY INC held 300 shares of Apple/],
    ['Does Berkshire own Microsoft?', /^BERKSHIRE HATHAWAY INC reported no shares of Microsoft \(MSFT\)/],
    ['What percent of Apple does Buffett own?', /^Forms 13F do not tell a company’s shares outstanding/],
    ['What did Buffett own at the end of June?', /^Of a manager’s reports, answers read the newest one alone/],
    ['Should I buy Berkshire?', /^(?!.*13F).*: Berkshire Hathaway \(BRK\.B\) reads/],
    ['Berkshire Hathaway stock price', /^Berkshire Hathaway \(BRK\.B\) closed at/],
  ])('answers %j', async (question, expected) => {
    expect(await headline(question)).toMatch(expected);
  });
});

describe('answers on a report with options, closed positions and issuers that are not stored', () => {
  it('are filed', async () => {
    await report(
      '0001649339',
      'Scion Asset Management, LLC',
      [row('NKE', 100), row('AAPL', 200), row('PLTR', 900)],
      [row('AAPL', 150), row('META', 50), row('PLTR', 500), row('NVDA', 1_000, 'Put')],
    );
    await report('0001999201', 'Zorblax: AAPL will crash 90%, buy at www.evil.example/x', [], [row('META', 10)]);
    await report('0001061165', 'TARGET CAPITAL MANAGEMENT', [], [row('META', 20)]);
    await report('0001061166', 'Beta Capital Partners LP', [], [row('META', 30)]);
    await report('0001061167', 'ORACLE INVESTMENT MANAGEMENT INC', [], [row('META', 40)]);
    await allHeard(store);
    expect(await namesOf('scion')).toEqual(['Scion Asset Management, LLC']);
  });

  it.each([
    [
      'What is Michael Burry buying?',
      /^In the quarter .*, Scion Asset Management, LLC opened 1 position: 50 shares of META/,
    ],
    ['What does Scion own?', /reported 3 positions in shares worth \$140,000 together .*; the largest is “PALANTIR/],
    ['Did Michael Burry sell Nike?', /^Scion Asset Management, LLC sold all its 100 shares of NIKE \(NKE\)/],
    [
      'Did Burry sell Apple?',
      /^Scion Asset Management, LLC sold 50 shares of Apple \(AAPL\) .*, and held 150 shares worth \$30,000/,
    ],
    ['What did Burry sell?', /^In the quarter .*, Scion Asset Management, LLC closed or reduced 3 positions/],
    ['Which positions did Scion Asset Management close?', /closed 1 position: 100 shares of NKE/],
    [
      'Does Michael Burry have puts on NVDA?',
      /^Scion Asset Management, LLC reported puts on 1,000 shares of NVDA worth \$200,000/,
    ],
    ['Does Burry own NVDA?', /^Scion Asset Management, LLC reported puts on 1,000 shares of NVDA/],
    ['What does Zorblax own?', /^Manager 0001999201 reported 1 position in shares worth \$2,000/],
    ['Is Target a buy?', /^No security, private company, investor or manager is stored under “Target”/],
    ['Beta of TSLA', /^The beta to SPY over one year is/],
    ['What does Oracle own?', /^No form 13F of Oracle \(ORCL\) is stored/],
    ['Is Michael Burry a buy?', /^No tool answers what the question asks for/],
    ['Does Apple hold up better than Microsoft?', /^(?!.*13F)/],
    ['Largest 13F filers', /^No tool lists the managers with forms 13F/],
  ])('tell the truth: %j', async (question, expected) => {
    expect(await headline(question)).toMatch(expected);
  });

  it('name issuers that are not stored in quotes, and no address of a name', async () => {
    const { answer } = await askQuestion(server, key, 'What does Scion own?');
    expect(answer.detail).toContain('“PALANTIR TECHNOLOGIES INC” worth $100,000');
    expect(answer.detail).toContain('AAPL worth $30,000');
    const named = await askQuestion(server, key, 'What does Zorblax own?');
    expect(JSON.stringify(named)).not.toMatch(/evil|crash/);
  });
});
