import { beforeAll, describe, expect, it } from '@jest/globals';
import { dayOf, isoDate } from '../../calendar/days.js';
import { EMPTY_PROFILE, type CompanyProfile } from '../../store/company-profile.js';
import { forEachDatabase, settledVersion } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import type { NewPrivateCompany } from '../../store/private-companies.js';
import { temporaryFiles } from '../files/fixtures/files.js';
import { IMPORT as FORMD } from '../files/import-formd.js';
import { importFiles, type FileImport } from '../files/import-files.js';
import { IMPORT as IPO } from '../files/import-ipo.js';
import { IMPORT as NEWS } from '../files/import-news.js';
import { IMPORT as FILINGS } from '../files/import-filings.js';
import { removeArticles, storeArticles } from '../news/store-articles.js';
import { relinkNews } from '../news/relink.js';
import { formDXml } from '../sec/fixtures/forms-d.js';
import { seededRandom } from '../simulated/random.js';
import { refreshOverlay } from './refresh-overlay.js';

const NOW = new Date('2026-01-02T22:30:00Z');
const URL = 'https://example.com/page';

const company = (
  slug: string,
  name: string,
  profile: Partial<CompanyProfile> = {},
  source = 'curated',
): NewPrivateCompany => ({
  slug,
  name,
  tagline: null,
  sector: 'Fintech',
  founded: null,
  hq: null,
  employees: null,
  source,
  profile: { ...EMPTY_PROFILE, ...profile },
});
const COMPANIES = [
  company('quillfeather', 'Quillfeather', {
    aliases: ['Quillfeather Technologies Inc.'],
    country: 'US',
    totalRaisedUsd: 5e7,
    facts: { totalRaisedUsd: { asOf: '2024-05-01', sourceUrl: URL } },
  }),
  company('harrowmere', 'Harrowmere', { country: 'US' }),
  company('tarnbeck', 'Tarnbeck', {}, 'simulated'),
];
const ROUND = {
  slug: 'quillfeather',
  kind: 'round' as const,
  day: dayOf(2024, 5, 1),
  stage: 'Series B',
  amountUsd: 3e7,
  postMoneyUsd: 2e8,
  leadInvestors: [],
  investors: [],
  confidence: 'disclosed' as const,
  asOfDay: dayOf(2024, 5, 1),
  sourceUrl: URL,
  source: 'curated',
};

const csv = (...rows: readonly string[]): string => ['Date,Source,Title,Url,Summary', ...rows].join('\n');
const SERIES_C =
  '2025-11-03T12:00:00Z,Wire,Quillfeather raises $90 million in Series C funding led by Birch Capital,https://wire.example/c,"The round values Quillfeather at $1.1 billion, bringing its total funding to $140 million."';
const SERIES_D =
  '2025-12-20T12:00:00Z,Desk,Quillfeather closes $200 million Series D led by Cedar Growth,https://desk.example/d,';
const OTHER = '2025-12-01T12:00:00Z,Desk,Harrowmere raises $12 million in seed funding,https://desk.example/h,';
const RIVAL =
  '2025-12-05T12:00:00Z,Desk,"Birch Capital leads $50 million round in a rival of Quillfeather, report says",https://desk.example/r,';
const FORM = {
  'form.xml': formDXml({ cik: '77', name: 'Harrowmere, Inc.', city: 'Reno', sale: '2025-06-02', signed: '2025-06-10' }),
};
const CALENDAR = {
  'ipo.json': JSON.stringify({
    ipoCalendar: [
      {
        date: '2025-12-30',
        exchange: 'NYSE',
        name: 'Harrowmere Inc',
        numberOfShares: 1000000,
        price: '18.00',
        status: 'priced',
        symbol: 'HRRW',
        totalSharesValue: 18000000,
      },
    ],
  }),
};

forEachDatabase((_, openStore) => {
  let opened: Store;
  beforeAll(async () => {
    opened = await openStore();
  });
  /** The store with nothing but the companies. */
  const open = async (): Promise<Store> => {
    const store = opened;
    for (const table of [
      'private_companies',
      'private_rounds',
      'private_offerings',
      'company_overlays',
      'news_articles',
      'news_links',
      'startup_stories',
      'ipo_listings',
      'company_filings',
      'filers',
      'settings',
    ] as const)
      await store.db.deleteFrom(table).execute();
    await store.db.transaction().execute(async (tx) => {
      await store.privateCompanies.upsert(tx, COMPANIES);
      await store.privateRounds.upsert(tx, [ROUND]);
    });
    return store;
  };
  const importing = async (store: Store, kind: FileImport, files: Readonly<Record<string, string>>): Promise<void> => {
    const { files: reports } = await importFiles(store, kind, [await temporaryFiles(files)], {
      strict: true,
      now: () => NOW,
    });
    expect(reports.map(({ error }) => error)).toEqual(reports.map(() => undefined));
  };
  const news = (store: Store, ...rows: readonly string[]): Promise<void> =>
    importing(store, NEWS, { 'news.csv': csv(...rows) });
  const refresh = (store: Store, now = NOW) => refreshOverlay(store, now);
  const told = async (store: Store): Promise<readonly string[]> =>
    (await store.companyOverlays.current(store.db))
      .map(
        ({ slug, field, value, asOfDay, origin, sourceUrl }) =>
          `${slug} ${field} ${JSON.stringify(value, Object.keys(Object(value) as object).sort())} ${isoDate(asOfDay)} ${origin} ${sourceUrl ?? '-'}`,
      )
      .sort();
  const lastRound = async (store: Store, slug: string) =>
    (await store.privateRounds.bySlugs([slug])).get(slug)?.findLast(({ kind }) => kind === 'round');

  describe('the overlay', () => {
    it('lays a reported round, its valuation and a stated total over the curated facts, and leaves those as they are', async () => {
      const store = await open();
      await news(store, SERIES_C, RIVAL);
      expect(await refresh(store)).toEqual({ added: 2, ended: 0 });
      expect(await lastRound(store, 'quillfeather')).toMatchObject({
        stage: 'Series C',
        amountUsd: 9e7,
        postMoneyUsd: 1.1e9,
        leadInvestors: ['Birch Capital'],
        confidence: 'reported',
        origin: 'news',
        source: 'files',
        sourceUrl: 'https://wire.example/c',
        day: dayOf(2025, 11, 3),
      });
      const known = (await store.privateCompanies.bySlugs(['quillfeather'])).get('quillfeather');
      expect([known?.profile?.totalRaisedUsd, known?.profile?.facts['totalRaisedUsd']]).toEqual([
        1.4e8,
        { asOf: '2025-11-03', sourceUrl: 'https://wire.example/c', origin: 'news', source: 'files' },
      ]);
      const stored = (await store.privateCompanies.stored(store.db, ['quillfeather'])).get('quillfeather');
      expect([
        stored?.profile?.totalRaisedUsd,
        await store.privateRounds.within(store.db, ['quillfeather']),
      ]).toMatchObject([5e7, [ROUND]]);
    });

    it('writes nothing a second time', async () => {
      const store = await open();
      await news(store, SERIES_C, SERIES_D);
      await refresh(store);
      const version = await settledVersion(store, 'company_overlays');
      expect(await refresh(store, new Date(NOW.getTime() + 6 * 3_600_000))).toEqual({ added: 0, ended: 0 });
      expect(await settledVersion(store, 'company_overlays')).toBe(version);
    });

    it('keeps the record of what it told before, and withdraws what is withdrawn', async () => {
      const store = await open();
      await news(store, SERIES_C);
      await refresh(store);
      await news(store, SERIES_D);
      const later = new Date(NOW.getTime() + 1000);
      expect(await refresh(store, later)).toEqual({ added: 1, ended: 0 });
      expect((await lastRound(store, 'quillfeather'))?.stage).toBe('Series D');
      expect(await store.db.transaction().execute((tx) => removeArticles(store, tx, ['desk.example/d']))).toBe(1);
      const last = new Date(NOW.getTime() + 2000);
      expect(await refresh(store, last)).toEqual({ added: 0, ended: 1 });
      expect((await lastRound(store, 'quillfeather'))?.stage).toBe('Series C');
      const history = (await store.companyOverlays.historyOf(['quillfeather'])).get('quillfeather') ?? [];
      expect(history.map(({ field, key, recordedAt, withdrawnAt }) => [field, key, recordedAt, withdrawnAt])).toEqual([
        ['round', 'desk.example/d', later, last],
        ['totalRaisedUsd', 'wire.example/c', NOW, null],
        ['round', 'wire.example/c', NOW, null],
      ]);
      await store.db.transaction().execute((tx) => removeArticles(store, tx, ['wire.example/c', 'wire.example/none']));
      await refresh(store);
      expect([await told(store), (await lastRound(store, 'quillfeather'))?.stage]).toEqual([[], 'Series B']);
    });

    it('gives way to a curated fact of the same day or a later one', async () => {
      const store = await open();
      await news(store, SERIES_C);
      await refresh(store);
      await store.db.transaction().execute(async (tx) => {
        await store.privateRounds.upsert(tx, [
          { ...ROUND, day: dayOf(2025, 3, 1), stage: 'Series B-1', asOfDay: dayOf(2025, 11, 3) },
        ]);
        await store.privateCompanies.upsert(tx, [
          company('quillfeather', 'Quillfeather', {
            totalRaisedUsd: 9e7,
            facts: { totalRaisedUsd: { asOf: '2025-11-04', sourceUrl: URL } },
          }),
        ]);
      });
      expect(await refresh(store)).toEqual({ added: 0, ended: 2 });
      expect((await lastRound(store, 'quillfeather'))?.stage).toBe('Series B-1');
    });

    it('reads forms D, the IPO calendar and papers for a listing of the company with the same name', async () => {
      const store = await open();
      await importing(store, FORMD, FORM);
      await refresh(store);
      expect(await told(store)).toEqual([
        'harrowmere headquarters "Reno" 2025-06-10 filing https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&type=D&CIK=0000000077',
        'harrowmere round {"amountUsd":8000000,"confidence":"disclosed","day":20241,"leadInvestors":[],"postMoneyUsd":null,"stage":"Equity"} 2025-06-10 filing https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&type=D&CIK=0000000077',
      ]);
      await importing(store, IPO, CALENDAR);
      await refresh(store);
      expect((await told(store)).filter((each) => each.includes('ipoStatus'))).toEqual([
        'harrowmere ipoStatus {"status":"listed","succeededBy":"HRRW"} 2025-12-30 calendar -',
      ]);
      // Another issuer of the name makes both uncertain.
      await importing(store, FORMD, {
        'other.xml': formDXml({
          cik: '78',
          name: 'HARROWMERE LLC',
          city: 'Elko',
          sale: '2025-07-02',
          signed: '2025-07-10',
        }),
      });
      await refresh(store);
      expect((await told(store)).filter((each) => each.includes('filing'))).toEqual([]);
    });

    it('takes papers for a listing from filings, and drops them once they are withdrawn', async () => {
      const store = await open();
      const submissions = (...forms: readonly (readonly [form: string, date: string])[]) => ({
        'CIK0000000055.json': JSON.stringify({
          cik: '55',
          name: 'QUILLFEATHER TECHNOLOGIES INC',
          tickers: ['QLLF'],
          filings: {
            recent: {
              accessionNumber: forms.map((_form, index) => `0000000055-25-00000${index}`),
              filingDate: forms.map(([, date]) => date),
              reportDate: forms.map(() => ''),
              acceptanceDateTime: forms.map(([, date]) => `${date}T15:00:00.000Z`),
              form: forms.map(([form]) => form),
              items: forms.map(() => ''),
              primaryDocument: forms.map(() => 's-1.htm'),
            },
          },
        }),
      });
      await importing(store, FILINGS, submissions(['S-1', '2025-10-01'], ['S-1/A', '2025-11-03']));
      await refresh(store);
      expect(await told(store)).toEqual([
        'quillfeather ipoStatus {"status":"filed","succeededBy":null} 2025-11-03 filing https://www.sec.gov/Archives/edgar/data/55/000000005525000001/s-1.htm',
      ]);
      await importing(
        store,
        FILINGS,
        submissions(['S-1', '2025-10-01'], ['S-1/A', '2025-11-03'], ['RW', '2025-11-20']),
      );
      await refresh(store);
      expect(await told(store)).toEqual([]);
      await importing(
        store,
        FILINGS,
        submissions(
          ['S-1', '2025-10-01'],
          ['S-1/A', '2025-11-03'],
          ['RW', '2025-11-20'],
          ['S-1', '2025-12-01'],
          ['424B4', '2025-12-18'],
        ),
      );
      await refresh(store);
      expect(await told(store)).toEqual([
        'quillfeather ipoStatus {"status":"listed","succeededBy":"QLLF"} 2025-12-18 filing https://www.sec.gov/Archives/edgar/data/55/000000005525000004/s-1.htm',
      ]);
    });

    it('keeps the day on which a listing that is to come was first seen, until it comes', async () => {
      const store = await open();
      const row = (status: string) => ({
        'ipo.json': CALENDAR['ipo.json'].replace('2025-12-30', '2026-01-09').replace('priced', status),
      });
      await importing(store, IPO, row('expected'));
      await refresh(store);
      expect(await told(store)).toEqual([
        'harrowmere ipoStatus {"status":"filed","succeededBy":null} 2026-01-02 calendar -',
      ]);
      expect(await refresh(store, new Date('2026-01-05T15:00:00Z'))).toEqual({ added: 0, ended: 0 });
      await importing(store, IPO, row('priced'));
      expect(await refresh(store, new Date('2026-01-08T15:00:00Z'))).toEqual({ added: 0, ended: 0 });
      expect(await refresh(store, new Date('2026-01-09T15:00:00Z'))).toEqual({ added: 1, ended: 1 });
      expect(await told(store)).toEqual([
        'harrowmere ipoStatus {"status":"listed","succeededBy":"HRRW"} 2026-01-09 calendar -',
      ]);
    });

    it('takes a completed acquisition from news, after which nothing is told of the company', async () => {
      const store = await open();
      await news(
        store,
        SERIES_C,
        '2025-12-10T12:00:00Z,Wire,Birch Financial completes $2 billion acquisition of Quillfeather,https://wire.example/m,',
        SERIES_D,
      );
      await refresh(store);
      const known = (await store.privateCompanies.bySlugs(['quillfeather'])).get('quillfeather');
      expect([known?.profile?.ipoStatus, known?.profile?.succeededBy]).toEqual(['acquired', 'Birch Financial']);
      expect((await lastRound(store, 'quillfeather'))?.stage).toBe('Series C');
    });

    it('of invented stories changes invented companies alone, and that of others never those', async () => {
      const store = await open();
      const article = (title: string, url: string) => ({
        title,
        url,
        outlet: 'Wire',
        publishedAt: new Date('2025-12-20T12:00:00Z'),
        summary: null,
        givenTickers: [],
      });
      const invented = [
        article('Invented: Quillfeather raises $700 million in Series E funding', 'https://inv.example/q'),
        article('Invented: Tarnbeck raises $7 million in seed funding', 'https://inv.example/t'),
      ];
      await store.db
        .transaction()
        .execute((tx) => storeArticles(store, tx, invented, 'simulated', { isStartup: true }));
      await refresh(store);
      expect((await told(store)).map((each) => each.split(' ').slice(0, 2).join(' '))).toEqual(['tarnbeck round']);
      await store.db
        .transaction()
        .execute((tx) =>
          storeArticles(
            store,
            tx,
            [article('Tarnbeck raises $9 million in seed funding', 'https://real.example/t')],
            'feeds',
          ),
        );
      await refresh(store);
      expect(await told(store)).toEqual([]);
    });

    it('is the same in whatever order news, forms and the calendar come, and however often it is refreshed between', async () => {
      const steps: readonly ((store: Store) => Promise<unknown>)[] = [
        (store) => news(store, SERIES_C),
        (store) => news(store, SERIES_D),
        (store) => news(store, OTHER),
        (store) => news(store, RIVAL),
        (store) => importing(store, FORMD, FORM),
        (store) => importing(store, IPO, CALENDAR),
      ];
      const random = seededRandom(7, 7, 7);
      let expected: readonly string[] | undefined;
      for (let round = 0; round < 6; round += 1) {
        const store = await open();
        const order = steps.map((step) => ({ step, at: random() })).sort((one, other) => one.at - other.at);
        for (const { step } of order) {
          await step(store);
          if (random() < 0.5) await refresh(store);
        }
        await relinkNews(store);
        await refresh(store);
        expected ??= await told(store);
        expect(expected).toHaveLength(7);
        expect(await told(store)).toEqual(expected);
      }
    });
  });
});
