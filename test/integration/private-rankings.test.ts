import { beforeEach, describe, expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { IMPORT as HOLDINGS } from '../../sources/files/import-13f.js';
import { IMPORT as ADV } from '../../sources/files/import-adv.js';
import { IMPORT as FORMD } from '../../sources/files/import-formd.js';
import { importFiles } from '../../sources/files/import-files.js';
import { submissionText } from '../../sources/institutional/fixtures/forms.js';
import { fundXml } from '../../sources/sec/fixtures/forms-d.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import type { CompanyProfile } from '../../store/company-profile.js';
import { allHeard } from '../../store/fixtures/databases.js';
import type { Investor, InvestorProfile } from '../../store/investors.js';
import type { NewPrivateCompany } from '../../store/private-companies.js';
import type { NewPrivateRound, PrivateRound } from '../../store/private-rounds.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { store } = server.runtime;
const pro = await server.newKey('pro', { perMinute: 100_000 });
const get = (path: string, key = pro.key): Promise<Answer> => server.call(`/api/v1${path}`, { key });
const day = (date: string): number => parseIsoDate(date) ?? Number.NaN;
const fact = (asOf: string) => ({ asOf, sourceUrl: 'https://example.com/page' });

const NO_FIRM: InvestorProfile = {
  aliases: [],
  tags: [],
  newsTopics: [],
  shortName: null,
  tagline: null,
  subtype: null,
  headquarters: null,
  country: null,
  geoFocus: [],
  website: null,
  activeFund: null,
  stageFocus: [],
  sectorFocus: [],
  smallestInvestmentUsd: null,
  largestInvestmentUsd: null,
  notablePartners: [],
  notablePortfolio: [],
  exitsHighlight: [],
  recentInvestments: [],
  facts: {},
};
const firm = (slug: string, profile: Partial<InvestorProfile>, more: Partial<Investor> = {}): Investor => ({
  slug,
  name: `Firm ${slug}`,
  firmType: 'VC',
  founded: null,
  aumUsd: null,
  source: 'curated',
  profile: { ...NO_FIRM, ...profile },
  ...more,
});
const NO_COMPANY: CompanyProfile = {
  aliases: [],
  tags: [],
  newsTopics: [],
  boostTerms: [],
  country: null,
  website: null,
  ceo: null,
  founders: [],
  products: [],
  totalRaisedUsd: null,
  estimatedRevenueUsd: null,
  growthDescriptor: null,
  ipoStatus: null,
  succeededBy: null,
  rumoredIpoYear: null,
  leadership: [],
  facts: {},
};
const company = (
  slug: string,
  profile: Partial<CompanyProfile>,
  more: Partial<NewPrivateCompany> = {},
): NewPrivateCompany => ({
  slug,
  name: `Company ${slug}`,
  tagline: null,
  sector: 'Fintech',
  founded: 2014,
  hq: null,
  employees: null,
  source: 'curated',
  profile: { ...NO_COMPANY, ...profile },
  ...more,
});
const round = (slug: string, date: string, more: Partial<PrivateRound> = {}): NewPrivateRound => ({
  slug,
  kind: 'round',
  day: day(date),
  stage: 'Series B',
  amountUsd: null,
  postMoneyUsd: null,
  leadInvestors: [],
  investors: [],
  confidence: 'reported',
  asOfDay: day(date),
  sourceUrl: 'https://example.com/round',
  source: 'curated',
  ...more,
});

const FIRMS = [
  firm('alpha', {
    sectorFocus: ['Fintech'],
    stageFocus: ['Seed'],
    geoFocus: ['Europe'],
    activeFund: { name: 'I', sizeUsd: 4e8, year: 2024 },
    aliases: ['Alpha & Sons'],
    facts: {
      sectorFocus: fact('2025-01-01'),
      stageFocus: fact('2025-01-01'),
      geoFocus: fact('2025-01-01'),
      activeFund: fact('2025-01-01'),
    },
  }),
  // Its focus is told after the day of the question.
  firm('beta', {
    sectorFocus: ['Fintech'],
    stageFocus: ['Buyout'],
    country: 'DE',
    facts: { sectorFocus: fact('2026-02-01'), stageFocus: fact('2025-01-01'), country: fact('2025-01-01') },
  }),
  firm('gamma', {}),
];
const COMPANIES = [
  company('one', { ipoStatus: 'filed', facts: { ipoStatus: fact('2025-12-01'), founded: fact('2020-01-01') } }),
  company('two', { ipoStatus: 'acquired', facts: { ipoStatus: fact('2025-12-01') } }),
  // Told after the day of the question, so that it is still private then.
  company(
    'three',
    { ipoStatus: 'listed', facts: { ipoStatus: fact('2026-02-01'), founded: fact('2020-01-01') } },
    { sector: 'Software' },
  ),
  company('five', {
    pendingAcquirer: 'Alder Bank',
    totalRaisedUsd: 1e9,
    estimatedRevenueUsd: 1e9,
    rumoredIpoYear: 2026,
    facts: {
      pendingAcquirer: fact('2025-12-01'),
      founded: fact('2020-01-01'),
      estimatedRevenueUsd: fact('2025-01-02'),
      rumoredIpoYear: fact('2025-01-02'),
    },
  }),
  company('four', { facts: { founded: fact('2020-01-01') } }),
];
const ROUNDS = [
  round('one', '2024-01-02', { postMoneyUsd: 1e9, leadInvestors: ['ALPHA & SONS'] }),
  round('one', '2025-01-02', { postMoneyUsd: 2e9 }),
  round('three', '2024-01-02', { postMoneyUsd: 1e9 }),
  round('three', '2025-01-02', { postMoneyUsd: 1e9 }),
  round('three', '2026-01-20', { postMoneyUsd: 9e9, investors: ['Firm alpha'] }),
];

await store.db.transaction().execute(async (tx) => {
  for (const each of ['privateCompanies', 'privateRounds', 'secondaryEvents', 'investors'] as const)
    for (const source of ['curated', SIMULATED]) await store[each].removeSource(tx, source);
  await store.investors.upsert(tx, FIRMS);
  await store.privateCompanies.upsert(tx, COMPANIES);
  await store.privateRounds.upsert(tx, ROUNDS);
});
await allHeard(store);
beforeEach(() => server.nextMinute());

const slugsOf = (answer: Answer, list: string): readonly unknown[] =>
  (read(answer, list) as readonly { readonly slug: string }[]).map(({ slug }) => slug);
const fault = (answer: Answer): string =>
  `${answer.status} ${String(read(answer, 'error'))} ${String(read(answer, 'param'))}`;

describe('/investors/fit', () => {
  it('ranks firms by what is known on the day of the question', async () => {
    const answer = await get('/investors/fit?sector=fin-tech&stage=seed&geo=EU');
    expect(answer.status).toBe(200);
    expect([read(answer, 'count'), read(answer, 'total'), slugsOf(answer, 'investors')]).toEqual([
      2,
      2,
      ['alpha', 'beta'],
    ]);
    // One round of 731 days before; the later one is not known yet.
    const weight = 0.5 ** (731 / 365);
    expect(read(answer, 'investors', 0, 'axes')).toMatchObject({
      pace: Number((weight / (weight + 3)).toFixed(6)),
      check_size: null,
      sector: 1,
      stage: 1,
      geography: 1,
    });
    expect(read(answer, 'investors', 0, 'reasons', 0)).toBe(
      'Pace: 1 known investment in three years, the newest on 2024-01-02.',
    );
    expect(read(answer, 'investors', 1, 'axes')).toEqual({
      pace: null,
      dry_powder: null,
      check_size: null,
      sector: null,
      stage: 0,
      geography: 0.5,
    });
  });

  it('goes on at its cursor, and refuses that of other criteria or another list', async () => {
    const first = await get('/investors/fit?sector=fintech&stage=seed&geo=Europe&limit=1');
    const cursor = encodeURIComponent(String(read(first, 'next_cursor')));
    const second = await get(`/investors/fit?sector=fintech&stage=seed&geo=Europe&limit=1&cursor=${cursor}`);
    expect([slugsOf(first, 'investors'), slugsOf(second, 'investors'), read(second, 'next_cursor')]).toEqual([
      ['alpha'],
      ['beta'],
      null,
    ]);
    expect(fault(await get(`/investors/fit?sector=ai&cursor=${cursor}`))).toBe('400 invalid_parameter cursor');
    expect(fault(await get(`/private-companies/ipo-readiness?cursor=${cursor}`))).toBe('400 invalid_parameter cursor');
  });

  it('names every word that it does not know', async () => {
    const answer = await get('/investors/fit?sector=quantum&stage=zero&geo=Europe');
    expect(read(answer, 'details')).toMatchObject([
      { param: 'sector', message: expect.stringContaining('The sector "quantum" is not known') },
      { param: 'stage', message: expect.stringContaining('The stage "zero" is not known') },
    ]);
    const graph = await server.graphql(
      pro.key,
      '{ investorFit(filter: { sector: "quantum", geography: "Atlantis" }) { totalCount } }',
    );
    expect(read(graph, 'errors', 0, 'extensions')).toMatchObject({
      param: 'sector',
      path: ['filter', 'sector'],
      details: [{ path: ['filter', 'sector'] }, { path: ['filter', 'geography'] }],
    });
  });

  it.each([
    ['', 'missing_parameter sector'],
    ['sector=&geo=%20', 'missing_parameter sector'],
    ['sector=quantum', 'invalid_parameter sector'],
    ['sector=%D1%84%D0%B8%D0%BD', 'invalid_parameter sector'],
    ['stage=zero', 'invalid_parameter stage'],
    ['geo=Atlantis', 'invalid_parameter geo'],
    ['raising_usd=0', 'invalid_parameter raising_usd'],
    ['raising_usd=-1', 'invalid_parameter raising_usd'],
    ['raising_usd=1e30', 'invalid_parameter raising_usd'],
    ['raising_usd=NaN', 'invalid_parameter raising_usd'],
    ['sector=ai&limit=0', 'invalid_parameter limit'],
    ['sector=ai&limit=26', 'invalid_parameter limit'],
  ])('refuses %j as %s, and counts nothing', async (query, expected) => {
    const key = await server.newKey('pro');
    expect(fault(await get(`/investors/fit?${query}`, key.key))).toBe(`400 ${expected}`);
    expect(await server.used(key)).toBe(0);
  });

  it('says in GraphQL where in the arguments a word is wrong', async () => {
    const answer = await server.graphql(pro.key, '{ investorFit(filter: { geography: "Atlantis" }) { totalCount } }');
    expect(read(answer, 'errors', 0, 'extensions')).toMatchObject({
      code: 'INVALID_PARAMETER',
      path: ['filter', 'geography'],
    });
  });

  it('is for Pro', async () => {
    for (const tier of ['free', 'starter'] as const) {
      const { key } = await server.newKey(tier);
      expect(fault(await get('/investors/fit?sector=ai', key))).toContain('403 tier_required');
      expect(fault(await get('/private-companies/ipo-readiness', key))).toContain('403 tier_required');
    }
  });
});

describe('/private-companies/ipo-readiness', () => {
  it('ranks companies that are private on the day of the question, with three axes or more', async () => {
    const answer = await get('/private-companies/ipo-readiness');
    expect([read(answer, 'count'), read(answer, 'total'), slugsOf(answer, 'companies')]).toEqual([
      2,
      2,
      ['one', 'three'],
    ]);
    // Signal of papers of 32 days before; scale log10(20) / 3; maturity of 12 years and 2 rounds; doubled in 366 days.
    const axes = [50 + 45 * 0.5 ** (32 / 365), (100 * Math.log10(20)) / 3, (100 + 25) / 2, 50 + (50 * 365.25) / 366];
    expect(read(answer, 'companies', 0)).toMatchObject({
      rank: 1,
      composite: Number((axes.reduce((sum, each) => sum + each, 0) / 4).toFixed(1)),
      band: 'ready',
      timing: { window: 'within a year' },
    });
    expect(read(answer, 'companies', 0, 'axes', 'liquidity')).toEqual({ score: null, weight: 0, drivers: [] });
    expect(read(answer, 'companies', 0, 'axes', 'signal', 'drivers', 0)).toEqual({
      fact: 'ipo_status',
      detail: 'The status is filed.',
      score: 92.3,
      as_of: '2025-12-01',
      as_of_precision: 'day',
      source_url: 'https://example.com/page',
    });
  });

  it('answers for one company as the object itself, also where it is not ranked', async () => {
    expect(read(await get('/private-companies/ipo-readiness?slug=%20ONE%20'), 'rank')).toBe(1);
    expect(read(await get('/private-companies/ipo-readiness?slug=two'))).toMatchObject({
      slug: 'two',
      composite: null,
      band: 'acquired',
      rank: null,
      timing: { window: null },
    });
    expect(read(await get('/private-companies/ipo-readiness?slug=five'))).toMatchObject({
      composite: null,
      band: 'being_acquired',
      rank: null,
      timing: { rationale: 'Alder Bank has agreed to buy it, as of 2025-12-01; it is not ranked.' },
    });
    expect(read(await get('/private-companies/five'))).toMatchObject({ pending_acquirer: 'Alder Bank' });
    expect(read(await get('/private-companies/ipo-readiness?slug=four'))).toMatchObject({
      slug: 'four',
      band: 'insufficient_data',
      rank: null,
    });
    // Its listing is not known yet; scale, maturity and growth are.
    expect(read(await get('/private-companies/ipo-readiness?slug=three'))).toMatchObject({
      slug: 'three',
      rank: 2,
      axes: { signal: { score: null } },
    });
  });

  it('keeps ranks under a filter by sector, which takes usual words', async () => {
    expect(slugsOf(await get('/private-companies/ipo-readiness?sector=FINTECH'), 'companies')).toEqual(['one']);
    expect(read(await get('/private-companies/ipo-readiness?sector=saas'), 'companies', 0)).toMatchObject({
      slug: 'three',
      rank: 2,
    });
    expect(read(await get('/private-companies/ipo-readiness?sector=space'))).toMatchObject({
      count: 0,
      total: 0,
      companies: [],
      next_cursor: null,
    });
  });

  it.each([
    ['limit=0', '400 invalid_parameter limit'],
    ['limit=41', '400 invalid_parameter limit'],
    ['slug=nope', '404 not_found slug'],
    ['slug=%D1%8F', '404 not_found slug'],
    ['slug=', '400 missing_parameter slug'],
  ])('refuses %s with %s', async (query, expected) => {
    expect(fault(await get(`/private-companies/ipo-readiness?${query}`))).toBe(expected);
  });

  it('is fresh after a change', async () => {
    await store.db
      .transaction()
      .execute((tx) =>
        store.privateRounds.upsert(tx, [
          round('four', '2025-01-02', { postMoneyUsd: 1e11 }),
          round('four', '2024-01-02', { postMoneyUsd: 1e10 }),
        ]),
      );
    await allHeard(store);
    expect(slugsOf(await get('/private-companies/ipo-readiness?limit=1'), 'companies').length).toBe(1);
    expect(read(await get('/private-companies/ipo-readiness'), 'total')).toBe(3);
  });
});

describe('firms that filings tell', () => {
  it('answer by the slug of their name, and appear in the list for a search alone', async () => {
    const now = (): Date => new Date(server.clock.nowMs);
    const forms = {
      'b.xml': fundXml({ cik: '200' }),
      'a.xml': fundXml({ cik: '100', city: 'Reno' }),
      'c.xml': fundXml({ cik: '300', name: 'Firm Alpha' }),
    };
    await importFiles(store, FORMD, [await temporaryFiles(forms)], { strict: true, now });
    await importFiles(store, HOLDINGS, [await temporaryFiles({ 'filing.txt': submissionText({}) })], {
      strict: true,
      now,
    });
    await store.db.transaction().execute((tx) => store.investors.upsert(tx, [firm('firm-alpha', {})]));
    await allHeard(store);
    const fund = await get('/investors/harbour-fund-i-l-p');
    expect(read(fund)).toMatchObject({
      slug: 'harbour-fund-i-l-p',
      firm_type: 'VC',
      hq: 'Reno',
      country: 'US',
      aum_usd: null,
      stage_focus: [],
      active_fund: { size_usd: 9e6, year: 2025 },
      notable_partners: ['Ann Lee'],
    });
    expect(fund.headers['x-data-source']).toBe('files');
    expect(read(await get('/investors/harbour-fund-i-l-p-200'))).toMatchObject({
      slug: 'harbour-fund-i-l-p-200',
      hq: 'Boston',
    });
    expect(read(await get('/investors/harbour-fund-i-l-p-100'))).toMatchObject({ slug: 'harbour-fund-i-l-p' });
    // A curated firm keeps its slug.
    expect(read(await get('/investors/firm-alpha'))).toMatchObject({
      name: 'Firm firm-alpha',
      firm_type: 'VC',
      hq: null,
    });
    expect(read(await get('/investors/firm-alpha-300'))).toMatchObject({ slug: 'firm-alpha-300', name: 'Firm Alpha' });
    expect(fault(await get('/investors/harbour-fund-i-l-p-999'))).toBe('404 not_found slug');
    const manager = (await store.filingFirms.matching('')).find(({ form }) => form === '13F');
    expect(read(await get(`/investors/${String(manager?.slug)}`))).toMatchObject({
      name: manager?.name,
      firm_type: null,
      subtype: 'institutional manager (form 13F)',
      active_fund: null,
    });
    expect(slugsOf(await get('/investors/list'), 'investors')).not.toContain('harbour-fund-i-l-p');
    expect(slugsOf(await get('/investors/list?q=harbour&sort=name'), 'investors')).toEqual([
      'harbour-fund-i-l-p',
      'harbour-fund-i-l-p-200',
    ]);
    expect(slugsOf(await get('/investors/list?q=harbour&firm_type=Sovereign'), 'investors')).toEqual([]);
    const byId = await server.graphql(pro.key, '{ investor(slug: "harbour-fund-i-l-p") { id source firmType } }');
    const id = read(byId, 'data', 'investor', 'id');
    expect(
      read(
        await server.graphql(pro.key, 'query($id: ID!) { node(id: $id) { id ... on Investor { name } } }', { id }),
        'data',
        'node',
      ),
    ).toEqual({ id, name: 'Harbour Fund I, L.P.' });
  });
});

describe('advisers that forms ADV tell', () => {
  const ADV_HEADER =
    'Organization CRD#,SEC#,CIK#,Primary Business Name,Legal Name,Main Office City,Main Office Country,Latest ADV Filing Date,Website Address,5F(2)(c),Count of Private Funds - 7B(1),Total number of PE funds,Total number of VC funds,Total Gross Assets of Private Funds';
  const advs = (...rows: readonly string[]): string => [ADV_HEADER, ...rows].join('\n');

  it('answer with type, place, assets and website, and are one firm with the manager of their CIK', async () => {
    const now = (): Date => new Date(server.clock.nowMs);
    const manager = (await store.filingFirms.matching('')).find(({ form }) => form === '13F');
    const [cik, managerSlug] = [String(Number(manager?.cik)), String(manager?.slug)];
    const rows = [
      `77,801-77,${cik},Basalt Ventures,"Basalt Management, LLC",Austin,United States,03/28/2025,basalt.example,1000,3,0,2,600`,
      '78,802-78,,Basalt Ventures,Basalt Ventures,London,United Kingdom,03/28/2025,,,1,1,0,484',
    ];
    await importFiles(store, ADV, [await temporaryFiles({ 'ia032925.csv': advs(...rows) })], { strict: true, now });
    await allHeard(store);
    const adviser = await get('/investors/basalt-ventures');
    expect(read(adviser)).toMatchObject({
      slug: 'basalt-ventures',
      name: 'Basalt Ventures',
      firm_type: 'VC',
      subtype: 'registered investment adviser (form ADV)',
      hq: 'Austin',
      country: 'US',
      website: 'https://basalt.example',
      aum_usd: 1000,
      aum_as_of: '2025-03-28',
      founded: null,
      active_fund: null,
    });
    expect(adviser.headers['x-data-source']).toBe('files');
    expect(read(adviser, 'facts')).toContainEqual(
      expect.objectContaining({
        field: 'aum_usd',
        as_of: '2025-03-28',
        source_url: 'https://adviserinfo.sec.gov/firm/summary/77',
      }),
    );
    expect(read(await get('/investors/basalt-ventures-crd-78'))).toMatchObject({
      slug: 'basalt-ventures-crd-78',
      firm_type: 'Growth/PE',
      subtype: 'exempt reporting adviser (form ADV)',
      hq: 'London',
      country: 'GB',
      aum_usd: 484,
    });
    for (const slug of ['basalt-ventures-crd-77', `basalt-ventures-${cik}`, managerSlug, `${managerSlug}-${cik}`])
      expect(read(await get(`/investors/${slug}`))).toMatchObject({ slug: 'basalt-ventures' });
    expect(fault(await get('/investors/basalt-ventures-crd-79'))).toBe('404 not_found slug');
    expect(fault(await get('/investors/basalt-ventures-crd-9999999999'))).toBe('404 not_found slug');
    for (const q of ['basalt management', String(manager?.name)])
      expect(slugsOf(await get(`/investors/list?q=${encodeURIComponent(q)}`), 'investors')).toContain(
        'basalt-ventures',
      );
    expect(slugsOf(await get('/investors/list?q=basalt&firm_type=VC'), 'investors')).toEqual(['basalt-ventures']);
  });
});

describe('a parameter that only the resolver can judge', () => {
  it('is refused before the quota, at no cost', async () => {
    const used = await server.newKey('institutional', { perMinute: 100_000, perMonth: 1 });
    expect((await get('/investors/fit?sector=fintech', used.key)).status).toBe(200);
    const paths = [
      '/investors/fit?sector=nonsense',
      '/investors/fit',
      '/investors/fit?sector=fintech&cursor=x',
      '/private-companies/marks?cursor=x',
      '/private-companies/secondary-tape?cursor=x',
      '/private-companies/liquidity?cursor=x',
      '/private-companies/ipo-readiness?cursor=x',
      '/private-companies/stake-map?cursor=x',
      '/private-companies/stake-map?view=holders&cursor=x',
      '/startup-news?source=nobody',
      '/startup-news?cursor=x',
      '/private-companies/list?cursor=x',
      '/private-companies/list?q=four&cursor=x',
      '/investors/list?cursor=x',
      '/private-companies/news?q=four&cursor=x',
      '/private-companies/news?q=the',
      '/private-companies/stake-map?slug=four&cursor=x',
    ];
    const statuses = await Promise.all(paths.map(async (path) => [path, (await get(path, used.key)).status]));
    expect(statuses).toEqual(paths.map((path) => [path, 400]));
    expect((await get('/private-companies/marks', used.key)).status).toBe(429);
  });
});
