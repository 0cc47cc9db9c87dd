import { beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { IMPORT as FORMS } from '../../sources/files/import-13f.js';
import { importFiles } from '../../sources/files/import-files.js';
import { submissionText } from '../../sources/institutional/fixtures/forms.js';
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

describe('an imported manager', () => {
  it('is listed under the name of its newest report, and answers know it by both its names', async () => {
    const form = async (accession: string, manager: string, period: string, filed: string, shares: string) => {
      const content = submissionText({
        accession,
        cik: '0001067983',
        manager,
        period,
        filed,
        rows: [{ issuer: 'APPLE INC', cusip: '037833100', shares, value: String(Number(shares) * 200) }],
      });
      const files = [await temporaryFiles({ 'filing.txt': content })];
      const { files: done } = await importFiles(store, FORMS, files, {
        strict: true,
        now: () => new Date(server.clock.nowMs),
      });
      expect(done.map(({ error }) => error)).toEqual([undefined]);
      await allHeard(store);
    };
    await form('0000950123-25-000001', 'BERKSHIRE HATHAWAY OF OMAHA', '06-30-2025', '20250814', '100');
    expect(await namesOf('berkshire')).toEqual(['BERKSHIRE HATHAWAY OF OMAHA']);
    await form('0000950123-25-000002', 'BERKSHIRE HATHAWAY INC', '09-30-2025', '20251114', '300');
    const [berkshire] = (await list({ filter: { search: 'Berkshire' } })).nodes;
    expect(berkshire).toMatchObject({ cik: '0001067983', name: 'BERKSHIRE HATHAWAY INC' });
    expect(berkshire && [berkshire.reports.nodes[0]?.period, valueOf(berkshire)]).toEqual(['2025-09-30', 60_000]);

    const answers = await Promise.all(
      ['What does Berkshire Hathaway own?', 'what is warren buffett buying?', "Berkshire's top holdings"].map(
        async (question) => (await askQuestion(server, key, question)).answer.headline,
      ),
    );
    expect(answers).toEqual([
      expect.stringMatching(/^BERKSHIRE HATHAWAY INC reported 1 position in shares .* worth \$60,000/),
      expect.stringMatching(
        /^In the quarter to 30 September 2025, BERKSHIRE HATHAWAY INC opened or added to 1 position: 200 shares of /,
      ),
      expect.stringMatching(/^BERKSHIRE HATHAWAY INC reported 1 position /),
    ]);
    expect((await askQuestion(server, key, 'Does Berkshire own Microsoft?')).answer.headline).toMatch(
      /^BERKSHIRE HATHAWAY INC reported no shares of Microsoft \(MSFT\)/,
    );
  });
});
