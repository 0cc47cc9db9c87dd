import { expect, it } from '@jest/globals';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import { temporaryFiles } from './fixtures/files.js';
import { importFiles } from './import-files.js';
import { IMPORT } from './import-transcripts.js';

const now = (): Date => new Date('2025-06-01T12:00:00Z');
const remark = { speaker: 'Jane Doe', speech: 'We expect sales of $5 million in the next quarter.' };
const record = { ticker: 'ACME', fiscal_year: 2025, fiscal_quarter: 1, prepared_remarks: [remark] };

const TEXT = [
  'Ticker: ACME',
  'Quarter: Q2 2025',
  'Date: 2025-05-01',
  '',
  'Prepared Remarks:',
  'Operator',
  'Welcome.',
  '',
  'Jane Doe -- Chief Executive Officer',
  'Sales grew.',
  'We expect more.',
  '',
  'Questions and Answers:',
  'John Roe -- Some Bank -- Analyst',
  'Why?',
  'Jane Doe: Because of demand.',
].join('\n');

forEachDatabase((_, open) => {
  it('speakers have their roles, in JSON and in plain text', async () => {
    const store = await open();
    const folder = await temporaryFiles({
      'ACME_q2_2025.txt': TEXT,
      'ACME_q1_2025.json': JSON.stringify({
        prepared_remarks: [
          { speaker: 'Operator', speech: 'Welcome.' },
          remark,
          { speaker: 'Questions and Answers:', speech: '.' },
          { speaker: 'Guest', speech: 'Why?' },
        ],
        q_and_a: [
          { speaker: 'John Roe', speech: 'And why?' },
          { speaker: 'Mary Major', speech: 'Because.' },
        ],
        participants: ['John Roe--Some Bank -- Analyst', 'Mary Major--Chief Financial Officer'],
      }),
    });
    const { files } = await importFiles(store, IMPORT, [folder], { strict: true, now });
    expect(files.map(({ error, rows }) => [error, rows])).toEqual([
      [undefined, 1],
      [undefined, 1],
    ]);
    const stored = (await store.transcripts.newest([{ ticker: 'ACME', newest: 8 }])).get('ACME') ?? [];
    expect(
      stored.map(({ fiscalYear, fiscalQuarter, turns }) => [
        fiscalYear,
        fiscalQuarter,
        turns.map(({ speaker, role }) => `${speaker}: ${role}`),
      ]),
    ).toEqual([
      [
        2025,
        1,
        ['Operator: operator', 'Jane Doe: management', 'Guest: unknown', 'John Roe: analyst', 'Mary Major: management'],
      ],
      [2025, 2, ['Operator: operator', 'Jane Doe: management', 'John Roe: analyst', 'Jane Doe: management']],
    ]);
    expect(stored[1]?.turns[1]?.text).toBe('Sales grew.\nWe expect more.');
    await store.close();
  });

  it('records are refused with their place and reason, the others stored', async () => {
    const store = await open();
    const bad: readonly (readonly [object, unknown])[] = [
      [{ ...record, fiscal_quarter: 5 }, 'the fiscal quarter is not 1 to 4'],
      [{ ...record, fiscal_year: 'last' }, 'the fiscal year "last" is not a year'],
      [{ ...record, fiscal_quarter: 'second' }, 'the fiscal quarter "second" is not 1 to 4'],
      [{ ...record, prepared_remarks: [remark, { speech: 'Hi.' }] }, 'entry 2 of prepared_remarks: speaker is missing'],
      [
        { ...record, prepared_remarks: [remark, { ...remark, speaker: 7 }] },
        'entry 2 of prepared_remarks: speaker must be text',
      ],
      [{ ...record, prepared_remarks: [remark, 'Hi.'] }, 'entry 2 of prepared_remarks: it must be an object'],
      [{ ...record, participants: 'Jane' }, 'participants must be a list'],
      [
        { ...record, prepared_remarks: [remark, { ...remark, speaker: ' ' }] },
        expect.stringMatching(/^speech 2: speaker is empty/),
      ],
      [{ ...record, prepared_remarks: [] }, 'the transcript is empty'],
      [
        { ticker: 'ACME', fiscal_year: 2025, fiscal_quarter: 2, text: 'words' },
        'the transcript has no speakers: it needs prepared_remarks with speaker and speech',
      ],
      [
        { ...record, prepared_remarks: [{ speaker: 'Operator', speech: 'Hi.' }] },
        'the transcript has no speakers of the company: its prepared remarks are of the operator alone',
      ],
      [record, 'ACME, fiscal 2025 Q1, is already in row 1; the first one counts'],
      [
        { ...record, fiscal_year: undefined },
        'the fiscal quarter is missing: give fiscal_year and fiscal_quarter, or name the file CPB_q1_2021',
      ],
      [
        { ...record, ticker: '1234' },
        '"1234" is not a ticker: name the file after one, such as AAPL.csv or BRK-B.csv.',
      ],
      [{ ...record, fiscal_quarter: 3, date: '2025-02-30' }, 'date "2025-02-30" is not a date as YYYY-MM-DD'],
      [{ ...record, fiscal_quarter: 3, date: '2026-01-01' }, 'date 2026-01-01 is in the future'],
      [
        { ...record, fiscal_quarter: 3, prepared_remarks: [{ ...remark, speech: 'a'.repeat(700_000) }] },
        'the transcript has more than 600,000 characters',
      ],
    ];
    const folder = await temporaryFiles({ 'calls.json': JSON.stringify([record, ...bad.map(([given]) => given)]) });
    const { files } = await importFiles(store, IMPORT, [folder], { strict: false, now });
    expect(files[0]?.refused).toEqual(bad.map(([, reason], index) => ({ line: index + 2, reason })));
    expect(files[0]?.rows).toBe(1);
    await store.close();
  });

  it('files that are empty, of no speakers, of another ticker or of no format are refused', async () => {
    const store = await open();
    const folder = await temporaryFiles({
      'A_q1_2025.json': '',
      'B_q1_2025.txt': 'only words\nand lines',
      'C_q1_2025.json': JSON.stringify(record),
      'D_q1_2025.json': '{"a":',
      'ACME_q5_2025.json': JSON.stringify({
        ...record,
        fiscal_quarter: undefined,
        quarter: undefined,
        fiscal_year: undefined,
      }),
    });
    const { files } = await importFiles(store, IMPORT, [folder], { strict: false, now });
    expect(files.map(({ error, refused }) => [error, refused.map(({ reason }) => reason)])).toEqual([
      ['Nothing was stored: all 1 rows were refused.', ['the fiscal quarter is not 1 to 4']],
      ['The file is empty.', []],
      ['The transcript has no speakers: begin each turn with "Jane Doe -- Title" on a line, or "Jane Doe: words".', []],
      ['Nothing was stored: all 1 rows were refused.', ['the transcript is of ACME, but the file is named after C']],
      ['The file is not JSON.', []],
    ]);
    await store.close();
  });

  (hasExternalData ? it : it.skip)('real transcripts are all stored, however often they are imported', async () => {
    const store = await open();
    for (let round = 0; round < 2; round += 1) {
      const { totals } = await importFiles(store, IMPORT, [externalFile('transcripts')], { strict: true, now });
      expect(totals).toMatchObject({ files: 20, imported: 20, rows: 20, refused: 0 });
    }
    const stored = (await store.transcripts.newest([{ ticker: 'XYL', newest: 3 }])).get('XYL') ?? [];
    expect(stored.map(({ fiscalYear, fiscalQuarter }) => [fiscalYear, fiscalQuarter])).toEqual([
      [2021, 1],
      [2021, 2],
      [2021, 3],
    ]);
    await store.close();
  });
});
