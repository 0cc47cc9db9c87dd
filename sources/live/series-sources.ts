import { isoDate } from '../../calendar/days.js';
import type { DailyBars } from '../../calendar/bars.js';
import type { CloseDisagreement } from '../../store/close-disagreements.js';
import type { Repositories } from '../../store/repositories.js';
import type { StoredSource } from '../../store/series-sources.js';
import { SERVED, type SourceKind, type SourceRead } from '../../store/source-reads.js';
import { glitchesIn, type PriceGlitch } from '../files/price-glitches.js';
import { rowsBeside } from '../simulated/rows-beside.js';
import { historyNotes } from './history-notes.js';
import { isFault, isStaleFor, READ_FAULTS } from './read-error.js';

/** A price that may be wrong, among those that are served. */
export interface DoubtfulClose {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly prices: PriceGlitch['prices'];
  readonly movePct: number;
  readonly undoneOn: string;
}

/** Where stored data of one kind is from. */
export interface SeriesSource {
  readonly kind: SourceKind;
  readonly source: string;
  /** When a live source gave it, ISO 8601; null for imported or invented data. */
  readonly fetchedAt: string | null;
  /** The newest day of the data; null without any. */
  readonly asOf: string | null;
  /** Why the last reading failed, in words; null if it did not. */
  readonly failure: string | null;
  /** Whether it is served although it is due, because the last reading failed. */
  readonly isStale: boolean;
  /** Of its readings, and of the history that a live source has given so far. */
  readonly notes: readonly string[];
  readonly doubts: readonly DoubtfulClose[];
  /** Newest first: sessions of which another source has another close. Those of this source are served. */
  readonly disagreements: readonly OtherClose[];
}

/** A close that another source has, beside the one that is served. */
export interface OtherClose {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** USD, split-adjusted. */
  readonly close: number;
  readonly otherSource: string;
  readonly otherClose: number;
  /** The other close over the served one, less 1, in percent. */
  readonly differencePct: number;
  /** ISO 8601. */
  readonly foundAt: string;
}

type Reads = Pick<Repositories, 'bars' | 'seriesSources' | 'sourceReads' | 'closeDisagreements'>;

/** Where what is stored of each ticker is from, without invented rows beside prices that are not. A query a table. */
export async function seriesSources(
  { bars, seriesSources: stored, sourceReads, closeDisagreements }: Reads,
  tickers: readonly string[],
): Promise<ReadonlyMap<string, readonly SeriesSource[]>> {
  const [histories, rows, readings, disagreements] = await Promise.all([
    bars.load(tickers),
    stored.storedBy(tickers),
    sourceReads.ofSymbols(tickers),
    closeDisagreements.byTickers(tickers),
  ]);
  return new Map(
    tickers.map((ticker) => {
      const history = histories.get(ticker);
      const beside = (rows.get(ticker) ?? []).filter(
        (row) => history === undefined || rowsBeside(history.source, [row]).length > 0,
      );
      const asked = (readings.get(ticker) ?? []).filter(({ fault }) => fault !== SERVED);
      const found = disagreements.get(ticker) ?? [];
      return [ticker, sourcesOf(beside, asked, history?.bars, found)];
    }),
  );
}

/** Of each kind the sources of its rows, and of its last reading. */
function sourcesOf(
  stored: readonly StoredSource[],
  readings: readonly SourceRead[],
  history: DailyBars | undefined,
  found: readonly CloseDisagreement[],
): readonly SeriesSource[] {
  const held = stored.map(({ kind, source, day }) => {
    const reading = readings.find((each) => each.kind === kind && each.source === source);
    return entry({ kind, source, day, isServed: true }, reading, history, found);
  });
  const others = readings.filter(
    ({ kind, source }) => !stored.some((each) => each.kind === kind && each.source === source),
  );
  // A source that gave nothing is served as well, unless there are rows of another one.
  const isServed = ({ kind }: SourceRead): boolean => kind !== 'closes' && !stored.some((each) => each.kind === kind);
  const entries = [
    ...held,
    ...others.map((reading) => entry({ ...reading, day: null, isServed: isServed(reading) }, reading, history, [])),
  ];
  const keyOf = ({ kind, source }: SeriesSource): string => `${kind} ${source}`;
  return entries.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function entry(
  { kind, source, day, isServed }: Pick<StoredSource, 'kind' | 'source' | 'day'> & { readonly isServed: boolean },
  reading: SourceRead | undefined,
  history: DailyBars | undefined,
  found: readonly CloseDisagreement[],
): SeriesSource {
  const isDaily = kind === 'daily' && day !== null;
  return {
    kind,
    source,
    fetchedAt: reading?.fetchedAt?.toISOString() ?? null,
    asOf: day === null ? null : isoDate(day),
    failure: reading !== undefined && isFault(reading.fault) ? READ_FAULTS[reading.fault] : null,
    isStale: isServed && reading !== undefined && reading.fetchedAt !== null && isStaleFor(reading.fault),
    notes:
      reading !== undefined && isDaily && history !== undefined
        ? [...reading.notes, ...historyNotes(history)]
        : (reading?.notes ?? []),
    doubts: isDaily && history !== undefined ? doubtsIn(history) : [],
    disagreements: isDaily ? found.filter(({ taken }) => taken === source).map(otherClose) : [],
  };
}

function otherClose({ day, takenClose, other, otherClose: close, foundAt }: CloseDisagreement): OtherClose {
  return {
    date: isoDate(day),
    close: takenClose,
    otherSource: other,
    otherClose: close,
    differencePct: (close / takenClose - 1) * 100,
    foundAt: foundAt.toISOString(),
  };
}

function doubtsIn(history: DailyBars): readonly DoubtfulClose[] {
  return glitchesIn(history).map(({ day, prices, move, undoneOn }) => ({
    date: isoDate(day),
    prices,
    movePct: move * 100,
    undoneOn: isoDate(undoneOn),
  }));
}
