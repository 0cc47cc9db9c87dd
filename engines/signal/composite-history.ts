import type { DailyBars, MinuteBars } from '../../calendar/bars.js';
import { at, lowerBound } from '../series.js';
import { FACTOR_NAMES, type FactorName } from './constants.js';
import type { BenchmarkCloses } from './drift.js';
import { expectedDrifts } from './expected-drift.js';
import { fundamentalsAt, type FundamentalsHistory } from './fundamentals.js';
import { microstructure, microstructureReading } from './microstructure.js';
import { optionsFlowAt, type DatedReading } from './options-flow.js';
import { signalAt } from './signal.js';
import { windowAt, type SignalWindow } from './window.js';

/**
 * Composites at bars of a history, in order: scores 0 to 100; NaN for a factor without data, and for a score without
 * any factor.
 */
export interface CompositeHistory {
  readonly score: Float64Array;
  readonly factors: Readonly<Record<FactorName, Float64Array>>;
}

/** The bars of a history for which to compute composites. */
export interface CompositesInput {
  readonly bars: DailyBars;
  /** Minute sessions, oldest first. */
  readonly sessions: readonly MinuteBars[];
  /** The market, whose share in the drift is taken out; null if it is not stored. */
  readonly benchmark: BenchmarkCloses | null;
  /** The filer's surprises; null without reports. */
  readonly fundamentals: FundamentalsHistory | null;
  /** What the ticker's option chains say, oldest first; null without chains. */
  readonly optionsFlow: readonly DatedReading[] | null;
  readonly indices: Int32Array;
}

/**
 * The composite at each of these bars, as {@link signal} computes it from the bars up to there, the minute sessions,
 * oldest first, the reports and option chains known at its close, and the benchmark before it: nothing later enters.
 */
export function compositesAt(input: CompositesInput): CompositeHistory {
  const { bars, sessions, benchmark, fundamentals, optionsFlow, indices } = input;
  const drifts = expectedDrifts(bars, benchmark, indices);
  const sessionDays = Int32Array.from(sessions, ({ day }) => day);
  const column = (): Float64Array => shared(indices.length);
  const score = column();
  const factors = {
    technical: column(),
    momentum: column(),
    fundamentals: column(),
    microstructure: column(),
    optionsFlow: column(),
  };
  let window: SignalWindow | null = null;
  indices.forEach((index, place) => {
    if (window === null || index < window.from || index >= window.to) window = windowAt(bars, index);
    const { series, first } = window;
    const day = at(bars.days, index);
    const micro = microstructureOf(day, at(series.volatility, index - first), sessions, sessionDays);
    const reading = signalAt(series, index - first, {
      fundamentals: fundamentalsAt(fundamentals, day),
      optionsFlow: optionsFlow === null ? null : optionsFlowAt(optionsFlow, day),
      microstructure: microstructureReading(micro),
      drift: at(drifts, place),
    });
    score[place] = reading.score ?? Number.NaN;
    for (const name of FACTOR_NAMES) factors[name][place] = reading.scores[name] ?? Number.NaN;
  });
  return { score, factors };
}

/** Score of the minute session of `day` and the previous ones; null if that day has none. */
function microstructureOf(
  day: number,
  dailyVolatility: number,
  sessions: readonly MinuteBars[],
  sessionDays: Int32Array,
): number | null {
  const place = lowerBound(sessionDays, day);
  const session = sessions[place];
  if (session?.day !== day || session.minutes.length === 0) return null;
  return microstructure(sessions.slice(0, place + 1), dailyVolatility).score;
}

/** In shared memory, so that a worker thread can return it without a copy. */
function shared(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}
