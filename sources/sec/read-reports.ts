import type { z } from 'zod';
import { newYorkTime } from '../../calendar/new-york-time.js';
import type { Store } from '../../store/open-store.js';
import { notesOnBars, takeTicker } from '../files/filer-tickers.js';
import type { ImportContext, ReadFile } from '../files/import-files.js';
import { SIMULATED } from '../simulated/simulated-rows.js';
import { ImportError } from '../files/import-report.js';
import { readFacts, type companyFacts } from './facts.js';
import { quartersOf } from './quarters.js';
import { readShareCounts } from './share-counts.js';
import { readStatementFacts } from './statement-facts.js';
import { statementsOf } from './statements.js';
import { readFilings, type submissions } from './submissions.js';

/** How what the SEC has is stored, whether a file or an answer of its own has it. */
export type SecContext = Pick<ImportContext, 'source' | 'now' | 'replacesFiler'>;

/** Says how many filings have no time. */
export function untimedNotes(filings: readonly { readonly acceptedAt: Date | null }[]): readonly string[] {
  const untimed = filings.filter(({ acceptedAt }) => acceptedAt === null).length;
  return untimed === 0 ? [] : [`Acceptance times that do not agree with the filing date were left out: ${untimed}.`];
}

/** Reports and statements of one filer, which replace all stored ones of its ticker. */
export function readReports(
  store: Store,
  given: z.infer<typeof companyFacts>,
  ticker: string,
  context: SecContext,
): ReadFile {
  const { now, source } = context;
  const { cik } = given;
  const today = newYorkTime(now.getTime()).day;
  const { facts, refused } = readFacts(given, today);
  const { reports, notes } = quartersOf(facts, { ticker, cik });
  const { counts, refused: refusedCounts } = readShareCounts(given, today);
  const { facts: others, refused: refusedOthers } = readStatementFacts(given, today);
  const statements = statementsOf([...facts, ...others], reports);
  if (reports.length === 0 && refused.length === 0)
    throw new ImportError('There are no facts of quarterly or annual reports.');
  return {
    ticker,
    rows: reports.length,
    refused: [...refused, ...refusedCounts, ...refusedOthers],
    notes,
    async save(tx) {
      const replaced = await takeTicker(store, tx, { ticker, cik }, context);
      await store.sharesOutstanding.replace(
        tx,
        ticker,
        counts.map((count) => ({ ...count, ticker, source })),
      );
      await store.earnings.replaceReports(
        tx,
        ticker,
        reports.map((report) => ({ ...report, source })),
      );
      const { financialStatements } = store;
      // Rows that an operator imported from a vendor's file stay.
      if (!(await financialStatements.hasOthers(tx, ticker, [source, SIMULATED])))
        await financialStatements.replace(
          tx,
          ticker,
          statements.map((statement) => ({ ...statement, source })),
        );
      return [...replaced, ...(await notesOnBars(store, tx, ticker))];
    },
  };
}

/** Tickers and acceptance times of one filer's reports. */
export function readReportFilings(store: Store, given: z.infer<typeof submissions>, context: SecContext): ReadFile {
  const { filings, refused } = readFilings(given, newYorkTime(context.now.getTime()).day);
  const ticker = filings[0]?.ticker ?? undefined;
  if (filings.length === 0 && refused.length === 0) throw new ImportError('There are no quarterly or annual reports.');
  return {
    ...(ticker === undefined ? {} : { ticker }),
    rows: filings.length,
    refused,
    notes: untimedNotes(filings),
    async save(tx) {
      const replaced = ticker === undefined ? [] : await takeTicker(store, tx, { ticker, cik: given.cik }, context);
      await store.earnings.saveFilings(tx, filings);
      return replaced;
    },
  };
}
