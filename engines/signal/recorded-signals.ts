import { isoDate } from '../../calendar/days.js';
import { indicesIn, type DayWindow } from '../day-window.js';
import { at, finiteOrNull } from '../series.js';
import { labelOf, type FactorScores, type SignalLabel } from './composite.js';
import type { CompositeHistory } from './composite-history.js';

/** Composites as they were recorded, oldest first. */
export interface RecordedComposites extends CompositeHistory {
  readonly days: Int32Array;
  /** When each was computed, epoch milliseconds. */
  readonly knownAt: Float64Array;
}

/** The recorded signal of one session. */
export interface SignalRecord {
  readonly date: string;
  readonly label: SignalLabel;
  /** 0 to 100. */
  readonly compositeScore: number;
  readonly methodVersion: number;
  /** 0 to 100; null if a factor had no data. */
  readonly factors: FactorScores;
  /** ISO 8601 in UTC. */
  readonly knownAt: string;
}

/** The factors' scores of the recorded session at a place. */
export function factorsAt({ factors }: Pick<RecordedComposites, 'factors'>, place: number): FactorScores {
  const valueOf = (column: Float64Array): number | null => finiteOrNull(at(column, place));
  return {
    technical: valueOf(factors.technical),
    momentum: valueOf(factors.momentum),
    fundamentals: valueOf(factors.fundamentals),
    microstructure: valueOf(factors.microstructure),
    optionsFlow: valueOf(factors.optionsFlow),
  };
}

/**
 * When the first score of a record was known, epoch milliseconds; null without one. Early sessions may be recorded
 * late.
 */
export function firstKnownMs({ score, knownAt }: Pick<RecordedComposites, 'score' | 'knownAt'>): number | null {
  return finiteOrNull(
    knownAt.reduce((first, ms, i) => (Number.isFinite(at(score, i)) ? Math.min(first, ms) : first), Infinity),
  );
}

/**
 * The recorded signals of a version of the method in a window, oldest first; with an instant, epoch milliseconds, those
 * that were known by then. Version 1 also recorded days without a score, which are left out.
 */
export function recordedSignals(
  record: RecordedComposites,
  methodVersion: number,
  window: DayWindow,
  instantMs = Infinity,
): SignalRecord[] {
  const { days, score, knownAt } = record;
  const scored = Int32Array.from(days.keys()).filter(
    (i) => Number.isFinite(at(score, i)) && at(knownAt, i) <= instantMs,
  );
  const { start, end } = indicesIn(
    scored.map((i) => at(days, i)),
    window,
  );
  return Array.from(scored.subarray(start, end), (i) => {
    return {
      date: isoDate(at(days, i)),
      label: labelOf(at(score, i)),
      compositeScore: at(score, i),
      methodVersion,
      factors: factorsAt(record, i),
      knownAt: new Date(at(knownAt, i)).toISOString(),
    };
  });
}
