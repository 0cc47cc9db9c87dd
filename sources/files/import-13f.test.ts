import { expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import {
  primaryXml,
  submissionText,
  tableXml,
  type FormEntry,
  type SubmissionContent,
} from '../institutional/fixtures/forms.js';
import { temporaryFiles } from './fixtures/files.js';
import { importFiles } from './import-files.js';
import { IMPORT } from './import-13f.js';
import type { FileReport } from './import-report.js';

const OPTIONS = { strict: false, now: () => new Date('2026-01-01T15:00:00Z') };
const CIK = '0001234567';
const MICROSOFT = '594918104';
const ORACLE = '68389X105';
const ISSUES = ['037833100', MICROSOFT, ORACLE, '17275R102', '38259P508'];
const FOLDER = '000123456725000001';

const UNUSABLE: readonly (readonly [name: string, files: Readonly<Record<string, string>>, error: string])[] = [
  [
    'an information table alone',
    { 'infotable.xml': tableXml([{}]) },
    'An information table alone names neither its manager nor its period',
  ],
  ['a primary document alone', { [`${FOLDER}/primary_doc.xml`]: primaryXml() }, 'The folder has no information table'],
  [
    'a folder without an accession number',
    { 'primary_doc.xml': primaryXml(), 'infotable.xml': tableXml([{}]) },
    'The accession number of the filing is not known',
  ],
  [
    'two filings in one folder',
    { 'a.xml': primaryXml(), 'b.xml': primaryXml(), 'c.xml': tableXml([{}]) },
    'documents of several filings',
  ],
  ['another XML document', { 'a.xml': '<ownershipDocument/>' }, 'not a document of form 13F'],
  ['an empty file', { 'a.xml': '' }, 'not a document of form 13F'],
  ['other text', { 'a.txt': 'hello' }, 'not a complete submission of the SEC'],
  [
    'a submission without XML',
    { 'a.txt': '<SEC-DOCUMENT>\nACCESSION NUMBER: 0001234567-25-000001\n' },
    'no form 13F in XML',
  ],
  [
    'XML with a document type',
    { [`${FOLDER}/p.xml`]: `<!DOCTYPE x [<!ENTITY e "e">]>${primaryXml()}`, [`${FOLDER}/t.xml`]: tableXml([{}]) },
    'document type',
  ],
  ['a notice', { 'a.txt': submissionText({ form: '13F-NT' }) }, 'form "13F-NT" has no holdings'],
  [
    'an amendment of no kind',
    { 'a.txt': submissionText({ form: '13F-HR/A' }) },
    'does not say whether it is a RESTATEMENT',
  ],
  [
    'a period that ends within a quarter',
    { 'a.txt': submissionText({ period: '12-30-2024' }) },
    'which is not the end of a calendar quarter',
  ],
  ['a date that does not exist', { 'a.txt': submissionText({ period: '13-45-2024' }) }, 'does not exist'],
  [
    'a filing before the end of its period',
    { 'a.txt': submissionText({ filed: '20241215' }) },
    'not after the end of its period',
  ],
  ['a filing in the future', { 'a.txt': submissionText({ filed: '20260115' }) }, 'is in the future'],
  ['no manager', { 'a.txt': submissionText({ cik: 'x' }) }, 'the CIK of the manager is not a number'],
  [
    'tables of a data set that are not all there',
    { 'INFOTABLE.tsv': 'a\tb\n' },
    'The folder of the data set has no SUBMISSION.tsv',
  ],
];

forEachDatabase((_, open) => {
  const opened = async (): Promise<Store> => {
    const store = await open();
    await store.db.deleteFrom('institutional_positions').execute();
    await store.db.deleteFrom('institutional_filings').execute();
    return store;
  };
  const importing = async (
    store: Store,
    files: Readonly<Record<string, string>>,
    more: object = {},
  ): Promise<readonly FileReport[]> =>
    (await importFiles(store, IMPORT, [await temporaryFiles(files)], { ...OPTIONS, ...more })).files;
  const submit = (store: Store, content: SubmissionContent) =>
    importing(store, { 'filing.txt': submissionText(content) });
  const held = async (store: Store, cik = CIK) => {
    const filings = (await store.institutionalFilings.ofManagers([cik])).get(cik) ?? [];
    const days = [...new Set(filings.map(({ periodDay }) => periodDay))];
    const positions = await store.institutionalPositions.ofManagers([cik], days);
    return positions.map(({ cusip, kind, amount, value }) => [cusip, kind, amount, value]);
  };
  const oneFault = (reports: readonly FileReport[]) => reports.map(({ error }) => error);

  it('a submission, and a folder with its two documents, give the same filing', async () => {
    const store = await opened();
    const rows: readonly FormEntry[] = [
      {},
      { cusip: MICROSOFT, value: '5', shares: '7', putCall: 'Put' },
      { cusip: ORACLE, type: 'PRN', value: '9', shares: '10' },
    ];
    expect((await submit(store, { rows }))[0]).toMatchObject({ rows: 3, refused: [], notes: [], error: undefined });
    const whole = await held(store);
    expect(whole).toEqual([
      ['037833100', 'SHARES', 100, 1000],
      [MICROSOFT, 'PUT', 7, 5],
      [ORACLE, 'PRINCIPAL', 10, 9],
    ]);
    const [filing] = (await store.institutionalFilings.ofManagers([CIK])).get(CIK) ?? [];
    expect(filing).toMatchObject({
      manager: 'Alder & Birch LLC',
      accession: '0001234567-25-000001',
      statedEntries: 3,
      statedValue: 1014,
      entries: 3,
      value: 1014,
      isFilingDayEstimated: false,
    });
    expect([isoDate(filing?.periodDay ?? 0), isoDate(filing?.filingDay ?? 0)]).toEqual(['2024-12-31', '2025-02-12']);
    const reports = await importing(store, {
      [`${FOLDER}/primary_doc.xml`]: primaryXml({ entries: '3', value: '1014' }),
      [`${FOLDER}/any-name.xml`]: tableXml(rows, 'ns1:'),
    });
    expect(reports).toHaveLength(1);
    expect(reports[0]?.notes).toEqual([
      "The documents do not have the day of filing: that of signature is taken. The SEC's complete submission has both.",
    ]);
    expect(await held(store)).toEqual(whole);
    const [folder] = (await store.institutionalFilings.ofManagers([CIK])).get(CIK) ?? [];
    expect([isoDate(folder?.filingDay ?? 0), folder?.isFilingDayEstimated]).toEqual(['2025-02-10', true]);
    await store.close();
  });

  it('amendments replace or add, whatever order they are imported in, and however often', async () => {
    const filings: readonly SubmissionContent[] = [
      { accession: '0001234567-25-000001', filed: '20250212', rows: [{ shares: '1' }] },
      {
        accession: '0001234567-25-000002',
        filed: '20250220',
        form: '13F-HR/A',
        amendment: 'RESTATEMENT',
        rows: [{ shares: '2' }, { cusip: MICROSOFT, shares: '3' }],
      },
      {
        accession: '0001234567-25-000003',
        filed: '20250301',
        form: '13F-HR/A',
        amendment: 'NEW HOLDINGS',
        number: '2',
        rows: [{ cusip: ORACLE, shares: '4' }],
      },
    ];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [0, 2, 1, 0, 2],
    ]) {
      const store = await opened();
      for (const at of order) await submit(store, filings[at] ?? {});
      expect((await held(store)).map(([cusip, , amount]) => [cusip, amount])).toEqual([
        ['037833100', 2],
        [MICROSOFT, 3],
        [ORACLE, 4],
      ]);
      await store.close();
    }
  });

  it('values of filings before 2023 are thousands of dollars, and dollars from 3 January 2023 on', async () => {
    const store = await opened();
    const content = { period: '09-30-2022', rows: [{ value: '1234' }] };
    await submit(store, { ...content, filed: '20230102', accession: '0001234567-23-000001' });
    expect(await held(store)).toEqual([['037833100', 'SHARES', 100, 1_234_000]]);
    await submit(store, {
      ...content,
      filed: '20230103',
      accession: '0001234567-23-000002',
      form: '13F-HR/A',
      amendment: 'RESTATEMENT',
    });
    expect(await held(store)).toEqual([['037833100', 'SHARES', 100, 1234]]);
    await store.close();
  });

  it('values that are plainly in the other unit are corrected, with a note', async () => {
    const store = await opened();
    const rows = (value: string): FormEntry[] => ISSUES.map((cusip) => ({ cusip, value, shares: '10000' }));
    const [dollars] = await submit(store, { period: '09-30-2021', filed: '20211110', rows: rows('1500000') });
    expect(dollars?.notes).toEqual([
      "The values were read as dollars: the prices per share show that they are not in the unit of the filing's day.",
    ]);
    expect((await held(store)).map(([, , , value]) => value)).toEqual(ISSUES.map(() => 1_500_000));
    const [thousands] = await submit(store, { accession: '0001234567-25-000009', rows: rows('1500') });
    expect(thousands?.notes[0]).toContain('The values were read as thousands of dollars');
    expect((await held(store)).at(-1)?.[3]).toBe(1_500_000);
    await store.close();
  });

  it('an amendment of few holdings has the unit of the report that it amends', async () => {
    const store = await opened();
    const rows = ISSUES.map((cusip) => ({ cusip, value: '1500000', shares: '10000' }));
    const amended = {
      period: '09-30-2021',
      form: '13F-HR/A',
      amendment: 'NEW HOLDINGS',
      rows: [{ cusip: '459200101', value: '525000', shares: '3000' }],
    };
    await submit(store, { period: '09-30-2021', filed: '20211110', accession: '0001234567-21-000001', rows });
    const [report] = await submit(store, {
      ...amended,
      filed: '20220110',
      accession: '0001234567-22-000001',
      number: '1',
    });
    expect(report?.notes).toEqual([
      "The values were read as dollars: those of the manager's report of the quarter show that they are not in the unit of the filing's day.",
    ]);
    expect((await held(store)).at(-1)?.[3]).toBe(525_000);
    // The form had dollars by then, which needs no correction.
    const [later] = await submit(store, {
      ...amended,
      filed: '20230110',
      accession: '0001234567-23-000001',
      number: '2',
    });
    expect([later?.notes, (await held(store)).at(-1)?.[3]]).toEqual([[], 525_000]);
    // Of another quarter, nothing is known.
    const [other] = await submit(store, {
      ...amended,
      period: '12-31-2021',
      filed: '20220210',
      accession: '0001234567-22-000002',
      number: '1',
    });
    expect(other?.notes).toEqual([]);
    await store.close();
  });

  it('an amendment of few holdings that is imported before its report is read in its unit once that is there', async () => {
    const store = await opened();
    const rows = ISSUES.map((cusip) => ({ cusip, value: '1500000', shares: '10000' }));
    const period = '09-30-2021';
    const amended = {
      period,
      filed: '20220110',
      form: '13F-HR/A',
      amendment: 'NEW HOLDINGS',
      number: '1',
      rows: [{ cusip: '459200101', value: '525000', shares: '3000' }],
    };
    const amendment = '0001234567-22-000001';
    await submit(store, { ...amended, accession: amendment });
    // One of another manager and one of another quarter stay as they are.
    await submit(store, { ...amended, cik: '0007654321', accession: '0007654321-22-000001' });
    await submit(store, { ...amended, period: '06-30-2021', accession: '0001234567-22-000003' });
    expect((await held(store)).map(([, , , value]) => value)).toEqual([525_000_000, 525_000_000]);
    const reported = { period, filed: '20211110', accession: '0001234567-21-000001' };
    const [report] = await submit(store, { ...reported, rows });
    expect(report?.notes).toEqual([
      "The values were read as dollars: the prices per share show that they are not in the unit of the filing's day.",
      `The values of ${amendment}, which was imported before, are now read as dollars, as this report shows.`,
    ]);
    const [, filing] =
      (await store.institutionalFilings.ofManagers([CIK]))
        .get(CIK)
        ?.filter(({ periodDay }) => isoDate(periodDay) === '2021-09-30') ?? [];
    expect(filing).toMatchObject({ accession: amendment, value: 525_000, statedValue: 525_000, isUnitCorrected: true });
    expect((await held(store)).map(([, , , value]) => value)).toEqual([
      ...ISSUES.map(() => 1_500_000),
      525_000,
      525_000_000,
    ]);
    expect((await held(store, '0007654321')).map(([, , , value]) => value)).toEqual([525_000_000]);
    // A second time changes nothing; a report in thousands takes it back.
    expect((await submit(store, { ...reported, rows }))[0]?.notes).toHaveLength(1);
    const [thousands] = await submit(store, { ...reported, rows: rows.map((row) => ({ ...row, value: '1500' })) });
    expect(thousands?.notes).toEqual([
      `The values of ${amendment}, which was imported before, are now read as thousands of dollars, as this report shows.`,
    ]);
    expect((await held(store)).at(-2)?.[3]).toBe(525_000_000);
    await store.close();
  });

  it.each<readonly [what: string, filed: string, rows: readonly FormEntry[], value: number]>([
    [
      'holdings that could have been left out',
      '20250212',
      ISSUES.map((cusip) => ({ cusip, value: '90', shares: '9000' })),
      90,
    ],
    [
      'warrants and rights',
      '20250212',
      ISSUES.map((cusip, i) => ({
        cusip,
        title: i < 3 ? '*W EXP 12/31/2027' : 'RIGHT 99/99/9999',
        value: '40000',
        shares: '400000',
      })),
      40_000,
    ],
    [
      'one issue in many entries',
      '20211110',
      ISSUES.map(() => ({ cusip: '084670108', value: '43500', shares: '100' })),
      43_500_000,
    ],
  ])('%s do not make the unit of a filing a wrong one', async (_, filed, rows, value) => {
    const store = await opened();
    const [report] = await submit(store, {
      period: filed.startsWith('2021') ? '09-30-2021' : '12-31-2024',
      filed,
      rows,
    });
    expect(report).toMatchObject({ error: undefined, refused: [], notes: [] });
    expect((await held(store)).map((row) => row[3])).toEqual(rows.map(() => value));
    await store.close();
  });

  it('entries are refused with their place and the reason', async () => {
    const store = await opened();
    const [report] = await submit(store, {
      rows: [
        {},
        { cusip: '68389X106' },
        { value: '-5' },
        { putCall: 'P' },
        { type: 'BOX' },
        { shares: 'many' },
        { shares: '-1' },
        { title: '' },
        { cusip: '' },
        { discretion: 'NONE' },
        { value: '1e16' },
      ],
    });
    expect(report?.rows).toBe(1);
    expect(report?.refused.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '2: PEBBLE OPTICS INC: cusip "68389X106" has a wrong check digit: 68389X105 would be right',
      '3: PEBBLE OPTICS INC: value -5 is negative',
      '4: PEBBLE OPTICS INC: putCall "P" is not Put or Call',
      '5: PEBBLE OPTICS INC: type of amount "BOX" is not SH or PRN',
      '6: PEBBLE OPTICS INC: number of shares "many" is not a number',
      '7: PEBBLE OPTICS INC: number of shares -1 is negative',
      '8: PEBBLE OPTICS INC: title of class is empty or contains control characters',
      '9: PEBBLE OPTICS INC: cusip "" is not eight letters or digits and a check digit',
      '10: PEBBLE OPTICS INC: investment discretion "NONE" is not SOLE, DFND or OTR',
      '11: PEBBLE OPTICS INC: value 10000000000000000 is above 10^15',
    ]);
    expect(
      (await importing(store, { 'filing.txt': submissionText({ rows: [{}, { value: '-5' }] }) }, { strict: true }))[0]
        ?.error,
    ).toContain('strict');
    await store.close();
  });

  it('a table that is not that of its filing is refused, and a wrong total is noted', async () => {
    const store = await opened();
    expect(oneFault(await submit(store, { rows: [{}], entries: '6' }))).toEqual([
      'The filing is not valid: the table has 1 entries, and the filing states 6: it is incomplete, or of another filing.',
    ]);
    expect((await submit(store, { rows: [{}], value: '7000' }))[0]?.notes).toEqual([
      'The entries add up to $1,000, and the filing states $7,000.',
    ]);
    await store.close();
  });

  it('what is no whole filing is refused, with what to do', async () => {
    const store = await opened();
    for (const [name, files, error] of UNUSABLE) {
      const reports = await importing(store, files);
      expect(reports.map((report) => [name, report.error])).toEqual(
        reports.map(() => [name, expect.stringContaining(error)]),
      );
    }
    expect(await held(store)).toEqual([]);
    await store.close();
  });

  const tsv = (...rows: readonly (readonly string[])[]): string => rows.map((row) => `${row.join('\t')}\n`).join('');
  const [ONE, TWO, THREE] = ['0001234567-25-000001', '0001234567-25-000002', '0007654321-22-000001'] as const;
  const DATA_SET = {
    'SUBMISSION.tsv': tsv(
      ['ACCESSION_NUMBER', 'FILING_DATE', 'SUBMISSIONTYPE', 'CIK', 'PERIODOFREPORT'],
      [ONE, '12-FEB-2025', '13F-HR', CIK, '31-DEC-2024'],
      [TWO, '20-FEB-2025', '13F-HR/A', CIK, '31-DEC-2024'],
      [THREE, '14-NOV-2022', '13F-HR', '7654321', '30-SEP-2022'],
      ['0007654321-22-000002', '14-NOV-2022', '13F-NT', '7654321', '30-SEP-2022'],
      [ONE, '12-FEB-2025', '13F-HR', CIK, '31-DEC-2024'],
      ['0007654321-22-000003', '14-NOV-2022', '13F-HR', '7654321', '29-SEP-2022'],
    ),
    'COVERPAGE.tsv': tsv(
      [
        'ACCESSION_NUMBER',
        'REPORTCALENDARORQUARTER',
        'ISAMENDMENT',
        'AMENDMENTNO',
        'AMENDMENTTYPE',
        'FILINGMANAGER_NAME',
      ],
      [ONE, '31-DEC-2024', 'N', '', '', 'Alder LLC'],
      [TWO, '31-DEC-2024', 'Y', '1', 'NEW HOLDINGS', 'Alder LLC'],
      [THREE, '30-SEP-2022', 'N', '', '', 'Birch "B" Inc'],
      ['0007654321-22-000003', '29-SEP-2022', 'N', '', '', 'Birch'],
    ),
    'SUMMARYPAGE.tsv': tsv(
      ['ACCESSION_NUMBER', 'OTHERINCLUDEDMANAGERSCOUNT', 'TABLEENTRYTOTAL', 'TABLEVALUETOTAL', 'ISCONFIDENTIALOMITTED'],
      [ONE, '0', '2', '3000', 'N'],
      [TWO, '0', '1', '77', 'N'],
      [THREE, '0', '1', '50', 'N'],
    ),
    'INFOTABLE.tsv': tsv(
      [
        'ACCESSION_NUMBER',
        'INFOTABLE_SK',
        'NAMEOFISSUER',
        'TITLEOFCLASS',
        'CUSIP',
        'FIGI',
        'VALUE',
        'SSHPRNAMT',
        'SSHPRNAMTTYPE',
        'PUTCALL',
        'INVESTMENTDISCRETION',
        'OTHERMANAGER',
        'VOTING_AUTH_SOLE',
        'VOTING_AUTH_SHARED',
        'VOTING_AUTH_NONE',
      ],
      [ONE, '1', 'APPLE INC', 'COM', '037833100', '', '1000', '10', 'SH', '', 'SOLE', '', '10', '0', '0'],
      [THREE, '2', 'APPLE INC', 'COM', '037833100', '', '50', '400', 'SH', 'Call', 'DFND', '1,2', '0', '400', '0'],
      [ONE, '3', 'APPLE INC', 'COM', '037833100', '', '2000', '20', 'SH', '', 'OTR', '', '0', '0', '20'],
      [TWO, '4', 'MICROSOFT', 'COM', MICROSOFT, '', '100', '1', 'SH', '', 'SOLE', '', '1', '0', '0'],
      ['0009999999-25-000001', '5', 'APPLE INC', 'COM', '037833100', '', '1', '1', 'SH', '', 'SOLE', '', '1', '0', '0'],
    ),
  };

  it('a data set is read whole, and its tables count as one file', async () => {
    const store = await opened();
    for (let round = 0; round < 2; round += 1) {
      const reports = await importing(store, DATA_SET);
      expect(reports).toHaveLength(1);
      expect(reports[0]).toMatchObject({ rows: 4, error: undefined });
      expect(reports[0]?.refused.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
        `6: SUBMISSION.tsv: ${ONE} is already on line 2; the first one counts`,
        '6: INFOTABLE.tsv: 0009999999-25-000001 is not in SUBMISSION.tsv',
        '7: SUBMISSION.tsv: 0007654321-22-000003: the period ends on 2022-09-29, which is not the end of a calendar quarter',
      ]);
      expect(reports[0]?.notes).toEqual([
        'Notices without holdings (13F-NT), which were left out: 1.',
        'Filings whose values are in another unit, or do not add up to what they state: 1.',
      ]);
      expect(await held(store)).toEqual([
        ['037833100', 'SHARES', 10, 1000],
        ['037833100', 'SHARES', 20, 2000],
        [MICROSOFT, 'SHARES', 1, 100],
      ]);
      expect(await held(store, '0007654321')).toEqual([['037833100', 'CALL', 400, 50_000]]);
    }
    await store.close();
  });

  it('an amendment of a data set has the unit of its report, which may stand after it or be stored', async () => {
    const [report, amendment, later] = [
      '0007654321-21-000001',
      '0007654321-21-000002',
      '0007654321-22-000009',
    ] as const;
    const set = (...of: readonly string[]): Readonly<Record<string, string>> => {
      const filing = (accession: string): readonly string[] => [
        accession,
        accession === later ? '10-JAN-2022' : '14-NOV-2021',
        accession === report ? '13F-HR' : '13F-HR/A',
        '7654321',
        '30-SEP-2021',
      ];
      const entry = (accession: string, cusip: string, value: string, shares: string): readonly string[] => [
        accession,
        'ISSUER',
        'COM',
        cusip,
        value,
        shares,
        'SH',
        'SOLE',
      ];
      const entries = of.flatMap((accession) =>
        accession === report
          ? ISSUES.map((cusip) => entry(report, cusip, '1500000', '10000'))
          : [entry(accession, '459200101', '525000', '3000')],
      );
      const [submissions, covers, table] = ['SUBMISSION.tsv', 'COVERPAGE.tsv', 'INFOTABLE.tsv'] as const;
      return {
        [submissions]: tsv(
          ['ACCESSION_NUMBER', 'FILING_DATE', 'SUBMISSIONTYPE', 'CIK', 'PERIODOFREPORT'],
          ...of.map(filing),
        ),
        [covers]: tsv(
          ['ACCESSION_NUMBER', 'FILINGMANAGER_NAME', 'AMENDMENTTYPE', 'AMENDMENTNO'],
          ...of.map((accession) => [
            accession,
            'Birch',
            ...(accession === report ? ['', ''] : ['NEW HOLDINGS', accession === later ? '2' : '1']),
          ]),
        ),
        [table]: tsv(
          [
            'ACCESSION_NUMBER',
            'NAMEOFISSUER',
            'TITLEOFCLASS',
            'CUSIP',
            'VALUE',
            'SSHPRNAMT',
            'SSHPRNAMTTYPE',
            'INVESTMENTDISCRETION',
          ],
          ...entries,
        ),
      };
    };
    const store = await opened();
    expect((await importing(store, set(amendment, report)))[0]).toMatchObject({
      rows: 6,
      refused: [],
      error: undefined,
    });
    expect((await importing(store, set(later)))[0]).toMatchObject({ rows: 1, refused: [], error: undefined });
    const added = (await held(store, '0007654321')).filter(([cusip]) => cusip === '459200101');
    expect(added.map((row) => row[3])).toEqual([525_000, 525_000]);
    await store.close();
  });
});
