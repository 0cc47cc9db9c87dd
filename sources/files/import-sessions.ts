import { newYorkTime } from '../../calendar/new-york-time.js';
import type { SeriesWrite } from '../../store/bar-writes.js';
import type { Store } from '../../store/open-store.js';
import { toDailyColumns } from '../models/daily-bar.js';
import type { SecurityProfile } from '../models/security-profile.js';
import { importedProfile } from '../models/well-known.js';
import { BAR_COLUMNS, plainName } from './columns.js';
import { DailyReader } from './daily-rows.js';
import type { FileImport, ImportContext } from './import-files.js';
import { ImportError, type RefusedRow } from './import-report.js';
import { historyOf, type FileHistory } from './read-history.js';
import { readRowBatches, type Row } from './read-rows.js';
import { tickerOfName } from './ticker-name.js';
import { writeImported } from './write-imported.js';

const TICKER_COLUMNS = ['ticker', 'symbol'];
/** Distinct notes on a file's tickers that are reported. */
const MOST_NOTES = 10;
/** Rows between two reports of progress. */
const PROGRESS_ROWS = 10_000;

/** The rows of a file by ticker, and those without one. */
interface Tickers {
  readonly readers: ReadonlyMap<string, DailyReader>;
  readonly refused: readonly RefusedRow[];
}

function tickerColumn({ cells }: Row): number {
  const at = cells.findIndex((name) => TICKER_COLUMNS.includes(plainName(name)));
  if (at >= 0) return at;
  throw new ImportError('The first line has no column ticker: give files of one ticker to "import bars".');
}

async function readTickers(file: string, { now, onRows }: ImportContext): Promise<Tickers> {
  const today = newYorkTime(now.getTime()).day;
  const readers = new Map<string, DailyReader>();
  /** The readers by the text of their tickers' cells, of which several may mean one ticker. */
  const readerOfCell = new Map<string, DailyReader>();
  const refused: RefusedRow[] = [];
  let header: Row | undefined;
  let at = 0;
  let taken = 0;
  const readerOf = (ticker: string, first: Row): DailyReader => {
    const known = readers.get(ticker);
    if (known !== undefined) return known;
    const made = new DailyReader(today);
    made.take(first);
    readers.set(ticker, made);
    return made;
  };
  const readerFor = (cell: string, first: Row): DailyReader => {
    const reader = readerOfCell.get(cell) ?? readerOf(tickerOfName(cell), first);
    readerOfCell.set(cell, reader);
    return reader;
  };
  for await (const batch of readRowBatches(file))
    for (const row of batch) {
      if (header === undefined) {
        at = tickerColumn(row);
        // It would be listed among the columns that are not used.
        header = { line: row.line, cells: row.cells.with(at, '') };
        continue;
      }
      try {
        readerFor(row.cells[at] ?? '', header).take(row);
      } catch (fault) {
        if (!(fault instanceof ImportError) || readers.size === 0) throw fault;
        refused.push({ line: row.line, reason: `ticker ${JSON.stringify(row.cells[at] ?? '')} is not a ticker` });
      }
      if ((taken += 1) % PROGRESS_ROWS === 0) onRows(taken, refused.length);
    }
  if (readers.size === 0) throw new ImportError('The file has a header and no rows.');
  return { readers, refused };
}

function writeOf(symbol: string, source: string, history: FileHistory): SeriesWrite {
  const { bars, splits, dividends, namesSplits, namesDividends } = history;
  const named = { ...(namesSplits ? { splits } : {}), ...(namesDividends ? { dividends } : {}) };
  return { symbol, source, bars: toDailyColumns(bars), ...named };
}

function listed(notes: readonly string[]): readonly string[] {
  const distinct = [...new Set(notes)];
  const more = distinct.length - MOST_NOTES;
  return more > 0 ? [...distinct.slice(0, MOST_NOTES), `And ${more} more notes on tickers of the file.`] : distinct;
}

/** The profiles of tickers that are not stored as the import would store them. */
async function changedProfiles(
  store: Store,
  tickers: string[],
  kind: ImportContext['kind'],
): Promise<readonly SecurityProfile[]> {
  const stored = await store.securities.bySymbols(tickers);
  return tickers.flatMap((ticker) => {
    const known = stored.get(ticker);
    const profile = importedProfile(ticker, known, kind);
    return profile === known ? [] : [profile];
  });
}

/**
 * Daily bars of many tickers in one file, such as a day's update of the whole market. Each ticker's rows are read as
 * a file of its own, and all are stored in one transaction.
 */
export const IMPORT: FileImport = {
  kind: 'sessions',
  summary: 'Daily bars of many tickers in one CSV file, with a ticker column.',
  columns: { ticker: TICKER_COLUMNS, ...BAR_COLUMNS },
  takesKind: true,
  async read(store, file, context) {
    const { readers, refused: unnamed } = await readTickers(file, context);
    const read = [...readers].map(([symbol, reader]) => [symbol, historyOf(reader.finish())] as const);
    const refused = [...unnamed, ...read.flatMap(([, history]) => history.refused)];
    const histories = read.filter(([, { bars }]) => bars.length > 0);
    const shown = (symbol: string, note: string): string => (isOfFile(note) ? note : `${symbol}: ${note}`);
    const notes = histories.flatMap(([symbol, history]) => history.notes.map((note) => shown(symbol, note)));
    const profiles = await changedProfiles(
      store,
      histories.map(([symbol]) => symbol),
      context.kind,
    );
    return {
      rows: histories.reduce((sum, [, { bars }]) => sum + bars.length, 0),
      refused: refused.sort((one, other) => one.line - other.line),
      notes: listed(notes),
      async save(tx) {
        const { source } = context;
        if (profiles.length > 0)
          await store.securities.upsert(
            tx,
            profiles.map((profile) => ({ ...profile, source })),
          );
        const writes = histories.map(([symbol, history]) => writeOf(symbol, source, history));
        const told = await writeImported(store, tx, writes, context.now);
        const unknown = profiles.filter((profile) => profile.kind === 'unknown').length;
        const ofUnknownKind = unknown === 0 ? '' : `, of which ${unknown} are new and of unknown kind`;
        return [`${histories.length} tickers${ofUnknownKind}.`, ...listed(told)];
      },
    };
  },
};

/** Whether a note is about the columns, which all tickers of a file share. */
function isOfFile(note: string): boolean {
  return /^(The file|Prices|Columns)/.test(note) && !note.includes('inferred');
}
