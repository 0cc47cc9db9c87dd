import { createReadStream } from 'node:fs';
import type { Store } from '../../store/open-store.js';
import { readOwnershipForm } from '../sec/read-ownership-form.js';
import { readXmlTree } from '../sec/xml-tree.js';
import { accessionInName } from './accession-name.js';
import type { FileImport, ImportContext, ReadFile } from './import-files.js';
import { INSIDER_ROWS, readInsiderRows } from './insider-rows.js';
import { checkSize } from './parsed-file.js';
import { readHead } from './read-rows.js';

/** The SEC takes forms of up to 30 rows a table, with footnotes far below a MiB. */
const MOST_MIB = 8;
const XML_START = /^\uFEFF?\s*</;

async function readForm(store: Store, file: string, context: ImportContext): Promise<ReadFile> {
  await checkSize(file, MOST_MIB);
  const root = await readXmlTree(createReadStream(file, { encoding: 'utf8' }));
  return readOwnershipForm(store, root, accessionInName(file), context);
}

/** Insiders' transactions: the SEC's forms themselves, or rows of a vendor, which name a form each. */
export const IMPORT: FileImport = {
  kind: 'insiders',
  summary:
    "Insiders' transactions: forms 3, 4 and 5, the SEC's XML files, or Finnhub's insider transactions; " +
    'import the filings of the companies first.',
  columns: Object.fromEntries(
    Object.entries(INSIDER_ROWS.columns).map(([field, [, ...names]]) => [field, [...names, field]]),
  ),
  extensions: ['xml', 'json', 'csv'],
  hasFilers: true,
  async read(store, file, context) {
    const isXml = XML_START.test((await readHead(file)).toString('utf8'));
    return isXml ? readForm(store, file, context) : readInsiderRows(store, file, context);
  },
};
