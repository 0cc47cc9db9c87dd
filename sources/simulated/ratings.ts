import type { DailyBars } from '../../calendar/bars.js';
import { dayOf } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { nextSession } from '../../calendar/nyse.js';
import type { NewRatingAction, RatingActionKind, Stance } from '../../store/rating-actions.js';
import type { StoredSeries } from '../../store/series.js';
import { profileOf } from '../models/well-known.js';
import { INSTRUMENTS } from './instruments.js';
import { hashText, normal, seededRandom, type Random } from './random.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

const SEED = hashText('rating actions');
const FIRST_YEAR = 2018;
const FIRMS = [
  'Alder Point',
  'Basalt & Vane',
  'Cinderfield',
  'Dovetail Hill',
  'Ember Row',
  'Fathom',
  'Glasswing',
  'Harrow & Quill',
].map((name) => `${name} (invented demo firm)`);
const COVERED_SHARE = 0.8;
/** Chance of an action in a month. */
const ACTIVITY = 0.16;
/** Share of the actions that change the grade. */
const CHANGES = 0.45;
const WITH_TARGET = 0.85;
const LATEST_DAY = 26;

const LADDER: readonly Stance[] = ['sell_like', 'hold_like', 'buy_like'];
/** Each firm's words for the three stances. */
const SCALES: readonly (readonly [string, string, string])[] = [
  ['Sell', 'Hold', 'Buy'],
  ['Underperform', 'Market Perform', 'Outperform'],
  ['Underweight', 'Equal-Weight', 'Overweight'],
];
/** Mean of price target / close − 1 by stance. */
const IMPLIED = [-0.1, 0.04, 0.15] as const;
const IMPLIED_NOISE = 0.05;

/** The split-adjusted close on a day or the last one before it; undefined before the first. */
function closeOn({ days, close }: DailyBars, day: number): number | undefined {
  return close[days.findLastIndex((each) => each <= day)];
}

/** A price target in whole dollars on the day's own share basis; null without a close. */
function targetOn({ bars, splits }: StoredSeries, day: number, level: number, random: Random): number | null {
  const implied = (IMPLIED[level] ?? 0) + IMPLIED_NOISE * normal(random);
  const isGiven = random() < WITH_TARGET;
  const close = closeOn(bars, day);
  if (!isGiven || close === undefined) return null;
  const sharesSince = splits.reduce((shares, split) => (split.day > day ? shares * split.ratio : shares), 1);
  return Math.max(1, Math.round(close * sharesSince * (1 + implied)));
}

/** The next rung of the ladder; one step, or a firm's first grade. */
function nextLevel(level: number | undefined, random: Random): number {
  const step = random();
  if (level === undefined) return step < 0.15 ? 0 : step < 0.5 ? 1 : 2;
  if (step >= CHANGES) return level;
  return level === 1 ? (step < CHANGES / 2 ? 0 : 2) : 1;
}

function kindOf(before: number | undefined, after: number): RatingActionKind {
  if (before === undefined) return 'initiation';
  return after > before ? 'upgrade' : after < before ? 'downgrade' : 'reiteration';
}

/** One firm's actions on one ticker, each month's from a seed of its own. */
function actionsOf(series: StoredSeries, firm: string, today: number): readonly NewRatingAction[] {
  const purpose = hashText(`${series.symbol} ${firm}`);
  const scale = SCALES[hashText(firm) % SCALES.length] ?? SCALES[0];
  const actions: NewRatingAction[] = [];
  if (scale === undefined || seededRandom(SEED, 0, purpose)() >= COVERED_SHARE) return actions;
  let level: number | undefined;
  for (let month = 0; ; month += 1) {
    const first = dayOf(FIRST_YEAR + Math.floor(month / 12), (month % 12) + 1, 1);
    if (first > today) return actions;
    const random = seededRandom(SEED, month + 1, purpose);
    if (random() >= ACTIVITY) continue;
    const day = nextSession(first - 1 + Math.floor(LATEST_DAY * random()));
    const after = nextLevel(level, random);
    if (day >= today) return actions;
    actions.push({
      ticker: series.symbol,
      day,
      firm,
      action: kindOf(level, after),
      fromGrade: level === undefined ? null : (scale[level] ?? null),
      fromStance: level === undefined ? null : (LADDER[level] ?? null),
      toGrade: scale[after] ?? '',
      toStance: LADDER[after] ?? null,
      priceTarget: targetOn(series, day, after, random),
      source: SIMULATED,
    });
    level = after;
  }
}

/** Rating actions on the ticker before New York's day of `now`, all invented: whatever its prices do. */
export function simulatedRatings(series: StoredSeries, now: Date): readonly NewRatingAction[] {
  const today = newYorkTime(now.getTime()).day;
  return FIRMS.flatMap((firm) => actionsOf(series, firm, today));
}

/** For simulated companies; leaves out tickers with imported actions. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx, now }) => {
  const imported = await store.ratingActions.tickersOfOthers(tx, SIMULATED);
  const companies = INSTRUMENTS.map(({ symbol }) => symbol).filter(
    (symbol) => profileOf(symbol).kind === 'equity' && !imported.has(symbol),
  );
  const stored = [...(await store.bars.within(tx, companies)).values()].filter(({ source }) => source === SIMULATED);
  await store.ratingActions.save(
    tx,
    stored.flatMap((series) => simulatedRatings(series, now)),
  );
};
