import type { z } from 'zod';
import { readFilerFilings } from '../sec/read-filer-filings.js';
import { submissions, tickersIn } from '../sec/submissions.js';
import { tickerInName } from './filer-tickers.js';
import type { FileImport } from './import-files.js';
import { ImportError } from './import-report.js';
import { answerIn, parsedFile } from './parsed-file.js';

/** The SEC's files have about a thousand filings, 0.2 MiB. */
const MOST_MIB = 32;

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
    const given = submissions.safeParse(answerIn(await parsedFile(file, MOST_MIB)));
    if (given.success) return readFilerFilings(store, given.data, tickersOf(file, given.data), context);
    throw new ImportError(
      'The file is not submissions of the SEC: give the files CIK##########.json of its submissions.zip, as they are.',
    );
  },
};
