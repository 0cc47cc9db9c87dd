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
  /** Null without a score. */
  readonly label: SignalLabel | null;
  /** 0 to 100; null if no factor had data. */
  readonly compositeScore: number | null;
  /** 0 to 100; null if a factor had no data. */
  readonly factors: FactorScores;
  /** ISO 8601 in UTC. */
  readonly knownAt: string;
}

/** The recorded signals in a window, oldest first. */
export function recordedSignals({ days, score, factors, knownAt }: RecordedComposites, window: DayWindow): SignalRecord[] {
  const { start, end } = indicesIn(days, window);
  const valueOf = (column: Float64Array, index: number): number | null => finiteOrNull(at(column, index));
  return Array.from({ length: end - start }, (_, offset) => {
    const i = start + offset;
    const compositeScore = valueOf(score, i);
    return {
      date: isoDate(at(days, i)),
      label: compositeScore === null ? null : labelOf(compositeScore),
      compositeScore,
      factors: {
        technical: valueOf(factors.technical, i),
        momentum: valueOf(factors.momentum, i),
        fundamentals: valueOf(factors.fundamentals, i),
        microstructure: valueOf(factors.microstructure, i),
        optionsFlow: valueOf(factors.optionsFlow, i),
      },
      knownAt: new Date(at(knownAt, i)).toISOString(),
    };
  });
}
