import type { z } from 'zod';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { secFiler } from '../../store/filers.js';
import type { Store } from '../../store/open-store.js';
import { readCompanyFilings } from '../sec/company-filings.js';
import { submissions, tickersIn } from '../sec/submissions.js';
import { notesOnBars, takeTicker, tickerInName } from './filer-tickers.js';
import type { FileImport, ImportContext, ReadFile } from './import-files.js';
import { ImportError } from './import-report.js';
import { parsedFile } from './parsed-file.js';

/** The SEC's files have about a thousand filings, 0.2 MiB. */
const MOST_MIB = 32;
const MOST_NAME_CHARACTERS = 200;

/** The filer's tickers, else the one that the file is named after. */
function tickersOf(file: string, given: z.infer<typeof submissions>): readonly string[] {
  const tickers = tickersIn(given);
  if (tickers.length > 0) return tickers;
  const named = tickerInName(file);
  if (named !== undefined) return [named];
  throw new ImportError(
    `The filer ${given.name ?? ''}, CIK ${given.cik}, has no ticker: give the submissions of the company, ` +
      'or name the file after its former ticker.',
  );
}

function readSubmissions(
  store: Store,
  file: string,
  given: z.infer<typeof submissions>,
  context: ImportContext,
): ReadFile {
  const tickers = tickersOf(file, given);
  const { filings, refused } = readCompanyFilings(given, newYorkTime(context.now.getTime()).day);
  if (filings.length === 0 && refused.length === 0) throw new ImportError('The file has no filings.');
  const { cik, name = '' } = given;
  const { source } = context;
  const [ticker] = tickers;
  const untimed = filings.filter(({ acceptedAt }) => acceptedAt === null).length;
  return {
    ...(ticker === undefined ? {} : { ticker }),
    rows: filings.length,
    refused,
    notes: untimed === 0 ? [] : [`Acceptance times that do not agree with the filing date were left out: ${untimed}.`],
    async save(tx) {
      const notes: string[] = [];
      for (const each of tickers) notes.push(...(await takeTicker(store, tx, { ticker: each, cik }, context)));
      const filer = { filer: secFiler(cik), name: name.slice(0, MOST_NAME_CHARACTERS) || null, source };
      await store.filers.save(
        tx,
        tickers.map((each) => ({ ...filer, ticker: each })),
      );
      await store.companyFilings.save(
        tx,
        filings.map((filing) => ({ ...filing, source })),
      );
      return [...notes, ...(ticker === undefined ? [] : await notesOnBars(store, tx, ticker))];
    },
  };
}

/** Filings of a company, under all its tickers, from the SEC's submissions. */
export const IMPORT: FileImport = {
  kind: 'filings',
  summary: "Filings of companies, of all forms, from the SEC's submissions, JSON files.",
  columns: {
    accession: ['accessionNumber'],
    form: ['form'],
    filingDay: ['filingDate'],
    acceptedAt: ['acceptanceDateTime'],
    reportDay: ['reportDate'],
    items: ['items'],
    primaryDocument: ['primaryDocument'],
  },
  extensions: ['json'],
  hasFilers: true,
  tickerOf: tickerInName,
  async read(store, file, context) {
    const given = submissions.safeParse(await parsedFile(file, MOST_MIB));
    if (given.success) return readSubmissions(store, file, given.data, context);
    throw new ImportError(
      'The file is not submissions of the SEC: give the files CIK##########.json of its submissions.zip, as they are.',
    );
  },
};
