import type { DailyBars } from '../calendar/bars.js';
import type { BreadthCounts } from './breadth.js';
import { rollingPercentile } from './percentile.js';
import { at, lowerBound } from './series.js';
import { roundedScore } from './signal/composite.js';
import { sampleDeviation } from './statistics.js';

/** Every constant of the mood except the bands. */
export const MOOD = {
  percentileSessions: 252,
  volatilitySessions: 21,
  momentumSessions: 125,
  bondSessions: 20,
  /** A session with fewer securities than this share of a recent one is incomplete. */
  minCoverage: 0.8,
  /** Sessions to wait for a security or component that recently had values. */
  patienceSessions: 10,
} as const;

/** Lowest rounded score of each band, lowest band first. */
export const MOOD_BANDS = [
  { band: 'extreme_fear', floor: 0 },
  { band: 'fear', floor: 20 },
  { band: 'neutral', floor: 40 },
  { band: 'greed', floor: 60 },
  { band: 'extreme_greed', floor: 80 },
] as const;
export type MoodBand = (typeof MOOD_BANDS)[number]['band'];

/** Points beyond a border that a score must reach to leave its band. */
const MOOD_HYSTERESIS = 1;

export const MOOD_COMPONENTS = ['lowVolatility', 'breadth', 'momentum', 'newHighs', 'stocksOverBonds'] as const;
export type MoodComponent = (typeof MOOD_COMPONENTS)[number];

/** Mood by session, 0 to 100, and its component percentiles; NaN if missing. */
export interface MoodSeries {
  readonly days: Int32Array;
  readonly score: Float64Array;
  readonly components: Readonly<Record<MoodComponent, Float64Array>>;
}

type Closes = Pick<DailyBars, 'days' | 'adjClose'>;

function series(length: number, valueAt: (index: number) => number): Float64Array {
  return new Float64Array(length).map((_, index) => valueAt(index));
}

/** close / close `sessions` earlier − 1; NaN if either price is missing. */
function growth(close: Float64Array, sessions: number): Float64Array {
  return series(close.length, (i) =>
    at(close, i) > 0 && at(close, i - sessions) > 0 ? at(close, i) / at(close, i - sessions) - 1 : Number.NaN,
  );
}

/** `value` as a share of the counted securities; NaN if none is counted, or far fewer than at a recent session. */
function shareOf(counted: Int32Array, value: (index: number) => number): Float64Array {
  return series(counted.length, (i) => {
    const count = at(counted, i);
    const usual = Math.max(0, ...counted.subarray(Math.max(0, i - MOOD.patienceSessions), i));
    return count > 0 && count >= MOOD.minCoverage * usual ? value(i) / count : Number.NaN;
  });
}

function closesOn(days: Int32Array, { days: ownDays, adjClose }: Closes): Float64Array {
  return series(days.length, (i) => {
    const found = lowerBound(ownDays, at(days, i));
    return ownDays[found] === days[i] ? at(adjClose, found) : Number.NaN;
  });
}

function rawComponents(
  { days, adjClose }: Closes,
  breadth: BreadthCounts,
  bonds: Closes | null,
): Record<MoodComponent, Float64Array> {
  const returns = growth(adjClose, 1);
  const stocks = growth(adjClose, MOOD.bondSessions);
  const safe = bonds === null ? null : growth(closesOn(days, bonds), MOOD.bondSessions);
  const { volatilitySessions } = MOOD;
  return {
    lowVolatility: series(days.length, (i) =>
      i < volatilitySessions ? Number.NaN : -sampleDeviation(returns, i - volatilitySessions + 1, i + 1),
    ),
    breadth: shareOf(breadth.averaged, (i) => at(breadth.above, i)),
    momentum: growth(adjClose, MOOD.momentumSessions),
    newHighs: shareOf(breadth.ranged, (i) => at(breadth.highs, i) - at(breadth.lows, i)),
    stocksOverBonds: series(days.length, (i) => (safe === null ? Number.NaN : at(stocks, i) - at(safe, i))),
  };
}

/**
 * Mood of the market, 0 (fear) to 100 (greed), at each session of the benchmark: the mean of five percentiles among
 * their newest 252 values. `breadth` counts on the benchmark's days. A component without 252 values is left out; if a
 * component that one of the ten previous sessions had is missing, the session is incomplete and has no score. Index i
 * uses bars up to i alone.
 */
export function moodSeries(benchmark: Closes, breadth: BreadthCounts, bonds: Closes | null): MoodSeries {
  const raw = rawComponents(benchmark, breadth, bonds);
  const ranked = (name: MoodComponent): Float64Array => rollingPercentile(raw[name], MOOD.percentileSessions);
  const components: Record<MoodComponent, Float64Array> = {
    lowVolatility: ranked('lowVolatility'),
    breadth: ranked('breadth'),
    momentum: ranked('momentum'),
    newHighs: ranked('newHighs'),
    stocksOverBonds: ranked('stocksOverBonds'),
  };
  const score = series(benchmark.days.length, (i) => {
    let [sum, count] = [0, 0];
    for (const name of MOOD_COMPONENTS) {
      const percentile = at(components[name], i);
      if (Number.isFinite(percentile)) {
        sum += percentile;
        count += 1;
      } else if (components[name].subarray(Math.max(0, i - MOOD.patienceSessions), i).some(Number.isFinite))
        return Number.NaN;
    }
    return sum / count;
  });
  return { days: benchmark.days, score, components };
}

/**
 * Band of a score, rounded to 1 decimal, after a session in band `before`: a border is crossed only once the score is
 * {@link MOOD_HYSTERESIS} beyond it. If `before` is null, the band that contains the score.
 */
export function moodBand(score: number, before: MoodBand | null): MoodBand {
  const shown = roundedScore(score);
  const margin = before === null ? 0 : MOOD_HYSTERESIS;
  const held = MOOD_BANDS.findIndex(({ band }) => band === before);
  const reached = MOOD_BANDS.filter(({ floor }, index) => shown >= (index > held ? floor + margin : floor - margin));
  return (reached.at(-1) ?? MOOD_BANDS[0]).band;
}
