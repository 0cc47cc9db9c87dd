import type { Transaction } from 'kysely';
import { isoDate } from '../../calendar/days.js';
import type { CloseDisagreement, ClosesCompared } from '../../store/close-disagreements.js';
import type { Store } from '../../store/open-store.js';
import type { Split, StoredSeries } from '../../store/series.js';
import type { Tables } from '../../store/tables.js';
import { SIMULATED } from '../simulated/simulated-rows.js';

/** Closes of one source, USD, split-adjusted, oldest first. `days` since 1970-01-01. */
export interface SourceCloses {
  readonly source: string;
  readonly days: ArrayLike<number>;
  readonly close: ArrayLike<number>;
  readonly splits: readonly Split[];
}

/** Largest relative difference of closes that agree: those of two vendors differ by late trades. */
const TOLERANCE = 0.005;
/** USD. Many vendors round adjusted prices to cents. */
const ROUNDING = 0.005;

/** Whether another source's close, USD on the same share basis, is the same but for late trades and rounding. */
export function closesAgree(served: number, other: number): boolean {
  // 1e-9: half a cent is no binary fraction.
  return Math.abs(other - served) <= Math.max(TOLERANCE * served, ROUNDING) + 1e-9;
}

/** New shares for one old share, by splits after a day. */
const ratioAfter = (splits: readonly Split[], day: number): number =>
  splits.reduce((product, split) => (split.day > day ? product * split.ratio : product), 1);

/**
 * By which splits a close of this day was restated: of those after it, the newest so many whose ratio is nearest to the
 * change of the served close, which may also have been corrected.
 */
function restatement(splits: readonly Split[], day: number, change: number): number {
  const later = splits.filter((split) => split.day > day).map((split) => ratioAfter(splits, split.day - 1));
  const distance = (ratio: number): number => Math.abs(Math.log(change / ratio));
  return later.reduce((nearest, ratio) => (distance(ratio) < distance(nearest) ? ratio : nearest), 1);
}

/** The comparison, and how many days both sources have. */
export interface Comparison extends ClosesCompared {
  readonly common: number;
}

/**
 * Compares the closes of the days that both have. A history is not adjusted for splits after its last day: the other
 * one's closes are brought to the share basis of those that are served. Undefined without a common day.
 */
export function compareCloses(
  ticker: string,
  taken: SourceCloses,
  other: SourceCloses,
  foundAt: Date,
): Comparison | undefined {
  const lastOf = ({ days }: SourceCloses): number => days[days.length - 1] ?? 0;
  const basis = ratioAfter(other.splits, lastOf(taken)) / ratioAfter(taken.splits, lastOf(other));
  const closes = new Map(Array.from(other.days, (day, i) => [day, (other.close[i] ?? 0) * basis]));
  const common: CloseDisagreement[] = [];
  for (let i = 0; i < taken.days.length; i += 1) {
    const [day = 0, takenClose = 0] = [taken.days[i], taken.close[i]];
    const otherClose = closes.get(day);
    if (otherClose !== undefined)
      common.push({ ticker, day, taken: taken.source, takenClose, other: other.source, otherClose, foundAt });
  }
  const [first, last] = [common[0]?.day, common.at(-1)?.day];
  if (first === undefined || last === undefined) return undefined;
  const found = common.filter(({ takenClose, otherClose }) => !closesAgree(takenClose, otherClose));
  return { ticker, taken: taken.source, other: other.source, first, last, found, common: common.length };
}

/**
 * What was found earlier, after the source that is served has given its whole history again: on the share basis of the
 * new closes, without days that agree now or are gone.
 */
export function restated(
  found: readonly CloseDisagreement[],
  { days, close, splits }: SourceCloses,
): readonly CloseDisagreement[] {
  const closes = new Map(Array.from(days, (day, i) => [day, close[i] ?? 0]));
  return found.flatMap((row) => {
    const takenClose = closes.get(row.day);
    if (takenClose === undefined) return [];
    const otherClose = row.otherClose / restatement(splits, row.day, row.takenClose / takenClose);
    return closesAgree(takenClose, otherClose) ? [] : [{ ...row, takenClose, otherClose }];
  });
}

/** What is told of a comparison in one line; undefined if the sources agree. */
function comparisonNote({ taken, other, found, common }: Comparison): string | undefined {
  const newest = found.at(-1);
  if (newest === undefined) return undefined;
  const { day, takenClose, otherClose } = newest;
  return (
    `${other} has another close on ${found.length} of ${common} common days, the newest ${isoDate(day)}: ` +
    `${otherClose} instead of ${takenClose}. Those of ${taken} are served.`
  );
}

type CompareStore = Pick<Store, 'bars' | 'closeDisagreements'>;

const closesOf = ({ source, bars: { days, close }, splits }: StoredSeries): SourceCloses => ({
  source,
  days,
  close,
  splits,
});

async function record(
  { closeDisagreements }: CompareStore,
  tx: Transaction<Tables>,
  comparison: Comparison | undefined,
): Promise<readonly string[]> {
  if (comparison === undefined) return [];
  await closeDisagreements.record(tx, comparison);
  const note = comparisonNote(comparison);
  return note === undefined ? [] : [note];
}

/**
 * Compares a history that is about to replace the stored one of another source, and records where they disagree.
 * Returns what to note. Invented prices are not compared.
 */
export async function recordReplaced(
  store: CompareStore,
  tx: Transaction<Tables>,
  ticker: string,
  taken: SourceCloses,
  now: Date,
): Promise<readonly string[]> {
  const before = (await store.bars.within(tx, [ticker])).get(ticker);
  if (before === undefined || before.source === taken.source || before.source === SIMULATED) return [];
  return record(store, tx, compareCloses(ticker, taken, closesOf(before), now));
}

/** Compares closes that are not stored with the stored ones of another source, and records where they disagree. */
export async function recordOther(
  store: CompareStore,
  tx: Transaction<Tables>,
  ticker: string,
  other: SourceCloses,
  now: Date,
): Promise<readonly string[]> {
  const taken = (await store.bars.within(tx, [ticker])).get(ticker);
  if (taken === undefined || taken.source === other.source || taken.source === SIMULATED) return [];
  return record(store, tx, compareCloses(ticker, closesOf(taken), other, now));
}

/** Restates what was found of tickers whose served closes were written again by the same source. */
export async function restateFound(
  { bars, closeDisagreements }: CompareStore,
  tx: Transaction<Tables>,
  tickers: readonly string[],
): Promise<void> {
  for (const [ticker, found] of await closeDisagreements.within(tx, tickers)) {
    const series = (await bars.within(tx, [ticker])).get(ticker);
    await closeDisagreements.replace(tx, ticker, series === undefined ? [] : restated(found, closesOf(series)));
  }
}
