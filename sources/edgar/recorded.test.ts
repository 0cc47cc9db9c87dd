import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import type { AnyEndpoint } from '../live/endpoint.js';
import type { KindSource } from '../live/kind-source.js';
import { createEdgar } from './edgar.js';
import { readLatestFilings } from './latest-filings.js';

const NOW = new Date('2026-11-20T17:00:00Z');
const open = embeddedDatabase();
const stores: Store[] = [];
afterAll(() => Promise.all(stores.map((store) => store.close())));
const recorded = (...names: readonly [string, ...string[]]): string =>
  readFileSync(externalFile('sec_edgar', ...names), 'utf8');
const FORM_4 = 'form4.snow.xml';

/** The SEC as it was recorded, without HTTP. */
async function recordedSec(ticker: string, cik: number) {
  const body = async (path: string): Promise<{ status: number; json: unknown }> => {
    const file = path.split('/').at(-1) ?? '';
    if (path.endsWith('company_tickers.json'))
      return { status: 200, json: { 0: { cik_str: cik, ticker, title: ticker } } };
    const folder = path.startsWith('/submissions') ? 'submissions' : 'companyfacts';
    const given: unknown = JSON.parse(recorded(folder, file));
    return { status: 200, json: folder === 'submissions' ? (given as { body: unknown }).body : given };
  };
  const endpoint: AnyEndpoint = {
    getJson: async (path, read) => read(await body(path)),
    getText: () => Promise.resolve(recorded('forms', FORM_4)),
    get: async (_path, _options, bodyOf) => {
      const answer = {
        status: 200,
        headers: {},
        body: Buffer.from(recorded('forms', FORM_4)),
        isCut: false,
        setCookies: [],
      };
      return { status: 200, body: await bodyOf(answer) };
    },
  };
  const store = stores[0] ?? (await open());
  if (stores.length === 0) stores.push(store);
  return { store, edgar: createEdgar({ data: endpoint, www: endpoint }, store) };
}

async function stored(ticker: string, cik: number, kind: keyof KindSource['kinds']) {
  const { store, edgar } = await recordedSec(ticker, cik);
  const read = edgar.kinds[kind];
  if (read === undefined) throw new Error(`edgar has no ${kind}`);
  const { rows, refused, save } = await read(ticker, NOW);
  await store.db.transaction().execute(save);
  return { store, rows, refused };
}

(hasExternalData ? describe : describe.skip)('recorded answers of the SEC', () => {
  it.each([
    ['AAPL', 320193, 1005],
    ['NVDA', 1045810, 1007],
    ['TSLA', 1318605, 1000],
    ['MSFT', 789019, 1006],
    ['EXPE', 1324424, 1002],
  ])('the submissions of %s are all its filings', async (ticker, cik, count) => {
    const { store, rows, refused } = await stored(ticker, cik, 'filings');
    expect([rows, refused]).toEqual([count, []]);
    expect((await store.companyFilings.byTickers([ticker])).get(ticker)).toHaveLength(count);
  });

  it('every recorded list of submissions of a company or person is read without a refused row', async () => {
    const files = readdirSync(externalFile('sec_edgar', 'submissions'));
    expect(files).toHaveLength(20);
    for (const file of files) {
      const { edgar } = await recordedSec('XYZ', Number(/\d{10}/.exec(file)?.[0]));
      const { rows, refused } = (await edgar.kinds.filings?.('XYZ', NOW)) ?? { rows: 0, refused: [] };
      expect([file, rows > 0, refused]).toEqual([file, true, []]);
    }
  });

  it('the facts of AAPL and NVDA have the quarters that the companies reported', async () => {
    const { store } = await stored('AAPL', 320193, 'fundamentals');
    await stored('NVDA', 1045810, 'fundamentals');
    const all = await store.earnings.byTickers(['AAPL', 'NVDA']);
    const at = (ticker: string, end: string) =>
      all.get(ticker)?.find(({ periodEnd }) => periodEnd === parseIsoDate(end));
    // Apple's 10-Q of 2025-05-02 and NVIDIA's of 2025-05-28.
    expect([at('AAPL', '2025-03-29')?.revenue, at('AAPL', '2025-03-29')?.epsDiluted]).toEqual([95_359_000_000, 1.65]);
    expect([at('NVDA', '2025-04-27')?.revenue, at('NVDA', '2025-04-27')?.epsDiluted]).toEqual([44_062_000_000, 0.76]);
  });

  it('the feed of latest filings has an entry for each filer, with the accession number and form', async () => {
    const pages = await Promise.all(
      ['0', '100', '200'].map((start) =>
        readLatestFilings(recorded('current_feed', `getcurrent_start${start}.atom.xml`)),
      ),
    );
    expect(pages.map(({ length }) => length)).toEqual([40, 100, 100]);
    expect(pages[1]?.slice(0, 3)).toEqual([
      { accession: '0001839882-26-001736', form: '424B2', cik: 1114446, role: 'Filer' },
      { accession: '0000080661-26-000008', form: '4', cik: 1638126, role: 'Reporting' },
      { accession: '0000080661-26-000008', form: '4', cik: 80661, role: 'Issuer' },
    ]);
  });
});
