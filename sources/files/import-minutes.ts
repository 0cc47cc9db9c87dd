import { toMinuteSessions, type MinuteBar } from '../models/minute-bar.js';
import type { Split } from '../../store/series.js';
import { importedProfile } from '../models/well-known.js';
import { CellError, parseDate } from './cells.js';
import { MINUTE_COLUMNS } from './columns.js';
import type { FileImport } from './import-files.js';
import { ImportError } from './import-report.js';
import { readLeanMinutes, readPlainMinutes, type MinuteFile } from './minute-rows.js';
import { baseName, tickerIfNamed, tickerOfName } from './ticker-name.js';

const LEAN_NAME = /^(.+)_(\d{8})_(trade|quote)$/i;

/** What LEAN's file of a minute's trades or quotes must not be, by what is imported. */
const OTHER_CONTENT = {
  trade: { name: 'quote', message: 'The file contains quotes; import it with: npm run -s import -- quotes' },
  quote: { name: 'trade', message: 'The file contains trades; import it with: npm run -s import -- minutes' },
} as const;

/** Parses the name of a file of minutes; `day` (since 1970-01-01) is set only for LEAN names. */
export function readMinuteFileName(
  file: string,
  content: keyof typeof OTHER_CONTENT,
): { readonly ticker: string; readonly day: number | undefined } {
  const match = LEAN_NAME.exec(baseName(file));
  if (!match) return { ticker: tickerOfName(baseName(file)), day: undefined };
  const [, name = '', date = '', named = ''] = match;
  if (named.toLowerCase() === OTHER_CONTENT[content].name) throw new ImportError(OTHER_CONTENT[content].message);
  try {
    return { ticker: tickerOfName(name), day: parseDate(date).day };
  } catch (fault) {
    if (!(fault instanceof CellError)) throw fault;
    throw new ImportError(`The file name contains no valid date: ${fault.message}.`, { cause: fault });
  }
}

/**
 * Minute bars: LEAN's `aig_20131004_trade.csv` (no header, as traded), or `AAPL.csv` with
 * `timestamp,open,high,low,close,volume` in New York time, split-adjusted. Each session replaces the stored one for
 * its day.
 */
export const IMPORT: FileImport = {
  kind: 'minutes',
  summary: 'Minute bars from CSV files; the file name gives the ticker.',
  columns: MINUTE_COLUMNS,
  tickerOf: tickerIfNamed,
  takesKind: true,
  async read(store, file, { source, now, kind }) {
    const { ticker, day } = readMinuteFileName(file, 'trade');
    const stored = (await store.securities.bySymbols([ticker])).get(ticker);
    if (stored && stored.source !== source) {
      throw new ImportError(
        `${ticker} is stored from source "${stored.source}"; import its daily bars first, so that sources do not mix.`,
      );
    }
    const minutes = day === undefined ? await readPlainMinutes(file, now) : await readLeanMinutes(file, day, now);
    const splits = day === undefined ? [] : ((await store.bars.load([ticker])).get(ticker)?.splits ?? []);
    const profile = importedProfile(ticker, stored, kind);
    return {
      ticker,
      kind: profile.kind,
      rows: minutes.bars.length,
      refused: minutes.refused,
      notes: notesOf(minutes, day, splits),
      async save(tx) {
        if (profile !== stored) await store.securities.upsert(tx, [{ ...profile, source }]);
        await store.bars.replaceMinutes(tx, ticker, toMinuteSessions(adjustMinutes(minutes.bars, splits)));
        const isAlone = (stored?.lastDay ?? null) === null;
        return isAlone
          ? [`${ticker} has no daily bars so far: the API answers 404 for it until they are imported.`]
          : [];
      },
    };
  },
};

function notesOf({ notes }: MinuteFile, day: number | undefined, splits: readonly Split[]): string[] {
  const later = splits.filter((split) => day !== undefined && split.day > day).length;
  return later > 0 ? [...notes, `Prices are as traded; they were adjusted for ${later} later splits.`] : [...notes];
}

/** Split-adjusts as-traded minutes: divides prices and multiplies volumes by every later split. */
function adjustMinutes(bars: readonly MinuteBar[], splits: readonly Split[]): MinuteBar[] {
  return bars.map((bar) => {
    const ratio = splits.reduce((product, split) => (split.day > bar.day ? product * split.ratio : product), 1);
    const { open, high, low, close, volume } = bar;
    return {
      ...bar,
      open: open / ratio,
      high: high / ratio,
      low: low / ratio,
      close: close / ratio,
      volume: volume * ratio,
    };
  });
}
