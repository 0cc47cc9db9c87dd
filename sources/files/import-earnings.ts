import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { secFiler } from '../../store/filers.js';
import type { Store } from '../../store/open-store.js';
import { companyFacts, FIGURE_TAGS, readFacts } from '../sec/facts.js';
import { quartersOf } from '../sec/quarters.js';
import { readShareCounts, SHARES_TAG } from '../sec/share-counts.js';
import { readFilings, submissions } from '../sec/submissions.js';
import type { FileImport, ImportContext, ReadFile } from './import-files.js';
import { notesOnBars, takeTicker, tickerInName } from './filer-tickers.js';
import { ImportError } from './import-report.js';
import { parsedJson } from './read-records.js';

/** The ticker that a file is named after, if it is stored: any word could be one. */
async function storedTickerInName(store: Store, file: string): Promise<string | undefined> {
  const named = tickerInName(file);
  if (named === undefined) return undefined;
  const isStored = (await store.securities.bySymbols([named])).has(named) || (await store.earnings.byTickers([named])).has(named);
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

/** Reports of one filer, which replace all stored ones of its ticker. */
async function readReports(
  store: Store,
  file: string,
  given: z.infer<typeof companyFacts>,
  context: ImportContext,
): Promise<ReadFile> {
  const { now, source } = context;
  const { cik } = given;
  const ticker = await tickerOf(store, file, cik, context.ticker);
  const today = newYorkTime(now.getTime()).day;
  const { facts, refused } = readFacts(given, today);
  const { reports, notes } = quartersOf(facts, { ticker, cik });
  const { counts, refused: refusedCounts } = readShareCounts(given, today);
  if (reports.length === 0 && refused.length === 0)
    throw new ImportError('The file has no facts of quarterly or annual reports.');
  return {
    ticker,
    rows: reports.length,
    refused: [...refused, ...refusedCounts],
    notes,
    async save(tx) {
      const replaced = await takeTicker(store, tx, { ticker, cik }, context);
      await store.sharesOutstanding.replace(tx, ticker, counts.map((count) => ({ ...count, ticker, source })));
      await store.earnings.replaceReports(
        tx,
        ticker,
        reports.map((report) => ({ ...report, source })),
      );
      return [...replaced, ...(await notesOnBars(store, tx, ticker))];
    },
  };
}

/** Tickers and acceptance times of one filer's reports. */
function readSubmissions(store: Store, given: z.infer<typeof submissions>, context: ImportContext): ReadFile {
  const { filings, refused } = readFilings(given, newYorkTime(context.now.getTime()).day);
  const ticker = filings[0]?.ticker ?? undefined;
  if (filings.length === 0 && refused.length === 0)
    throw new ImportError('The file has no quarterly or annual reports.');
  const untimed = filings.filter(({ acceptedAt }) => acceptedAt === null).length;
  return {
    ...(ticker === undefined ? {} : { ticker }),
    rows: filings.length,
    refused,
    notes: untimed === 0 ? [] : [`Acceptance times that do not agree with the filing date were left out: ${untimed}.`],
    async save(tx) {
      const replaced = ticker === undefined ? [] : await takeTicker(store, tx, { ticker, cik: given.cik }, context);
      await store.earnings.saveFilings(tx, filings);
      return replaced;
    },
  };
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
    const given = parsedJson(await readFile(file, 'utf8'));
    const facts = companyFacts.safeParse(given);
    if (facts.success) return readReports(store, file, facts.data, context);
    const filings = submissions.safeParse(given);
    if (filings.success) return readSubmissions(store, filings.data, context);
    throw new ImportError(
      'The file is neither companyfacts nor submissions of the SEC: give the files CIK##########.json of its ' +
        'companyfacts.zip and submissions.zip, as they are.',
    );
  },
};
