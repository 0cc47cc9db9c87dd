import { readFile } from 'node:fs/promises';
import { secFiler } from '../../store/filers.js';
import type { Store } from '../../store/open-store.js';
import { companyFacts, FIGURE_TAGS } from '../sec/facts.js';
import { readReportFilings, readReports } from '../sec/read-reports.js';
import { SHARES_TAG } from '../sec/share-counts.js';
import { submissions } from '../sec/submissions.js';
import type { FileImport } from './import-files.js';
import { tickerInName } from './filer-tickers.js';
import { ImportError } from './import-report.js';
import { answerIn } from './parsed-file.js';
import { parsedJson } from './read-records.js';

/** The ticker that a file is named after, if it is stored: any word could be one. */
async function storedTickerInName(store: Store, file: string): Promise<string | undefined> {
  const named = tickerInName(file);
  if (named === undefined) return undefined;
  const isStored =
    (await store.securities.bySymbols([named])).has(named) || (await store.earnings.byTickers([named])).has(named);
  return isStored ? named : undefined;
}

async function tickerOf(store: Store, file: string, cik: number, given: string | undefined): Promise<string> {
  const named = given ?? (await storedTickerInName(store, file)) ?? (await store.earnings.tickerOf(cik));
  const [ticker] = named === null ? await store.filers.tickersOf(store.db, secFiler(cik)) : [named];
  if (ticker !== undefined) return ticker;
  throw new ImportError(
    `No ticker is known for CIK ${cik}: import the filer's submissions first, name the file after a stored ticker, ` +
      'or give --ticker.',
  );
}

/**
 * Fiscal quarters from the SEC's companyfacts; tickers and acceptance times of the filings from its submissions.
 * The filer's ticker is the first one in its submissions, which are imported first, or the file's name.
 */
export const IMPORT: FileImport = {
  kind: 'earnings',
  summary:
    "Fiscal quarters and shares outstanding from the SEC's submissions and companyfacts, JSON files; import the submissions " +
    'first.',
  columns: { ...FIGURE_TAGS, shares: [SHARES_TAG] },
  extensions: ['json'],
  hasFilers: true,
  takesTicker: true,
  tickerOf: tickerInName,
  async read(store, file, context) {
    const given = answerIn(parsedJson(await readFile(file, 'utf8')));
    const facts = companyFacts.safeParse(given);
    if (facts.success) {
      const ticker = await tickerOf(store, file, facts.data.cik, context.ticker);
      return readReports(store, facts.data, ticker, context);
    }
    const filings = submissions.safeParse(given);
    if (filings.success) return readReportFilings(store, filings.data, context);
    throw new ImportError(
      'The file is neither companyfacts nor submissions of the SEC: give the files CIK##########.json of its ' +
        'companyfacts.zip and submissions.zip, as they are.',
    );
  },
};
