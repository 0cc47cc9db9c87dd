import { existsSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { EMPTY_PROFILE } from '../../store/company-profile.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { temporaryFiles } from './fixtures/files.js';
import { importFiles } from './import-files.js';
import { IMPORT } from './import-private.js';
import type { FileReport } from './import-report.js';

const OPTIONS = { strict: false, now: () => new Date('2026-01-02T15:00:00Z') };
const HEADER = 'Company,Valuation,Date Joined,City,Country,Industry,Year Founded,Funding,Select Investors';
const ROSTER = externalFile('private', 'unicorns_2021-07.csv');

forEachDatabase((_, open) => {
  const opened = async (): Promise<Store> => {
    const store = await open();
    for (const table of ['private_companies', 'private_rounds', 'secondary_events', 'private_relations'] as const)
      await store.db.deleteFrom(table).execute();
    return store;
  };
  const importing = async (
    store: Store,
    name: string,
    content: string | Buffer,
    more: object = {},
  ): Promise<FileReport> => {
    const { files } = await importFiles(store, IMPORT, [await temporaryFiles({ [name]: content })], {
      ...OPTIONS,
      ...more,
    });
    const [file] = files;
    if (file === undefined) throw new Error('no file was read');
    return file;
  };
  const roster = (store: Store, name: string, rows: readonly string[], more: object = {}): Promise<FileReport> =>
    importing(store, name, [HEADER, ...rows].join('\n'), more);
  const companyOf = async (store: Store, slug: string) => (await store.privateCompanies.bySlugs([slug])).get(slug);
  const valuationsOf = async (store: Store, slug: string) =>
    ((await store.privateRounds.bySlugs([slug])).get(slug) ?? []).map(({ kind, day, postMoneyUsd }) => [
      kind,
      isoDate(day),
      postMoneyUsd,
    ]);

  it('a second list adds its valuations and updates what is known; an older one fills only what is missing', async () => {
    const store = await opened();
    await roster(store, 'list_2021-07.csv', [
      'Pebble,$1B,4/7/2021,Austin,United States,Space,2016,$100M,"Alder, Birch"',
    ]);
    await roster(store, 'list_2022-03-15.csv', ['Pebble,$2.5B,4/7/2021,Dallas,United States,Robots,,Unknown,Alder']);
    expect(await companyOf(store, 'pebble')).toMatchObject({
      name: 'Pebble',
      hq: 'Dallas',
      sector: 'Robots',
      founded: 2016,
      source: 'files',
      profile: { country: 'US', totalRaisedUsd: 100e6 },
    });
    await roster(store, 'list_2020-12.csv', ['Pebble,$0.5B,4/7/2020,Waco,United States,Rockets,2015,$0M,Alder']);
    expect(await companyOf(store, 'pebble')).toMatchObject({ hq: 'Dallas', sector: 'Robots', founded: 2016 });
    expect(await valuationsOf(store, 'pebble')).toEqual([
      ['list', '2020-12-31', 0.5e9],
      ['list', '2021-07-31', 1e9],
      ['list', '2022-03-15', 2.5e9],
    ]);
    await store.close();
  });

  it('the day of a list is that of a column, of the command, or of the file name; without one it is refused', async () => {
    const store = await opened();
    const row = ['Pebble,$1B,4/7/2019,Austin,United States,Space,2016,,'];
    expect((await roster(store, 'list.csv', row)).error).toBe(
      'The day of the list is not known: give it with --as-of YYYY-MM-DD, in a column "as of", or as a month in the name of the file (list_2021-07.csv).',
    );
    await roster(store, 'list_2021-07.csv', row, { asOfDay: 18_993 });
    await importing(store, 'list_2021-07.csv', 'Company,Valuation,As Of\nPebble,$3B,2020-02-29\n');
    expect((await valuationsOf(store, 'pebble')).map(([, day]) => day)).toEqual(['2020-02-29', '2022-01-01']);
    expect((await roster(store, 'list_2026-01.csv', row)).refused).toEqual([
      { line: 2, reason: 'the list is of 2026-01-31, which is in the future' },
    ]);
    await importing(store, 'list_2023-01.json', JSON.stringify([{ company: 'Pebble', valuation: 4e9 }]));
    expect((await valuationsOf(store, 'pebble')).at(-1)).toEqual(['list', '2023-01-31', 4e9]);
    await store.close();
  });

  it('lists of firms and of deals, which have no valuations, are refused', async () => {
    const store = await opened();
    const deals =
      'company_name,symbol,targeted_company_name,transaction_date,url\nPebble Corp,PBLO,Slate Inc,2025-01-27,https://example.com/';
    const firms = [
      { id: 'alder', name: 'Alder Ventures', stage: ['Series A'], sectors: ['Health'], fundSize: '$100M - $200M' },
    ];
    for (const more of [{}, { asOfDay: 18_993 }])
      expect((await importing(store, 'deals.csv', deals, more)).error).toMatch(/^The file has no valuation in any row/);
    expect((await importing(store, 'firms_2023-01.json', JSON.stringify(firms))).error).toMatch(
      /^The file has no valuation in any row/,
    );
    expect(await store.db.selectFrom('private_companies').select('slug').execute()).toEqual([]);
    await store.close();
  });

  it('companies of one name are told apart by their place, in whatever order a list has them', async () => {
    const store = await opened();
    const [estonian, american] = [
      'Bolt,$4.8B,5/29/2018,Tallinn,Estonia,Mobility,,,',
      'Bolt,$11B,10/8/2021,San Francisco,United States,Fintech,,,',
    ];
    const first = await roster(store, 'list_2021-12.csv', [
      estonian,
      american,
      'Bolt,$9B,1/1/2021,Tallinn,Estonia,Mobility,,,',
    ]);
    expect(first.refused).toEqual([{ line: 4, reason: 'Bolt is already on line 2; the first one counts' }]);
    expect(first.notes).toEqual(['Names that another company has, told apart by their place: bolt-san-francisco.']);
    await roster(store, 'list_2022-03.csv', [american, estonian]);
    await roster(store, 'list_2022-06.csv', [american]);
    expect((await valuationsOf(store, 'bolt')).map(([, , usd]) => usd)).toEqual([4.8e9, 4.8e9]);
    expect((await valuationsOf(store, 'bolt-san-francisco')).map(([, , usd]) => usd)).toEqual([11e9, 11e9, 11e9]);
    await store.close();
  });

  it('a curated company gets the valuation, by its name or alias, and nothing else', async () => {
    const store = await opened();
    const curated = {
      slug: 'alder',
      name: 'Alder Works',
      tagline: 'x',
      sector: 'Space',
      founded: 1999,
      hq: 'Oslo',
      employees: 7,
      source: 'curated',
      profile: { ...EMPTY_PROFILE, aliases: ['ADR Inc'], country: 'NO' },
    };
    await store.privateCompanies.upsert(store.db, [curated]);
    const { notes } = await roster(store, 'list_2021-07.csv', [
      'Adr inc,$7B,4/7/2017,Bergen,Norway,Other,2001,$5B,Birch',
    ]);
    expect(notes).toEqual(['Curated companies, of which only the valuations are stored: 1.']);
    expect(await companyOf(store, 'alder')).toMatchObject(curated);
    expect(await valuationsOf(store, 'alder')).toEqual([['list', '2021-07-31', 7e9]]);
    await roster(store, 'list_2022-03.csv', ['Alder Works,$8B,4/7/2017,Shenzhen,China,Other,2001,$5B,Birch']);
    expect(await valuationsOf(store, 'alder')).toHaveLength(2);
    await importing(
      store,
      'acquisitions.csv',
      'company_permalink,company_name,acquirer_name,acquired_at\n/company/alder,Alder,Birch,2012-01-01\n/company/cedar,Cedar,Birch,2012-01-01\n',
    );
    expect([
      (await companyOf(store, 'alder'))?.profile?.ipoStatus,
      (await companyOf(store, 'cedar'))?.profile?.ipoStatus,
    ]).toEqual([null, 'acquired']);
    await store.close();
  });

  it('refuses wrong cells by line, and leaves out a foundation after the joining', async () => {
    const store = await opened();
    const rows = [
      `${'x'.repeat(1_000_000)},$1B,4/7/2017,Oslo,Norway,Other,2001,,`,
      'Long,$1B,4/7/2017,Oslo,Norway,Other,2001,,"' + 'y, '.repeat(300_000) + '"',
      'Minus,-$1B,4/7/2017,Oslo,Norway,Other,2001,,',
      'Huge,$900T,4/7/2017,Oslo,Norway,Other,2001,,',
      'Old,$1B,4/7/2017,Oslo,Norway,Other,1200,,',
      'Late,$1B,4/7/2017,Oslo,Norway,Other,2019,,',
      'Open,Unknown,4/7/2017,Oslo,Norway,Other,2010,$0M,',
      ',,,,,,,,',
      '"Tab\there",$1B,4/7/2017,Oslo,Norway,Other,2001,,',
    ];
    const { refused, notes, rows: stored } = await roster(store, 'list_2021-07.csv', rows);
    expect(refused.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '2: company has more than 120 characters',
      '3: select investors has more than 4000 characters',
      '4: valuation -$1B is negative',
      '5: valuation $900T is above 100 trillion dollars',
      '6: founded before 1600',
      '10: company is empty or contains control characters',
    ]);
    expect(stored).toBe(2);
    expect(notes).toEqual([
      'Companies without a known valuation: 1.',
      'Years of foundation after the company joined the list, which were left out: 1.',
    ]);
    expect([
      (await companyOf(store, 'late'))?.founded,
      (await companyOf(store, 'open'))?.founded,
      await valuationsOf(store, 'open'),
    ]).toEqual([null, 2010, []]);
    await store.close();
  });

  it('reads old encodings, and repairs what was encoded twice', async () => {
    const store = await opened();
    const header = 'permalink,name,category_code,funding_total_usd,status,country_code,city,founded_year\n';
    const row = (slug: string, name: Buffer): Buffer =>
      Buffer.concat([Buffer.from(`/company/${slug},`), name, Buffer.from(',web,1000,operating,USA,Austin,2001\n')]);
    const rows = (...names: readonly Buffer[]): Buffer =>
      Buffer.concat([Buffer.from(header), ...names.map((name, place) => row(`c${place}`, name))]);
    const names = async (): Promise<readonly string[]> => (await store.privateCompanies.all()).map(({ name }) => name);
    await importing(
      store,
      'mac.csv',
      rows(Buffer.from('MiaSol\x8e', 'latin1'), Buffer.from('Nestl\xcc\xa9', 'latin1'), Buffer.from('#NAME?')),
    );
    expect(await names()).toEqual(['MiaSolé', 'Nestlé', 'c2']);
    await store.db.deleteFrom('private_companies').execute();
    await importing(
      store,
      'windows.csv',
      rows(Buffer.from('Condé', 'latin1'), Buffer.from('Caf\xe9 \x97 Nord', 'latin1')),
    );
    expect(await names()).toEqual(['Condé', 'Café — Nord']);
    await store.db.deleteFrom('private_companies').execute();
    await importing(store, 'utf8.csv', rows(Buffer.from('Ærø ☃')));
    expect(await names()).toEqual(['Ærø ☃']);
    await store.close();
  });

  it('a company that a list values is not taken as acquired before, in whatever order the files come', async () => {
    const acquisitions =
      'company_permalink,company_name,acquirer_name,acquired_at\n/company/pebble,Pebble,Alder,2012-01-01\n/company/quay,Quay,Alder,2023-01-01\n';
    const rows = [
      'Pebble,$1B,4/7/2019,Austin,United States,Space,2016,,',
      'Quay,$1B,4/7/2019,Austin,United States,Space,2016,,',
    ];
    for (const isRosterFirst of [true, false]) {
      const store = await opened();
      if (isRosterFirst) await roster(store, 'list_2021-07.csv', rows);
      const { notes } = await importing(store, 'acquisitions.csv', acquisitions);
      if (isRosterFirst)
        expect(notes).toEqual([
          'Acquisitions before the day of a list that values the company, which were left out: 1.',
        ]);
      else await roster(store, 'list_2021-07.csv', rows);
      expect((await companyOf(store, 'pebble'))?.profile).toMatchObject({ ipoStatus: null, succeededBy: null });
      if (isRosterFirst)
        expect((await companyOf(store, 'quay'))?.profile).toMatchObject({
          ipoStatus: 'acquired',
          succeededBy: 'Alder',
        });
      await store.close();
    }
  });

  (hasExternalData && existsSync(ROSTER) ? it : it.skip)(
    'the real files are imported, and every refused row has its reason',
    async () => {
      const store = await opened();
      const names = [
        'unicorns_2021-07',
        'crunchbase2013_companies',
        'crunchbase2013_rounds',
        'crunchbase2013_acquisitions',
      ];
      const { files } = await importFiles(
        store,
        IMPORT,
        names.map((name) => externalFile('private', `${name}.csv`)),
        OPTIONS,
      );
      expect(files.map(({ rows, refused, error }) => [rows, refused.length, error])).toEqual([
        [759, 0, undefined],
        [17_713, 14, undefined],
        [31_533, 146, undefined],
        [4_648, 3, undefined],
      ]);
      expect(await valuationsOf(store, 'bytedance')).toEqual([['list', '2021-07-31', 140e9]]);
      expect((await companyOf(store, 'condenast')) ?? (await companyOf(store, 'miasole'))).toMatchObject({
        name: 'MiaSolé',
        profile: { ipoStatus: 'acquired' },
      });
      await store.close();
    },
  );
});
