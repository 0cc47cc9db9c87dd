import { describe, expect, it } from '@jest/globals';
import type { RatingAction, RatingActionKind, ShareSplit, Stance } from '../../engines/rating-actions.js';
import { streetGrades } from '../../engines/street-grades.js';
import { seededRandom } from '../../sources/simulated/random.js';
import { differences } from './closeness.js';
import { realHistories } from './datasets.js';
import { barsOf, earliest, epochDay, type Row } from './rows.js';

const iso = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
const daysAfter = (date: string, days: number): string => iso(epochDay(date) + days);

/** The row on which returns of an action start: of its day, or the next one within a week. */
function startOf(rows: readonly Row[], day: string): number | null {
  const found = rows.findIndex((row) => row.date >= day);
  const row = rows[found];
  return row === undefined || row.date > daysAfter(day, 7) ? null : found;
}

const holes = new WeakMap<readonly Row[], readonly number[]>();

/** Rows of a history whose next one is more than a week later. */
function holesOf(rows: readonly Row[]): readonly number[] {
  const known = holes.get(rows);
  if (known !== undefined) return known;
  const found = rows.flatMap(({ date }, index) => ((rows[index + 1]?.date ?? '') > daysAfter(date, 7) ? [index] : []));
  holes.set(rows, found);
  return found;
}

/** Return from a row over so many sessions; null if the history ends before, or has a hole in between. */
function ahead(rows: readonly Row[], start: number | null, sessions: number, price: 'adj' | 'close'): number | null {
  if (start === null || holesOf(rows).some((hole) => hole >= start && hole < start + sessions)) return null;
  const from = rows[start]?.[price] ?? 0;
  const to = rows[start + sessions]?.[price] ?? 0;
  return from > 0 && to > 0 ? (to - from) / from : null;
}

function middle(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.ceil((sorted.length - 1) / 2)];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

function sample(values: readonly (number | null)[]) {
  const known = values.filter((value) => value !== null);
  const wins = known.filter((value) => value > 1e-12).length;
  return { count: known.length, median: middle(known), winRate: known.length === 0 ? null : wins / known.length };
}

/** The close of that date or the last one before it within a week. */
function closeBy(rows: readonly Row[], date: string): number | null {
  const row = rows.filter((each) => each.date <= date && each.date >= daysAfter(date, -7)).at(-1);
  return row !== undefined && row.adj > 0 ? row.adj : null;
}

interface Given {
  readonly rows: readonly Row[];
  readonly actions: readonly RatingAction[];
  readonly splits: readonly ShareSplit[];
  readonly benchmark: readonly Row[] | undefined;
}

/** Street grades, written down again: loops over rows and dates as text. */
function plainStreetGrades({ rows, actions: all, splits, benchmark }: Given) {
  const since = earliest(rows, 6);
  const actions = all.map((each) => ({ ...each, date: iso(each.day) })).filter(({ date }) => date >= since);
  const perToday = (target: number, date: string): number => {
    let shares = 1;
    for (const split of splits) if (iso(split.day) > date) shares *= split.ratio;
    return target / shares;
  };
  const after = (kind: RatingActionKind, sessions: number) =>
    sample(
      actions
        .filter(({ action }) => action === kind)
        .map(({ date }) => ahead(rows, startOf(rows, date), sessions, 'adj')),
    );
  const from = actions[0]?.date ?? null;
  const to = actions.at(-1)?.date ?? null;
  const baseline = (sessions: number) => {
    const last = rows.findIndex((row) => to !== null && row.date >= to);
    const end = last < 0 ? rows.length - 1 : last;
    return sample(
      rows.flatMap((row, index) =>
        from !== null && row.date >= from && index <= end ? [ahead(rows, index, sessions, 'adj')] : [],
      ),
    );
  };
  const edge = (kind: RatingActionKind): number | null => {
    const [own, usual] = [after(kind, 63).median, baseline(63).median];
    return own === null || usual === null ? null : own - usual;
  };
  const targets = actions.flatMap(({ date, priceTarget }) => {
    const start = startOf(rows, date);
    const realized = ahead(rows, start, 252, 'close');
    if (priceTarget === null || start === null || realized === null) return [];
    const target = perToday(priceTarget, date);
    const close = rows[start]?.close ?? NaN;
    const year = rows.slice(start + 1, start + 253);
    const high = Math.max(...year.map((row) => row.high));
    const low = Math.min(...year.map((row) => row.low).filter((each) => each > 0));
    return [{ implied: target / close - 1, realized, isHit: target > close ? high >= target : low <= target }];
  });
  const firms = [...new Set(actions.map(({ firmKey }) => firmKey))].map((key) => {
    const own = actions.filter(({ firmKey }) => firmKey === key);
    const calls = own.flatMap(({ action, toStance, date }) => {
      if (action === 'downgrade') return [{ sign: -1, date }];
      return action === 'upgrade' || (action === 'initiation' && toStance === 'buy_like') ? [{ sign: 1, date }] : [];
    });
    const scores = calls.flatMap(({ sign, date }) => {
      const start = startOf(rows, date);
      const own63 = ahead(rows, start, 63, 'adj');
      if (start === null || own63 === null || benchmark === undefined) return [];
      const before = closeBy(benchmark, rows[start]?.date ?? '');
      const later = closeBy(benchmark, rows[start + 63]?.date ?? '');
      return before === null || later === null ? [] : [sign * (own63 - (later - before) / before)];
    });
    const beatCount = scores.filter((score) => score > 1e-12).length;
    return {
      firm: own.at(-1)?.firm ?? '',
      callCount: calls.length,
      scoredCount: scores.length,
      beatCount,
      beatRate: scores.length === 0 ? null : beatCount / scores.length,
      lastAction: own.at(-1)?.date ?? '',
    };
  });
  firms.sort((one, other) => other.callCount - one.callCount || (one.firm < other.firm ? -1 : 1));
  const both = (sessions: number) => ({
    upgrades: after('upgrade', sessions),
    downgrades: after('downgrade', sessions),
  });
  const last = rows.at(-1);
  return {
    from,
    to,
    actionCount: actions.length,
    upgradeCount: actions.filter(({ action }) => action === 'upgrade').length,
    downgradeCount: actions.filter(({ action }) => action === 'downgrade').length,
    firmCount: firms.length,
    threeMonthEdge: { upgrades: edge('upgrade'), downgrades: edge('downgrade') },
    scoreboard: { oneMonth: both(21), threeMonths: both(63), sixMonths: both(126) },
    baseline: { oneMonth: baseline(21), threeMonths: baseline(63), sixMonths: baseline(126) },
    targets: {
      scoredCount: targets.length,
      hitRate: targets.length === 0 ? null : targets.filter(({ isHit }) => isHit).length / targets.length,
      medianImplied: middle(targets.map(({ implied }) => implied)),
      medianRealized: middle(targets.map(({ realized }) => realized)),
    },
    firms,
    recent: [...actions]
      .reverse()
      .slice(0, 20)
      .map((each) => {
        const start = startOf(rows, each.date);
        const close = start === null ? undefined : rows[start]?.close;
        return {
          date: each.date,
          firm: each.firm,
          action: each.action,
          previousRating: each.fromGrade,
          rating: each.toGrade,
          stance: each.toStance,
          priceTarget: each.priceTarget === null ? null : perToday(each.priceTarget, each.date),
          returnSince: close === undefined || last === undefined ? null : last.close / close - 1,
        };
      }),
  };
}

const KINDS: readonly RatingActionKind[] = ['upgrade', 'downgrade', 'initiation', 'reiteration'];
const STANCES: readonly (Stance | null)[] = ['buy_like', 'hold_like', 'sell_like', null];

/** Actions on any day from before the history to after it, with splits between them. */
function chanceCase(seed: number, rows: readonly Row[]): Given {
  const random = seededRandom(seed, 0, 0);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const first = epochDay(rows[0]?.date ?? '') - 30;
  const span = epochDay(rows.at(-1)?.date ?? '') + 10 - first;
  const actions = Array.from({ length: Math.floor(random() * 120) }, (): RatingAction => {
    const firm = pick(['Alder', 'Basalt', 'Cinder', 'Dovetail']);
    const priceTarget = random() < 0.7 ? (rows[Math.floor(random() * rows.length)]?.close ?? 1) : null;
    const day = first + Math.floor(random() * span);
    return {
      day,
      firm,
      firmKey: firm,
      action: pick(KINDS),
      fromGrade: pick(['Hold', null]),
      toGrade: 'Buy',
      toStance: pick(STANCES),
      priceTarget,
    };
  });
  actions.sort((one, other) => one.day - other.day);
  const splits = Array.from({ length: 2 }, () => ({
    day: first + Math.floor(random() * span),
    ratio: pick([2, 4, 0.5]),
  }));
  const benchmark =
    random() < 0.2
      ? undefined
      : rows.filter(() => random() < 0.95).map((row, index) => ({ ...row, adj: 50 + index / 9 }));
  return { rows, actions, splits, benchmark };
}

describe('streetGrades', () => {
  it.each(
    realHistories().flatMap(({ name, rows }) => [
      { name, rows },
      {
        name: `${name} with a hole`,
        rows: rows.filter((_, index) => index < rows.length - 700 || index > rows.length - 600),
      },
    ]),
  )('agrees with a plain computation over $name', ({ rows }) => {
    for (let seed = 1; seed <= 3; seed += 1) {
      const given = chanceCase(seed, rows);
      const { benchmark, actions, splits } = given;
      const { summary, ...result } = streetGrades({
        bars: barsOf(rows),
        splits,
        actions,
        benchmark: benchmark === undefined ? undefined : barsOf(benchmark),
      });
      expect(differences(result, plainStreetGrades(given))).toEqual([]);
      expect(summary).toMatch(/^[A-Z].*\.$/);
    }
  });
});
