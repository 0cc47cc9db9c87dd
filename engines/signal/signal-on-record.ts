import { firstBars, sessionsKnownBy } from '../known-by.js';
import { at, lowerBound } from '../series.js';
import type { FactorScores } from './composite.js';
import { factorsAt, type RecordedComposites } from './recorded-signals.js';
import { signal, type SignalInput, type SignalResult } from './signal.js';

/** The composite of a session as it was recorded. */
export interface CompositeOnRecord {
  /** Since 1970-01-01. */
  readonly day: number;
  readonly factors: FactorScores;
}

/** Sessions of minute bars that a signal reads. */
const MINUTE_SESSIONS = 5;

/** The newest composite of a record that was known at an instant, epoch milliseconds; null before the first. */
export function compositeKnownBy(record: RecordedComposites, instantMs: number): CompositeOnRecord | null {
  const { days, score, knownAt } = record;
  for (let place = days.length - 1; place >= 0; place -= 1) {
    if (at(knownAt, place) > instantMs || Number.isNaN(at(score, place))) continue;
    return { day: at(days, place), factors: factorsAt(record, place) };
  }
  return null;
}

/**
 * The signal of a recorded session as it was known at an instant, epoch milliseconds: score and label are those on
 * record, the rest is computed from the bars up to that session and the minutes that had ended. Null if the session has
 * no bar now.
 */
export function signalOnRecord(
  input: SignalInput,
  { day, factors }: CompositeOnRecord,
  instantMs: number,
): SignalResult | null {
  const place = lowerBound(input.bars.days, day);
  if (input.bars.days[place] !== day) return null;
  return signal({
    ...input,
    bars: firstBars(input.bars, place + 1),
    sessions: sessionsKnownBy(input.sessions, day, MINUTE_SESSIONS, instantMs),
    recorded: factors,
  });
}
