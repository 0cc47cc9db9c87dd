import { createReadStream } from 'node:fs';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { ticker as tickerSchema } from '../../store/field-schemas.js';
import type { Store } from '../../store/open-store.js';
import { readOwnership, type OwnershipForm } from '../sec/ownership.js';
import { readXmlTree } from '../sec/xml-tree.js';
import { accessionInName } from './accession-name.js';
import { notesOnBars, takeTicker } from './filer-tickers.js';
import type { FileImport, ImportContext, ReadFile } from './import-files.js';
import { ImportError } from './import-report.js';
import { INSIDER_ROWS, readInsiderRows } from './insider-rows.js';
import { checkSize } from './parsed-file.js';
import { readHead } from './read-rows.js';

/** The SEC takes forms of up to 30 rows a table, with footnotes far below a MiB. */
const MOST_MIB = 8;
const XML_START = /^\uFEFF?\s*</;
const MOST_NAME_CHARACTERS = 200;

/** The ticker that a form names; undefined if it names none. */
function tickerIn({ symbol }: OwnershipForm): string | undefined {
  const named = tickerSchema.safeParse(symbol.toUpperCase().replaceAll(/[-/]/g, '.'));
  return named.success && !['NONE', 'N.A', 'NA'].includes(named.data) ? named.data : undefined;
}

async function readForm(store: Store, file: string, context: ImportContext): Promise<ReadFile> {
  await checkSize(file, MOST_MIB);
  const root = await readXmlTree(createReadStream(file, { encoding: 'utf8' }));
  const form = readOwnership(root, accessionInName(file), newYorkTime(context.now.getTime()).day);
  const { cik, issuerName, filing, refused } = form;
  const { source } = context;
  const ticker = tickerIn(form);
  const { length } = filing.transactions;
  return {
    ...(ticker === undefined ? {} : { ticker }),
    // A form 3 may have no more than the owner's statement.
    rows: length > 0 || refused.length > 0 ? length : 1,
    refused,
    notes: length > 0 ? [] : [`The form has no transaction; it lists ${filing.holdings} holdings.`],
    async save(tx) {
      const notes: string[] = [];
      const known = await store.filers.tickersOf(tx, filing.filer);
      if (known.length === 0) {
        if (ticker === undefined)
          throw new ImportError(
            `No ticker is known for ${issuerName}, CIK ${cik}, and the form names "${form.symbol}": ` +
              "import the company's submissions first: npm run -s import -- filings CIK##########.json",
          );
        notes.push(...(await takeTicker(store, tx, { ticker, cik }, context)));
        const name = issuerName.slice(0, MOST_NAME_CHARACTERS) || null;
        await store.filers.save(tx, [{ ticker, filer: filing.filer, name, source }]);
      }
      await store.insiderFilings.save(tx, [{ ...filing, source }]);
      const [shown = ticker] = known;
      return [...notes, ...(shown === undefined ? [] : await notesOnBars(store, tx, shown))];
    },
  };
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
