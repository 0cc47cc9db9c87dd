import type { DailyBars } from '../../calendar/bars.js';
import { isoDate } from '../../calendar/days.js';
import { isSession } from '../../calendar/nyse.js';
import type { Security } from '../../store/securities.js';
import type { Split, StoredSeries } from '../../store/series.js';
import { closesAgree } from './close-disagreements.js';
import type { ReadHistory } from './live-source.js';
import { ReadError } from './read-error.js';
import { divisionAt } from './split-division.js';

/** Sessions by which a whole history may begin later than the stored one. */
const LATER_SESSIONS = 5;
/** Share of stored sessions that a whole history may lack, or have with a price that nothing explains. */
const MOST_CHANGED = 0.02;
/** Largest relative difference of adjusted closes that no dividend explains: vendors round dividends. */
const ADJUSTED_TOLERANCE = 0.01;
/** Calendar days between the first trade that a source tells and the first bar that it gives. */
export const FIRST_TRADE_DAYS = 7;

type Before = Pick<StoredSeries, 'bars' | 'splits' | 'dividends'>;

/** A session that the stored history and the one that is to replace it both have, by their indices. */
interface Common {
  readonly day: number;
  readonly before: number;
  readonly now: number;
}

/** What is to be done with a whole history. */
export interface Replacement {
  /** The ticker has become another company's, whose history this is. */
  readonly isOtherCompany: boolean;
  readonly notes: readonly string[];
}

/** The allowance of so many sessions: at least one, and never all. */
const allowanceOf = (sessions: number): number =>
  Math.min(Math.max(0, sessions - 1), Math.max(1, Math.floor(sessions * MOST_CHANGED)));

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Whether both have a name, and not the same one. */
function hasOtherName(stored: Pick<Security, 'symbol' | 'name'> | undefined, { profile }: ReadHistory): boolean {
  if (stored === undefined || stored.name === stored.symbol || profile.name === profile.symbol) return false;
  return plainName(stored.name) !== plainName(profile.name);
}

/**
 * Whether a history that begins after the stored one is another company's: the source tells that it has been traded
 * since then alone or, where it tells no such day, another name.
 */
function isOtherCompanysAfter(
  stored: Pick<Security, 'symbol' | 'name'> | undefined,
  lastDay: number,
  read: ReadHistory,
): boolean {
  const [firstDay] = read.bars.days;
  if (firstDay === undefined || firstDay <= lastDay) return false;
  const { firstTradeDay = null } = read;
  if (firstTradeDay === null) return hasOtherName(stored, read);
  return firstTradeDay > lastDay && Math.abs(firstTradeDay - firstDay) <= FIRST_TRADE_DAYS;
}

/**
 * Splits that one history has and the other has not, and those that both have and only the prices of the new one are
 * divided by; newest first, as the factor by which earlier prices change.
 */
function changedSplits(before: Before, read: Pick<ReadHistory, 'bars' | 'splits'>): readonly Split[] {
  const days = (splits: readonly Split[]): ReadonlySet<number> => new Set(splits.map(({ day }) => day));
  const [known, told] = [days(before.splits), days(read.splits)];
  const added = read.splits.filter(({ day }) => !known.has(day));
  const removed = before.splits
    .filter(({ day }) => !told.has(day))
    .map(({ day, ratio }) => ({ day, ratio: 1 / ratio }));
  const divided = read.splits.filter(
    (split) =>
      known.has(split.day) &&
      divisionAt(split, before.bars) === 'undivided' &&
      divisionAt(split, read.bars) === 'divided',
  );
  return [...added, ...removed, ...divided].sort((one, other) => other.day - one.day);
}

/** Common sessions whose closes differ by no more than the splits. */
function explainedBy(splits: readonly Split[], before: DailyBars, now: DailyBars, common: readonly Common[]): number {
  return common.filter(({ day, before: i, now: j }) => {
    const factor = splits.reduce((all, split) => (split.day > day ? all * split.ratio : all), 1);
    return closesAgree((before.close[i] ?? NaN) / factor, now.close[j] ?? NaN);
  }).length;
}

/**
 * The largest change of adjusted closes before each changed dividend, as a logarithm. A dividend that was told with
 * another amount counts as changed, after the splits.
 */
function dividendEffects(
  before: Before,
  read: ReadHistory,
  splits: readonly Split[],
): readonly { readonly day: number; readonly effect: number }[] {
  const amounts = new Map(
    before.dividends.map(({ day, amount }) => {
      const factor = splits.reduce((all, split) => (split.day > day ? all * split.ratio : all), 1);
      return [day, amount / factor] as const;
    }),
  );
  const closeBefore = (day: number): number =>
    read.bars.close[read.bars.days.findLastIndex((each) => each < day)] ?? NaN;
  const told = new Map(read.dividends.map(({ day, amount }) => [day, amount] as const));
  return [...new Set([...amounts.keys(), ...told.keys()])].flatMap((day) => {
    const [was = 0, is = 0] = [amounts.get(day), told.get(day)];
    const close = closeBefore(day);
    const most = Math.max(was, is);
    if (Math.abs(was - is) <= ADJUSTED_TOLERANCE * most || Number.isNaN(close)) return [];
    return [{ day, effect: most < close ? -Math.log(1 - most / close) : Infinity }];
  });
}

/** Common sessions whose adjusted closes changed by no more than the dividends that did. */
function explainedDividends(
  before: Before,
  read: ReadHistory,
  splits: readonly Split[],
  common: readonly Common[],
): number {
  const effects = dividendEffects(before, read, splits);
  return common.filter(({ day, before: i, now: j }) => {
    const [was, is] = [
      (before.bars.adjClose[i] ?? NaN) / (before.bars.close[i] ?? NaN),
      (read.bars.adjClose[j] ?? NaN) / (read.bars.close[j] ?? NaN),
    ];
    // Vendors take a dividend out of another close than the last one before it: half as much again.
    const most = effects.reduce((sum, { day: exDay, effect }) => (exDay > day ? sum + effect * 1.5 : sum), 0);
    return Math.abs(Math.log(is / was)) <= most + ADJUSTED_TOLERANCE;
  }).length;
}

const refused = (symbol: string, why: string): ReadError =>
  new ReadError('unreadable', `The whole history of ${symbol} was not taken for the stored one: ${why}.`, {
    isNoted: true,
  });

/**
 * Whether a whole history may replace the stored one of the same source, which is lost with that. It begins no later
 * and has its sessions, and its splits and dividends explain what has changed in the prices; or it is another
 * company's, as the source tells by the name or the day of the first trade. Throws ReadError `unreadable` for any
 * other.
 */
export function checkReplacement(
  before: Before,
  stored: Pick<Security, 'symbol' | 'name'> | undefined,
  read: ReadHistory,
): Replacement {
  const { symbol } = read.profile;
  const { bars } = read;
  // Days that are no sessions may have been stored before such rows were left out.
  const sessions = [...before.bars.days.entries()].filter(([, day]) => isSession(day));
  const lastDay = sessions.at(-1)?.[1];
  if (lastDay === undefined) return { isOtherCompany: false, notes: [] };
  const first = isoDate(bars.days[0] ?? 0);
  const otherCompany = (since: string): Replacement => ({
    isOtherCompany: true,
    notes: [
      `${symbol} is ${read.profile.name} since ${since}: the history of ${stored?.name ?? 'the company before'}, ` +
        `which ended on ${isoDate(lastDay)}, was replaced.`,
    ],
  });
  if (isOtherCompanysAfter(stored, lastDay, read)) return otherCompany(first);

  const at = new Map([...bars.days.entries()].map(([index, day]) => [day, index]));
  const common = sessions.flatMap(([index, day]): readonly Common[] => {
    const now = at.get(day);
    return now === undefined ? [] : [{ day, before: index, now }];
  });
  const missing = sessions.length - common.length;
  const [begins] = bars.days;
  const later = sessions.filter(([, day]) => day < (begins ?? Infinity)).length;
  const told =
    `it has ${bars.days.length} sessions from ${first}, and ${sessions.length} are stored from ` +
    isoDate(sessions[0]?.[1] ?? 0);
  if (later > Math.min(LATER_SESSIONS, allowanceOf(sessions.length))) throw refused(symbol, `${told}: it begins later`);
  if ((bars.days.at(-1) ?? 0) < lastDay) throw refused(symbol, `${told}: it ends before ${isoDate(lastDay)}`);
  if (missing > allowanceOf(sessions.length)) throw refused(symbol, `${told}: ${missing} of these are not in it`);

  // Earlier splits may have been in the stored prices before they were told.
  const changed = changedSplits(before, read);
  const applied = Array.from({ length: changed.length + 1 }, (_, count) => changed.slice(0, count));
  const counts = applied.map((splits) => explainedBy(splits, before.bars, bars, common));
  const best = Math.max(...counts);
  const most = allowanceOf(common.length);
  if (common.length - best > most) {
    if (hasOtherName(stored, read)) return otherCompany(first);
    throw refused(symbol, `no split that it tells explains the closes of ${common.length - best} sessions`);
  }
  const splits = applied[counts.indexOf(best)] ?? [];
  const unexplained = common.length - explainedDividends(before, read, splits, common);
  if (unexplained > most)
    throw refused(symbol, `no dividend that it tells explains the adjusted closes of ${unexplained} sessions`);
  return { isOtherCompany: false, notes: [] };
}
