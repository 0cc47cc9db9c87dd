import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFiles } from '../files/fixtures/files.js';
import { readXmlTree } from '../sec/xml-tree.js';
import { documentsIn, readDocument, readFilingFolder } from './filing-files.js';
import { primaryXml, submissionText, tableXml } from './fixtures/forms.js';

const NAMED = '0001234567-25-000009';
const block = (xml: string): string => `<XML>\n${xml}\n</XML>\n`;
const NO_FORM = 'The submission has no form 13F in XML with an information table, as filings since 2013 have.';
async function folderOf(table: string): Promise<string> {
  const folder = await temporaryFiles({
    [`${NAMED}/primary_doc.xml`]: primaryXml(),
    [`${NAMED}/table.xml`]: table,
  });
  return path.join(folder, NAMED, 'table.xml');
}

describe('the text of a submission', () => {
  it('has its header in the first 64 KiB', async () => {
    const header = 'ACCESSION NUMBER:\t\t0001234567-25-000001\nFILED AS OF DATE:\t\t20250212\n';
    const documents = block(primaryXml()) + block(tableXml([{}]));
    const within = await documentsIn(`${'\n'.repeat(60_000)} \t${header}${documents}`, NAMED);
    expect([within.accession, within.filed, within.table.positions.length]).toEqual([
      '0001234567-25-000001',
      '20250212',
      1,
    ]);
    const after = await documentsIn(`${'\n'.repeat(70_000)}${header}${documents}`, NAMED);
    expect([after.accession, after.filed]).toEqual([NAMED, '']);
  });

  it.each([
    ['empty lines', '\n'],
    ['blocks without an end', '<XML>'],
  ])('of many %s is read once', async (_, text) => {
    // 2 MiB and 10 MiB: a search that starts again at each of them takes hours.
    await expect(documentsIn(text.repeat(2 * 1024 * 1024), NAMED)).rejects.toThrow(NO_FORM);
  });

  it('has at most ten documents in XML', async () => {
    const other = (times: number): string => block('<other/>').repeat(times);
    const content = submissionText();
    expect((await documentsIn(content + other(8), null)).table.positions).toHaveLength(1);
    await expect(documentsIn(content + other(9), null)).rejects.toThrow(
      'The submission has more than 10 documents in XML.',
    );
  });

  it('has at most two million elements in all its documents', async () => {
    const other = block(`<other>${'<a/>'.repeat(700_000)}</other>`);
    await expect(documentsIn(submissionText() + other.repeat(3), null)).rejects.toThrow(
      'The file has more than 2000000 elements.',
    );
  });
});

describe('a document', () => {
  it('of another form is its root alone', async () => {
    const { root, table } = await readDocument(['<n:other>text<infoTable><cusip>1</cusip></infoTable></n:other>']);
    expect([root, table.positions, table.refused]).toEqual([{ name: 'other', children: [], text: '' }, [], []]);
    expect((await readXmlTree(['<other><a/></other>'])).children).toHaveLength(1);
  });

  it('of a folder is an information table by its root, with a prefix or without', async () => {
    expect((await readFilingFolder(await folderOf(tableXml([{}], 'ns1:')))).table.positions).toHaveLength(1);
    const wrapped = `<wrap>${tableXml([{}]).replace(/^<\?.*?\?>/, '')}</wrap>`;
    await expect(readFilingFolder(await folderOf(wrapped))).rejects.toThrow(
      'The file is not an information table: its root is <wrap>, not <informationTable>.',
    );
    const named = tableXml([{}]).replaceAll('informationTable>', 'other>');
    await expect(
      readFilingFolder(await folderOf(named.replace('<other>', '<other><!-- <informationTable> -->'))),
    ).rejects.toThrow('its root is <other>, not <informationTable>.');
  });
});
