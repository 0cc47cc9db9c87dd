import type { z } from 'zod';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { secFiler } from '../../store/filers.js';
import type { Store } from '../../store/open-store.js';
import { notesOnBars, takeTicker } from '../files/filer-tickers.js';
import type { ReadFile } from '../files/import-files.js';
import { ImportError } from '../files/import-report.js';
import { readCompanyFilings } from './company-filings.js';
import { untimedNotes, type SecContext } from './read-reports.js';
import type { submissions } from './submissions.js';

const MOST_NAME_CHARACTERS = 200;

/** A filer's filings, under all its tickers. Throws ImportError if it has none. */
export function readFilerFilings(
  store: Store,
  given: z.infer<typeof submissions>,
  tickers: readonly string[],
  context: SecContext,
): ReadFile {
  const { filings, refused } = readCompanyFilings(given, newYorkTime(context.now.getTime()).day);
  if (filings.length === 0 && refused.length === 0) throw new ImportError('There are no filings.');
  const { cik, name = '' } = given;
  const { source } = context;
  const [ticker] = tickers;
  return {
    ...(ticker === undefined ? {} : { ticker }),
    rows: filings.length,
    refused,
    notes: untimedNotes(filings),
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
