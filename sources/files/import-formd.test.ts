import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { formDXml, fundXml } from '../sec/fixtures/forms-d.js';
import { temporaryFiles } from './fixtures/files.js';
import { importFiles } from './import-files.js';
import { IMPORT } from './import-formd.js';
import type { FileReport } from './import-report.js';

const OPTIONS = { strict: false, now: () => new Date('2026-01-01T15:00:00Z') };

const UNUSABLE: readonly (readonly [name: string, file: string, error: string])[] = [
  ['another form', '<edgarSubmission><headerData/></edgarSubmission>', 'The file is not a form D'],
  ['another document', '<ownershipDocument/>', 'The file is not a form D'],
  ['an empty file', '', 'must contain a root element'],
  ['text', 'hello', 'not well-formed XML'],
  [
    'a document type',
    `<!DOCTYPE x [<!ENTITY e "e">]>${formDXml().replace('<?xml version="1.0"?>', '')}`,
    'document type',
  ],
  ['a notice of another kind', formDXml({ form: 'C' }), 'form "C" is not D or D/A'],
  ['a test filing', formDXml({ live: 'TEST' }), 'it is a test filing'],
  ['no CIK', formDXml({ cik: 'x' }), 'the CIK of the issuer is not a number'],
  ['no name', formDXml({ name: ' ' }), "the issuer's name is empty"],
  ['an endless name', formDXml({ name: 'x'.repeat(201) }), 'more than 200 characters'],
  ['a date that does not exist', formDXml({ sale: '2025-02-30' }), 'does not exist'],
  ['a sale in the future', formDXml({ sale: '2026-02-01' }), 'first sale 2026-02-01 is in the future'],
  ['no signature', formDXml({ signed: '' }), 'date is empty'],
  ['a negative amount', formDXml({ sold: '-5' }), 'amount sold -5 is negative'],
  ['an amount in words', formDXml({ offered: 'much' }), 'amount offered "much" is not a number'],
  ['more sold than offered', formDXml({ sold: '9000001' }), 'is above the amount offered'],
  ['a year to come', formDXml({ year: '2027' }), 'year of incorporation 2027 is not a year up to now'],
];

forEachDatabase((_, openStore) => {
  const open = async (): Promise<Store> => {
    const store = await openStore();
    for (const table of ['private_companies', 'private_rounds', 'private_offerings', 'filing_firms'] as const)
      await store.db.deleteFrom(table).execute();
    return store;
  };
  const importing = async (store: Store, files: Readonly<Record<string, string>>): Promise<readonly FileReport[]> =>
    (await importFiles(store, IMPORT, [await temporaryFiles(files)], OPTIONS)).files;
  const roundsOf = async (store: Store, slug: string) =>
    ((await store.privateRounds.bySlugs([slug])).get(slug) ?? []).map(({ day, stage, amountUsd, confidence }) => [
      isoDate(day),
      stage,
      amountUsd,
      confidence,
    ]);

  it('files that are no valid form are refused whole, with the reason', async () => {
    const store = await open();
    const reports = await importing(
      store,
      Object.fromEntries(UNUSABLE.map(([name, content]) => [`${name}.xml`, content])),
    );
    const errors = new Map(reports.map(({ file, error }) => [path.basename(file, '.xml'), error ?? '']));
    expect(
      UNUSABLE.filter(([name, , error]) => !(errors.get(name) ?? '').includes(error)).map(
        ([name]) => `${name}: ${String(errors.get(name))}`,
      ),
    ).toEqual([]);
    expect([await store.privateCompanies.all(), await store.filingFirms.matching('a')]).toEqual([[], []]);
    await store.close();
  });

  it('an issuer is a company with a round of the amount sold, once however often it is imported', async () => {
    const store = await open();
    for (let round = 0; round < 2; round += 1)
      expect((await importing(store, { 'form.xml': formDXml() }))[0]).toMatchObject({
        rows: 1,
        refused: [],
        error: undefined,
      });
    const companies = await store.privateCompanies.all();
    expect(companies).toMatchObject([
      {
        slug: 'harbour-robotics-inc',
        name: 'Harbour Robotics, Inc.',
        sector: 'Other Technology',
        founded: 2021,
        hq: 'Boston',
        source: 'files',
        profile: { cik: '0001234567', country: 'US' },
      },
    ]);
    expect(companies[0]?.profile?.facts['founded']).toEqual({
      asOf: '2025-03-10',
      sourceUrl: 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&type=D&CIK=0001234567',
    });
    expect(await roundsOf(store, 'harbour-robotics-inc')).toEqual([['2025-03-03', 'Equity', 8e6, 'disclosed']]);
    await store.close();
  });

  it('a newer amendment replaces an older form, in any order', async () => {
    const forms = [formDXml(), formDXml({ form: 'D/A', sold: '9000000', signed: '2025-06-01', city: 'Salem' })];
    for (const order of [forms, forms.toReversed()]) {
      const store = await open();
      for (const form of order) await importing(store, { 'form.xml': form });
      expect(await roundsOf(store, 'harbour-robotics-inc')).toEqual([['2025-03-03', 'Equity', 9e6, 'disclosed']]);
      expect((await store.privateCompanies.all()).map(({ hq }) => hq)).toEqual(['Salem']);
      await store.close();
    }
  });

  it('a second issuer of the same name has its number in the slug; one that is curated keeps its rounds', async () => {
    const store = await open();
    await store.db.transaction().execute((tx) =>
      store.privateCompanies.upsert(tx, [
        {
          slug: 'meridian',
          name: 'Meridian',
          tagline: null,
          sector: null,
          founded: null,
          hq: null,
          employees: null,
          source: 'curated',
        },
      ]),
    );
    const reports = await importing(store, {
      'a.xml': formDXml(),
      'b.xml': formDXml({ cik: '99' }),
      'c.xml': formDXml({ cik: '100', name: 'MERIDIAN, INC.' }),
    });
    expect((await store.privateCompanies.all()).map(({ slug }) => slug)).toEqual([
      'harbour-robotics-inc',
      'harbour-robotics-inc-99',
      'meridian',
    ]);
    expect(reports.flatMap(({ notes }) => notes)).toContain(
      'Curated companies, over whose profiles the forms are laid: Meridian.',
    );
    expect(await roundsOf(store, 'meridian')).toEqual([]);
    await store.close();
  });

  it('an offering without a sale has no round', async () => {
    const store = await open();
    await importing(store, { 'form.xml': formDXml({ sale: '', sold: '0' }) });
    expect([(await store.privateCompanies.all()).length, await store.privateRounds.all()]).toEqual([1, []]);
    await store.close();
  });

  it('a pooled investment fund is a firm', async () => {
    const store = await open();
    await importing(store, {
      'a.xml': fundXml({
        offered: 'Indefinite',
        state: 'X0',
        stateName: 'UNITED KINGDOM',
        city: 'London',
        persons: [
          ['Ann', 'Lee'],
          ['Ann', 'Lee'],
          ['Bo', 'Ek'],
        ],
      }),
    });
    expect(await store.filingFirms.named({ slugs: ['harbour-fund-i-l-p'] })).toMatchObject([
      {
        cik: '0001234567',
        name: 'Harbour Fund I, L.P.',
        firmType: 'VC',
        fundType: 'Venture Capital Fund',
        founded: 2021,
        headquarters: 'London',
        country: 'GB',
        offeredUsd: null,
        soldUsd: 8e6,
        persons: ['Ann Lee', 'Bo Ek'],
        form: 'D',
        slug: 'harbour-fund-i-l-p',
        source: 'files',
      },
    ]);
    expect(await store.privateCompanies.all()).toEqual([]);
    await store.close();
  });

  it('a data set is read by its tables; bad rows are refused by line and reason', async () => {
    const store = await open();
    const table = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;
    const id = (number: number): string => `0001234567-25-00000${number}`;
    const [report] = await importing(store, {
      'FORMDSUBMISSION.tsv': table(
        'ACCESSIONNUMBER\tFILING_DATE\tSUBMISSIONTYPE\tTESTORLIVE',
        `${id(1)}\t10-MAR-2025\tD\tLIVE`,
        `${id(2)}\t11-MAR-25\tD\tLIVE`,
        `${id(3)}\t2025-03-12\tD\tLIVE`,
        `${id(1)}\t2025-03-12\tD\tLIVE`,
        `${id(4)}\t2025-03-12\tD\tLIVE`,
      ),
      'ISSUERS.tsv': table(
        'ACCESSIONNUMBER\tIS_PRIMARYISSUER_FLAG\tCIK\tENTITYNAME\tCITY\tSTATEORCOUNTRY\tSTATEORCOUNTRYDESCRIPTION\tYEAROFINC_VALUE_ENTERED',
        `${id(1)}\tYES\t11\tNorth Labs Inc\tReno\tNV\tNEVADA\t2020`,
        `${id(1)}\tNO\t12\tOther\tReno\tNV\tNEVADA\t2020`,
        `${id(2)}\tYES\t13\tNorth Fund LP\tReno\tNV\tNEVADA\t`,
        `${id(3)}\tYES\tabc\tBad\tReno\tNV\tNEVADA\t`,
      ),
      'OFFERING.tsv': table(
        'ACCESSIONNUMBER\tINDUSTRYGROUPTYPE\tINVESTMENTFUNDTYPE\tISEQUITYTYPE\tISDEBTTYPE\tSALE_DATE\tTOTALOFFERINGAMOUNT\tTOTALAMOUNTSOLD',
        `${id(1)}\tBiotechnology\t\tfalse\ttrue\t2025-02-01\t500\t400`,
        `${id(2)}\tPooled Investment Fund\tHedge Fund\t\t\t\tIndefinite\t0`,
        `${id(3)}\tOther\t\t\t\t\t1\t1`,
      ),
      'RELATEDPERSONS.tsv': table('ACCESSIONNUMBER\tFIRSTNAME\tMIDDLENAME\tLASTNAME', `${id(2)}\tCy\t\tDu`),
    });
    expect(report?.refused).toEqual([
      { line: 5, reason: `FORMDSUBMISSION.tsv: ${id(1)} is already on line 2; the first one counts` },
      { line: 4, reason: `FORMDSUBMISSION.tsv: ${id(3)}: the CIK of the issuer is not a number of up to ten digits` },
      { line: 6, reason: `FORMDSUBMISSION.tsv: ${id(4)}: it has no issuer in ISSUERS.tsv` },
    ]);
    expect(report).toMatchObject({ rows: 2, error: undefined });
    expect(await roundsOf(store, 'north-labs-inc')).toEqual([['2025-02-01', 'Debt', 400, 'disclosed']]);
    expect(await store.filingFirms.matching('north')).toMatchObject([
      { cik: '0000000013', firmType: null, fundType: 'Hedge Fund', offeredUsd: null, soldUsd: 0, persons: ['Cy Du'] },
    ]);
    await store.close();
  });

  (hasExternalData ? it : it.skip)('real forms of the SEC: a fund, a company and a REIT', async () => {
    const store = await open();
    const real = (name: string): string => readFileSync(externalFile('sec_edgar', 'forms', name), 'utf8');
    const reports = await importing(store, {
      'a.xml': real('D.APFund.xml'),
      'b.xml': real('D.Shepards.xml'),
      'c.xml': real('D.1685REIT.xml'),
      'd.xml': real('NPORT.Dupree.xml'),
    });
    expect(reports.map(({ error }) => error ?? null)).toEqual([
      null,
      null,
      null,
      expect.stringContaining('not a form D'),
    ]);
    expect(await store.filingFirms.matching('AP Fund')).toMatchObject([
      {
        cik: '0001958740',
        firmType: 'VC',
        headquarters: 'Seattle',
        offeredUsd: 659_752,
        soldUsd: 659_752,
        founded: 2022,
      },
    ]);
    expect((await store.privateCompanies.all()).map(({ slug }) => slug)).toContain('shepherd-s-finance-llc');
    expect(await roundsOf(store, 'shepherd-s-finance-llc')).toEqual([['2017-03-16', 'Equity', 5_725_051, 'disclosed']]);
    await store.close();
  });
});
