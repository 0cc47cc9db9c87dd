import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { IMPORT as FORMS } from '../../sources/files/import-13f.js';
import { importFiles } from '../../sources/files/import-files.js';
import { allHeard } from '../../store/fixtures/databases.js';
import { externalFile, hasExternalData } from '../independent/datasets.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();

const ACCESSION = '0001099219-21-000001';

/** A cover of the third quarter of 2021 for a table. */
const coverOf = (entries: number, value: number): string => `<?xml version="1.0"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/thirteenffiler"><headerData><submissionType>13F-HR</submissionType>
<filerInfo><filer><credentials><cik>0001099219</cik></credentials></filer><periodOfReport>09-30-2021</periodOfReport>
</filerInfo></headerData><formData><coverPage><reportCalendarOrQuarter>09-30-2021</reportCalendarOrQuarter>
<isAmendment>false</isAmendment><filingManager><name>ALDER TRUST</name></filingManager></coverPage>
<signatureBlock><signatureDate>10-15-2021</signatureDate></signatureBlock><summaryPage>
<tableEntryTotal>${entries}</tableEntryTotal><tableValueTotal>${value}</tableValueTotal></summaryPage></formData></edgarSubmission>`;

/** The entries of the table as its text has them, by CUSIP and kind: value, shares or principal, and votes. */
function entriesIn(table: string): ReadonlyMap<string, readonly number[]> {
  const entries = [...table.matchAll(/<infoTable>(.*?)<\/infoTable>/gs)].map(([, text = '']) => text);
  const cell = (text: string, name: string): string =>
    new RegExp(`<${name}>\\s*(.*?)\\s*</${name}>`).exec(text)?.[1] ?? '';
  return new Map(
    entries.map((text) => {
      const amount = cell(text, 'sshPrnamtType') === 'SH' ? 'SHARES' : 'PRINCIPAL';
      const key = `${cell(text, 'cusip')} ${cell(text, 'putCall').toUpperCase() || amount}`;
      return [key, ['value', 'sshPrnamt', 'Sole', 'Shared', 'None'].map((name) => Number(cell(text, name)))];
    }),
  );
}

interface Node {
  readonly cusip: string;
  readonly kind: string;
  readonly shares: number | null;
  readonly principal: number | null;
  readonly value: number;
  readonly votingAuthority: { readonly sole: number; readonly shared: number; readonly none: number };
}
const QUERY = `query($after: String) { institutionalManager(cik: "1099219") {
  id reports { nodes { period filedOn isAmended isComplete entryCount value statedValue filings { accession } } }
  holdings(first: 100, after: $after) { totalCount pageInfo { hasNextPage endCursor }
    nodes { cusip kind shares principal value votingAuthority { sole shared none } } } } }`;

(hasExternalData ? describe : describe.skip)('a real information table', () => {
  it('is read back entry by entry, as its text has them', async () => {
    const table = readFileSync(externalFile('sec_edgar', 'forms', '13F-HR.infotable.xml'), 'utf8');
    const filed = entriesIn(table);
    const total = [...filed.values()].reduce((sum, [value = 0]) => sum + value, 0);
    expect([filed.size, total]).toEqual([255, 350_153_407]);
    const folder = await temporaryFiles({
      [`${ACCESSION}/primary_doc.xml`]: coverOf(filed.size, total),
      [`${ACCESSION}/infotable.xml`]: table,
    });
    const { files } = await importFiles(server.runtime.store, FORMS, [folder], { strict: true });
    expect(files.map(({ rows, error }) => [rows, error])).toEqual([[255, undefined]]);
    await allHeard(server.runtime.store);

    const { key } = await server.newKey('pro', { perMinute: 100 });
    const nodes: Node[] = [];
    let after: string | null = null;
    do {
      const answer = await server.graphql(key, QUERY, { after });
      const manager = (...names: readonly (string | number)[]) =>
        read(answer, 'data', 'institutionalManager', ...names);
      expect([manager('id'), manager('holdings', 'totalCount')]).toEqual(['im_0001099219', 255]);
      expect(manager('reports', 'nodes')).toEqual([
        {
          period: '2021-09-30',
          filedOn: '2021-10-15',
          isAmended: false,
          isComplete: true,
          entryCount: 255,
          value: total,
          statedValue: total,
          filings: [{ accession: ACCESSION }],
        },
      ]);
      nodes.push(...(manager('holdings', 'nodes') as readonly Node[]));
      after =
        manager('holdings', 'pageInfo', 'hasNextPage') === true
          ? String(manager('holdings', 'pageInfo', 'endCursor'))
          : null;
    } while (after !== null);
    const told = nodes.map(({ cusip, kind, value, shares, principal, votingAuthority: { sole, shared, none } }) => {
      const entry = [value, shares ?? principal, sole, shared, none];
      return [`${cusip} ${kind}`, entry] as const;
    });
    expect(told).toHaveLength(255);
    expect(new Map(told)).toEqual(filed);
    const values = nodes.map(({ value }) => value);
    expect(values).toEqual([...values].sort((one, other) => other - one));
  });
});
