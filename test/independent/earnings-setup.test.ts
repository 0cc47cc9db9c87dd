import { describe, expect, it } from '@jest/globals';
import { earningsCalendar } from '../../engines/earnings-calendar.js';
import type { ReportedQuarter } from '../../engines/earnings-reports.js';
import { earningsSetup } from '../../engines/earnings-setup.js';
import type { OptionChain } from '../../engines/implied-move.js';
import type { RatingAction, ShareSplit } from '../../engines/rating-actions.js';
import { seededRandom, type Random } from '../../sources/simulated/random.js';
import { differences } from './closeness.js';
import { barsOf, epochDay, type Row } from './rows.js';

const iso = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
const LAST = epochDay('2025-06-20');

interface Case {
  readonly rows: readonly Row[];
  readonly splits: readonly ShareSplit[];
  readonly reports: readonly ReportedQuarter[];
  readonly actions: readonly RatingAction[];
  readonly chain: OptionChain | undefined;
  readonly today: number;
}

function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

/** Two years of weekdays with a few holes; reports, actions and a chain with holes, crossed quotes and splits. */
function chanceCase(seed: number): Case {
  const random = seededRandom(seed, 1, 2);
  const rows: Row[] = [];
  let close = 20 + 200 * random();
  for (let day = LAST - 730; day <= LAST; day += 1) {
    const isWeekend = [0, 6].includes(new Date(day * 86_400_000).getUTCDay());
    if (isWeekend || random() < 0.02) continue;
    close *= 1 + (random() - 0.5) * 0.06;
    rows.push({ date: iso(day), open: close, high: close, low: close, close, adj: close * 0.9, volume: 1 });
  }
  const splits = [1, 2].flatMap(() =>
    random() < 0.5 ? [{ day: LAST - Math.floor(random() * 500), ratio: pick(random, [2, 0.1, 1.5, 7]) }] : [],
  );
  const orNull = (value: number): number | null => (random() < 0.15 ? null : value);
  const count = random() < 0.1 ? 0 : 5 + Math.floor(random() * 11);
  const reports = Array.from({ length: count }, (_, index): ReportedQuarter => {
    const periodEnd = LAST - 70 - Math.round((count - 1 - index) * 91.3);
    const filingDay = orNull(periodEnd + 25 + Math.floor(random() * 10));
    return {
      fiscalYear: 2021 + Math.floor(index / 4),
      fiscalQuarter: (index % 4) + 1,
      periodEnd,
      filingDay,
      acceptedAt: null,
      epsBasic: 1,
      epsBasicDay: periodEnd,
      epsDiluted: orNull(random() * 3 - 0.5),
      epsDilutedDay: periodEnd + 30,
      revenue: orNull(1e9 * random()),
      netIncome: orNull(1e8 * (random() - 0.2)),
      currency: 'USD',
      missing: {},
      shownSplits: [],
    };
  });
  const actions = Array.from({ length: Math.floor(random() * 60) }, (): RatingAction => {
    const firm = pick(random, ['A', 'B', 'C', 'D', 'E']);
    return {
      day: LAST - Math.floor(random() * 600),
      firm,
      firmKey: firm,
      fromGrade: null,
      toGrade: 'x',
      toStance: null,
      action: pick(random, ['upgrade', 'downgrade', 'reiteration', 'initiation', 'termination'] as const),
      priceTarget: orNull(20 + Math.round(random() * 20) * 10),
    };
  }).sort((one, other) => one.day - other.day);
  return {
    rows,
    splits,
    reports,
    actions,
    chain: chanceChain(random, rows, splits),
    today: LAST + Math.floor(random() * 20),
  };
}

function chanceChain(random: Random, rows: readonly Row[], splits: readonly ShareSplit[]): OptionChain | undefined {
  if (random() < 0.1) return undefined;
  const day = LAST - Math.floor(random() * 30);
  let shares = 1;
  for (const split of splits) if (iso(split.day) > iso(day)) shares *= split.ratio;
  const spot = (rows.filter(({ date }) => date <= iso(day)).at(-1)?.close ?? 50) * shares;
  const missing = random();
  const quotes = [0.8, 0.9, 0.95, 1.02, 1.1, 1.2].flatMap((share) =>
    (['call', 'put'] as const).flatMap((optionType) => {
      if (random() < missing ** 3) return [];
      const price = spot * (0.04 + Math.max(0, optionType === 'call' ? 1 - share : share - 1));
      const bid = random() < 0.15 ? null : price * (0.95 + random() * 0.04);
      const ask = random() < 0.1 ? null : price * (0.98 + random() * 0.05);
      const minute = random() < 0.3 ? null : 570 + Math.floor(random() * 390);
      return [{ strike: share * spot, optionType, bid, ask, minute, underlyingPrice: null }];
    }),
  );
  return { day, expiry: random() < 0.1 ? null : LAST + 100, quotes, hasSpot: true };
}

function sharesAfter(splits: readonly ShareSplit[], day: number): number {
  let shares = 1;
  for (const split of splits) if (split.day > day) shares *= split.ratio;
  return shares;
}

/** The straddle, by a loop over prices as traded. */
function plainMove({ rows, splits, reports, chain, today }: Case, days: number | null) {
  if (days === null) return 'no_earnings_date';
  const filed = reports.map(({ filingDay }) => filingDay).filter((day) => day !== null);
  if (chain === undefined || chain.expiry === null || filed.some((day) => day >= chain.day)) return 'no_live_quote';
  const shares = sharesAfter(splits, chain.day);
  const spot = (rows.find(({ date }) => date === iso(chain.day))?.close ?? NaN) * shares;
  const good = chain.quotes.filter(({ bid, ask }) => bid !== null && ask !== null && bid <= ask);
  let best: { strike: number; mid: number; minute: number } | undefined;
  for (const call of good.filter(({ optionType }) => optionType === 'call')) {
    const put = good.find((each) => each.optionType === 'put' && each.strike === call.strike);
    if (put === undefined) continue;
    const mid = ((call.bid ?? 0) + (call.ask ?? 0) + (put.bid ?? 0) + (put.ask ?? 0)) / 2;
    const minute = Math.min(call.minute ?? 960, put.minute ?? 960);
    if (best === undefined || Math.abs(call.strike - spot) < Math.abs(best.strike - spot))
      best = { strike: call.strike, mid, minute };
  }
  if (best === undefined) return 'no_live_quote';
  if (Number.isNaN(spot)) return 'no_spot';
  if (Math.abs(best.strike - spot) * 2 > best.mid) return 'no_strike_near_spot';
  return {
    movePct: (best.mid / spot) * 100,
    dollars: best.mid / shares,
    strike: best.strike / shares,
    spot: spot / shares,
    ageDays: today - chain.day,
    splitRatio: shares,
    // Daylight saving time throughout.
    quotedAt: `${iso(chain.day)}T${new Date((best.minute + 240) * 60_000).toISOString().slice(11)}`,
  };
}

/** Revisions of a period, each action compared with the firm's earlier ones; unknown without any in a year. */
function plainMomentum({ actions, splits, today }: Case, period: number) {
  let [up, down] = [0, 0];
  actions.forEach((action, index) => {
    if (action.day <= today - period || action.day > today) return;
    if (action.action === 'upgrade') up += 1;
    if (action.action === 'downgrade') down += 1;
    if (action.priceTarget === null || action.action === 'termination') return;
    for (let earlier = index - 1; earlier >= 0; earlier -= 1) {
      const before = actions[earlier];
      if (before === undefined || before.firmKey !== action.firmKey) continue;
      if (before.action === 'termination') break;
      if (before.priceTarget === null) continue;
      const [now, then] = [action, before].map(({ priceTarget, day }) => (priceTarget ?? 0) / sharesAfter(splits, day));
      const change = (now ?? 0) / (then ?? 1) - 1;
      if (change > 1e-9) up += 1;
      if (change < -1e-9) down += 1;
      break;
    }
  });
  const isCovered = actions.some(({ day }) => today - day >= 0 && today - day < 365);
  return isCovered ? [up, down, up - down] : [null, null, null];
}

function plainTargets({ actions, splits, rows, today }: Case) {
  const firms = [...new Set(actions.map(({ firmKey }) => firmKey))];
  const since = `${Number(iso(today).slice(0, 4)) - 1}${iso(today).slice(4)}`;
  const targets = firms.flatMap((firm) => {
    const own = actions.filter(({ firmKey }) => firmKey === firm);
    const end = own.findLastIndex(({ action }) => action === 'termination');
    const last = own
      .slice(end + 1)
      .filter(({ priceTarget, day }) => priceTarget !== null && iso(day) > since)
      .at(-1);
    return last === undefined ? [] : [(last.priceTarget ?? 0) / sharesAfter(splits, last.day)];
  });
  const sum = targets.reduce((total, each) => total + each, 0);
  const [close, n] = [rows.at(-1)?.close ?? NaN, targets.length];
  return n === 0
    ? { consensus: null, high: null, low: null, count: 0, upsidePct: null }
    : {
        consensus: sum / n,
        high: Math.max(...targets),
        low: Math.min(...targets),
        count: n,
        upsidePct: ((sum / n - close) / close) * 100,
      };
}

function plainFilingMoves({ reports, rows }: Case) {
  return reports
    .slice(-8)
    .toReversed()
    .flatMap(({ filingDay }) => {
      if (filingDay === null) return [];
      const next = rows.findIndex(({ date }) => date > iso(filingDay));
      const [before, after] = [rows[next - 1], rows[next]];
      if (before === undefined || after === undefined) return [];
      // A week at most to the session, and as much before it.
      if (epochDay(after.date) - filingDay > 8 || epochDay(after.date) - epochDay(before.date) > 8) return [];
      return [{ filingDate: iso(filingDay), session: after.date, movePct: (after.adj / before.adj - 1) * 100 }];
    });
}

function plainNetIncomeGrowth({ reports }: Case): number | null {
  const newest = reports.at(-1);
  const before = reports.find(
    (each) => each.fiscalYear === (newest?.fiscalYear ?? 0) - 1 && each.fiscalQuarter === newest?.fiscalQuarter,
  );
  const [value, base] = [newest?.netIncome ?? null, before?.netIncome ?? null];
  return value === null || base === null || base <= 0 ? null : (value - base) / base;
}

describe('earningsSetup', () => {
  const seen = new Set<string>();

  it.each(Array.from({ length: 300 }, (_, seed) => seed))('agrees with a plain computation over case %i', (seed) => {
    const given = chanceCase(seed);
    const { rows, splits, reports, actions, chain, today } = given;
    const bars = barsOf([...rows]);
    const calendar = earningsCalendar({ reports, splits, today });
    const setup = earningsSetup({ bars, splits, reports, calendar, actions, chain, today });
    const { impliedMove: move, impliedMoveReason: reason, revisions, targets, missing } = setup;
    const plain = plainMove(given, calendar.daysUntilEarnings);
    seen.add(reason ?? 'a move');
    if (move === null) expect(reason).toBe(plain);
    else {
      const { expiry: _expiry, straddleMid, straddleBid, straddleAsk, ...shown } = move;
      expect([differences(shown, plain), straddleBid <= straddleMid, straddleMid <= straddleAsk]).toEqual([
        [],
        true,
        true,
      ]);
    }
    expect([revisions.upCount, revisions.downCount, revisions.momentum]).toEqual(plainMomentum(given, 30));
    const quarter = plainMomentum(given, 90);
    expect(revisions.quarter === null ? null : revisions.quarter.momentum).toBe(quarter[2]);
    const { median: _median, ...shownTargets } = targets;
    expect(differences(shownTargets, plainTargets(given))).toEqual([]);
    expect(differences(setup.filingMoves.moves, plainFilingMoves(given))).toEqual([]);
    expect(differences(setup.fundamentalsTrend.netIncomeGrowth, plainNetIncomeGrowth(given))).toEqual([]);
    expect(setup.fundamentalsTrend).toMatchObject({
      revenueGrowth: calendar.revenueGrowth,
      epsGrowth: calendar.epsGrowth,
    });
    expect(setup.fundamentalsTrend.quarters[0]?.revenueGrowth ?? null).toBe(calendar.revenueGrowth);
    expect(missing.some(({ value }) => value === 'IMPLIED_MOVE')).toBe(move === null);
  });

  it('has met every outcome', () => {
    expect([...seen].sort()).toEqual(['a move', 'no_earnings_date', 'no_live_quote', 'no_spot', 'no_strike_near_spot']);
  });
});
