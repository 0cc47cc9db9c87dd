import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { dayOf } from '../../calendar/days.js';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { importFiles, type FileImport } from '../../sources/files/import-files.js';
import { IMPORT as IPO } from '../../sources/files/import-ipo.js';
import { IMPORT as NEWS } from '../../sources/files/import-news.js';
import { refreshOverlay } from '../../sources/overlay/refresh-overlay.js';
import { EMPTY_PROFILE, type CompanyProfile } from '../../store/company-profile.js';
import { allHeard } from '../../store/fixtures/databases.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { store } = server.runtime;
const { key } = await server.newKey('institutional', { perMinute: 100_000 });
const BASE = '/api/v1/private-companies';
const get = (path: string): Promise<Answer> => server.call(`${BASE}/${path}`, { key });
const rows = (answer: Answer, name: string): readonly Readonly<Record<string, unknown>>[] =>
  read(answer, name) as never;
const rowOf = (answer: Answer, name: string, slug: string) => rows(answer, name).find((row) => row['slug'] === slug);

const URL = 'https://example.com/page';
// The clock stands on 2 January 2026.
const TODAY = dayOf(2026, 1, 2);
const recordedAt = new Date('2025-12-20T00:00:00Z');
const company = (slug: string, name: string, profile: Partial<CompanyProfile> = {}) => ({
  slug,
  name,
  tagline: null,
  sector: 'Space',
  founded: 2012,
  hq: 'Oslo',
  employees: null,
  source: 'curated',
  recordedAt,
  profile: {
    ...EMPTY_PROFILE,
    totalRaisedUsd: 5e7,
    ipoStatus: 'rumored' as const,
    ...profile,
    facts: {
      totalRaisedUsd: { asOf: '2024-05-01', sourceUrl: URL },
      ipoStatus: { asOf: '2024-05-01', sourceUrl: URL },
      founded: { asOf: '2024-05-01', sourceUrl: URL },
      ...profile.facts,
    },
  },
});
const round = (slug: string) => ({
  slug,
  kind: 'round' as const,
  day: dayOf(2024, 5, 1),
  stage: 'Series B',
  amountUsd: 3e7,
  postMoneyUsd: 2e8,
  leadInvestors: ['Ash'],
  investors: [],
  confidence: 'disclosed' as const,
  asOfDay: dayOf(2024, 5, 1),
  sourceUrl: URL,
  source: 'curated',
  recordedAt,
});
const event = (slug: string) => ({
  slug,
  day: TODAY - 30,
  kind: 'tender' as const,
  confidence: 'reported' as const,
  impliedValuationUsd: 4e8,
  pricePerShare: null,
  sizeUsd: null,
  note: null,
  asOfDay: TODAY - 30,
  sourceUrl: URL,
  source: 'curated',
  recordedAt,
});
const stake = (slug: string) => ({
  slug,
  ticker: 'AAPL',
  holder: 'Holder',
  stakePct: 3,
  stakeValueUsd: 1e7,
  basis: 'told',
  holderMarketCapUsd: null,
  holderMarketCapDay: null,
  holderMarketCapSourceUrl: null,
  isCommitted: false,
  class: 'disclosed' as const,
  asOfDay: TODAY - 99,
  sourceUrl: URL,
  source: 'curated',
});
const SLUGS = ['quillfeather', 'harrowmere', 'bramwick'];
const NAMES = ['Quillfeather', 'Harrowmere', 'Bramwick'];

const importing = async (kind: FileImport, files: Readonly<Record<string, string>>): Promise<void> => {
  const { files: reports } = await importFiles(store, kind, [await temporaryFiles(files)], {
    strict: true,
    now: () => new Date(server.clock.nowMs),
  });
  expect(reports.map(({ error }) => error)).toEqual([undefined]);
};
const refresh = async (): Promise<void> => {
  await refreshOverlay(store, new Date(server.clock.nowMs));
  await allHeard(store);
};
const news = (...lines: readonly string[]): Promise<void> =>
  importing(NEWS, { 'news.csv': ['Date,Source,Title,Url,Summary', ...lines].join('\n') });

beforeAll(async () => {
  const { privateCompanies, privateRounds, secondaryEvents, privateStakes, privateRelations } = store;
  await store.db.transaction().execute(async (tx) => {
    for (const each of [privateCompanies, privateRounds, secondaryEvents, privateStakes, privateRelations])
      for (const source of ['curated', 'simulated']) await each.removeSource(tx, source);
    await privateCompanies.upsert(
      tx,
      SLUGS.map((slug, index) => company(slug, NAMES[index] ?? slug)),
    );
    await privateRounds.upsert(tx, SLUGS.map(round));
    await secondaryEvents.upsert(tx, SLUGS.map(event));
    await privateStakes.upsert(tx, SLUGS.map(stake));
  });
  await allHeard(store);
});
beforeEach(() => server.nextMinute());

describe('a round that news report', () => {
  it('is in profile, list, marks and readiness, each with the article, as soon as the overlay is refreshed', async () => {
    const before = await get('quillfeather');
    expect(read(before)).toMatchObject({
      valuation_source: null,
      current_valuation_usd: 4e8,
      valuation_as_of: '2025-12-03',
      valuation_confidence: 'reported',
      last_round: { stage: 'Series B' },
      total_raised_usd: 5e7,
    });
    await news(
      '2025-12-10T12:00:00Z,Wire,Quillfeather raises $90 million in Series C funding led by Birch Capital,https://wire.example/c,"The round values Quillfeather at $1.1 billion, bringing its total funding to $140 million."',
    );
    await refresh();
    const profile = await get('quillfeather');
    expect(profile.headers['etag']).not.toBe(before.headers['etag']);
    expect(profile.headers['x-data-source']).toBe('curated, files');
    expect(read(profile)).toMatchObject({
      current_valuation_usd: 1.1e9,
      valuation_as_of: '2025-12-10',
      valuation_source: 'https://wire.example/c',
      total_raised_usd: 1.4e8,
      last_round: {
        date: '2025-12-10',
        stage: 'Series C',
        amount_usd: 9e7,
        post_money_usd: 1.1e9,
        lead_investors: ['Birch Capital'],
        confidence: 'reported',
        source_url: 'https://wire.example/c',
      },
      investors: ['Ash', 'Birch Capital'],
      ipo_status: 'rumored',
      succeeded_by: null,
    });
    expect(Object.keys(read(profile) as object)).not.toContain('overlay_history');
    expect(rowOf(await get('list?limit=200'), 'companies', 'quillfeather')).toMatchObject({
      current_valuation_usd: 1.1e9,
      valuation_as_of: '2025-12-10',
      last_round: { stage: 'Series C', source_url: 'https://wire.example/c' },
    });
    expect(rows(await get('list?updated_since=2026-01-02'), 'companies').map(({ slug }) => slug)).toEqual([
      'quillfeather',
    ]);
    const mark = rowOf(await get('marks?limit=all'), 'marks', 'quillfeather');
    expect(read(mark ?? {}, 'components', 0)).toMatchObject({
      kind: 'last_round',
      valuation_usd: 1.1e9,
      as_of: '2025-12-10',
      source_url: 'https://wire.example/c',
      note: expect.stringContaining('funding round on 2025-12-10 (reported)'),
    });
    const readiness = await get('ipo-readiness?slug=quillfeather');
    expect(read(readiness, 'axes', 'scale', 'drivers', 0)).toMatchObject({
      fact: 'valuation',
      as_of: '2025-12-10',
      source_url: 'https://wire.example/c',
    });
  });

  it('shows where each field is from in the graph, and what it is laid over', async () => {
    const query = `{ privateCompany(slug: "quillfeather") { source profile {
      facts { field value origin isOverlaid storedValue asOf sourceUrl } overlayHistory { field value origin asOf sourceUrl recordedAt withdrawnAt } } } }`;
    const answer = await server.graphql(key, query);
    const facts = read(answer, 'data', 'privateCompany', 'profile', 'facts') as readonly { readonly field: string }[];
    const of = (field: string) => facts.find((fact) => fact.field === field);
    const article = { origin: 'NEWS', isOverlaid: true, asOf: '2025-12-10', sourceUrl: 'https://wire.example/c' };
    expect(of('last_round')).toEqual({
      field: 'last_round',
      value: 'Series C, 90000000 USD, 2025-12-10',
      storedValue: 'Series B, 30000000 USD, 2024-05-01',
      ...article,
    });
    expect(of('current_valuation_usd')).toEqual({
      field: 'current_valuation_usd',
      value: '1100000000',
      storedValue: '400000000',
      ...article,
    });
    expect(of('total_raised_usd')).toEqual({
      field: 'total_raised_usd',
      value: '140000000',
      storedValue: '50000000',
      ...article,
    });
    expect(of('founded')).toEqual({
      field: 'founded',
      value: '2012',
      storedValue: null,
      origin: 'CURATED',
      isOverlaid: false,
      asOf: '2024-05-01',
      sourceUrl: URL,
    });
    const recordedAt = expect.stringMatching(/^2026-01-02T/);
    expect(read(answer, 'data', 'privateCompany', 'profile', 'overlayHistory')).toEqual([
      {
        field: 'total_raised_usd',
        value: '140000000',
        origin: 'NEWS',
        asOf: '2025-12-10',
        sourceUrl: 'https://wire.example/c',
        recordedAt,
        withdrawnAt: null,
      },
      {
        field: 'last_round',
        value: 'Series C, 90000000 USD, 2025-12-10',
        origin: 'NEWS',
        asOf: '2025-12-10',
        sourceUrl: 'https://wire.example/c',
        recordedAt,
        withdrawnAt: null,
      },
    ]);
  });

  it('is a sign of readiness where a stored story tells of a listing, whoever is named behind', async () => {
    await news(
      '2025-12-20T12:00:00Z,Desk,Bramwick prepares for IPO next year,https://desk.example/b,',
      '2025-12-21T12:00:00Z,Desk,A market without an IPO of Harrowmere,https://desk.example/n,',
    );
    await refresh();
    const news1 = read(await get('ipo-readiness?slug=bramwick'), 'axes', 'signal', 'drivers') as readonly {
      readonly fact: string;
    }[];
    expect(news1.find(({ fact }) => fact === 'news')).toMatchObject({
      as_of: '2025-12-20',
      source_url: 'https://desk.example/b',
    });
    const none = read(await get('ipo-readiness?slug=quillfeather'), 'axes', 'signal', 'drivers') as readonly {
      readonly fact: string;
    }[];
    expect(none.map(({ fact }) => fact)).not.toContain('news');
  });
});

describe('a company that is listed or acquired in the meantime', () => {
  beforeAll(async () => {
    await importing(IPO, {
      'ipo.json': JSON.stringify({
        ipoCalendar: [
          {
            date: '2025-12-30',
            exchange: 'NYSE',
            name: 'Harrowmere, Inc.',
            numberOfShares: 1e6,
            price: '18.00',
            status: 'priced',
            symbol: 'HRRW',
            totalSharesValue: 1.8e7,
          },
        ],
      }),
    });
    await news(
      '2025-12-28T12:00:00Z,Wire,Birch Financial completes $2 billion acquisition of Bramwick,https://wire.example/m,',
    );
    await refresh();
  });

  it('says so in the list and in its profile', async () => {
    const list = await get('list?limit=200');
    expect(rowOf(list, 'companies', 'harrowmere')).toMatchObject({ ipo_status: 'listed', succeeded_by: 'HRRW' });
    expect(rowOf(list, 'companies', 'bramwick')).toMatchObject({
      ipo_status: 'acquired',
      succeeded_by: 'Birch Financial',
    });
    expect(rowOf(list, 'companies', 'quillfeather')).toMatchObject({ ipo_status: 'rumored', succeeded_by: null });
    const profile = await get('bramwick');
    expect(read(profile)).toMatchObject({ ipo_status: 'acquired', succeeded_by: 'Birch Financial' });
    const facts = read(profile, 'facts') as readonly { readonly field: string }[];
    expect(facts.find(({ field }) => field === 'ipo_status')).toEqual({
      field: 'ipo_status',
      as_of: '2025-12-28',
      as_of_precision: 'day',
      source_url: 'https://wire.example/m',
    });
  });

  it('has no mark, and the graph says why', async () => {
    expect(rows(await get('marks?limit=all'), 'marks').map(({ slug }) => slug)).toEqual(['quillfeather']);
    const query = `{ ${SLUGS.map((slug) => `${slug}: privateCompany(slug: "${slug}") { ipoStatus succeededBy markStatus mark { slug } }`).join(' ')} }`;
    expect(read(await server.graphql(key, query), 'data')).toEqual({
      quillfeather: { ipoStatus: 'RUMORED', succeededBy: null, markStatus: 'MARKED', mark: { slug: 'quillfeather' } },
      harrowmere: { ipoStatus: 'LISTED', succeededBy: 'HRRW', markStatus: 'LISTED', mark: null },
      bramwick: { ipoStatus: 'ACQUIRED', succeededBy: 'Birch Financial', markStatus: 'ACQUIRED', mark: null },
    });
  });

  it('keeps its tape, which says so', async () => {
    const tape = await get('secondary-tape?limit=all');
    expect(rowOf(tape, 'tape', 'harrowmere')).toMatchObject({ prints: 1, ipo_status: 'listed' });
    expect(read(await get('secondary-tape?slug=bramwick'))).toMatchObject({ prints: 1, ipo_status: 'acquired' });
  });

  it('is in no ranking of readiness, and says why', async () => {
    expect(read(await get('ipo-readiness?slug=harrowmere'))).toMatchObject({
      composite: null,
      band: 'listed',
      rank: null,
      timing: { window: null },
    });
    expect(read(await get('ipo-readiness?slug=bramwick'))).toMatchObject({
      composite: null,
      band: 'acquired',
      rank: null,
    });
    expect(rows(await get('ipo-readiness?limit=40'), 'companies').map(({ slug }) => slug)).not.toEqual(
      expect.arrayContaining(['harrowmere']),
    );
  });

  it('has no active prices, and is not in the directory of liquidity', async () => {
    expect(rows(await get('liquidity?limit=all'), 'companies').map(({ slug }) => slug)).toEqual(['quillfeather']);
    expect(read(await get('liquidity?slug=harrowmere'))).toMatchObject({
      ipo_status: 'listed',
      marks: [],
      instruments: [],
      timing: { expected_days: null },
      data_basis: 'model',
    });
    expect(read(await get('liquidity?slug=bramwick'))).toMatchObject({
      ipo_status: 'acquired',
      marks: [],
      timing: { expected_days: null, basis: expect.stringContaining('Acquired') },
    });
    expect(read(await get('liquidity?slug=quillfeather'))).toMatchObject({
      ipo_status: 'rumored',
      timing: { expected_days: 45 },
    });
  });

  it('says so in the stake map', async () => {
    expect(read(await get('stake-map?slug=harrowmere'), 'stakes', 0)).toMatchObject({ ipo_status: 'listed' });
    expect(rowOf(await get('stake-map?limit=all'), 'stakes', 'bramwick')).toMatchObject({ ipo_status: 'acquired' });
  });

  it('that an imported list calls acquired without a day is so everywhere', async () => {
    await store.db.transaction().execute((tx) =>
      store.privateCompanies.upsert(tx, [
        {
          ...company('quillfeather', 'Quillfeather'),
          profile: { ...EMPTY_PROFILE, ipoStatus: 'acquired', succeededBy: 'Cedar' },
        },
      ]),
    );
    await refresh();
    expect(rows(await get('marks?limit=all'), 'marks')).toEqual([]);
    expect(read(await get('ipo-readiness?slug=quillfeather'), 'band')).toBe('acquired');
    expect(read(await get('liquidity?slug=quillfeather'), 'marks')).toEqual([]);
    expect(read(await get('quillfeather'))).toMatchObject({
      ipo_status: 'acquired',
      succeeded_by: 'Cedar',
      valuation_source: null,
    });
  });
});
