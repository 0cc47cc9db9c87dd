import { describe, expect, it } from '@jest/globals';
import { appleRows } from '../../test/independent/datasets.js';
import { barsOf, epochDay } from '../../test/independent/rows.js';
import { METHOD_VERSION } from './constants.js';
import { compositesAt } from './composite-history.js';
import { recordedSignals, type RecordedComposites } from './recorded-signals.js';
import { signal } from './signal.js';

const KNOWN_AT = Date.UTC(2024, 0, 2, 21, 5);
const COLUMN = Float64Array.of(NaN, 70, 43.96);
const EMPTY = Float64Array.of(NaN, NaN, NaN);

const RECORD: RecordedComposites = {
  days: Int32Array.from(['2024-01-02', '2024-01-03', '2024-01-04'], epochDay),
  score: Float64Array.of(NaN, 69.96, 43.96),
  factors: {
    technical: COLUMN,
    momentum: Float64Array.of(NaN, 69.9, NaN),
    fundamentals: EMPTY,
    microstructure: EMPTY,
    optionsFlow: EMPTY,
  },
  knownAt: Float64Array.of(KNOWN_AT, KNOWN_AT + 1, KNOWN_AT + 2),
};
const NO_FACTORS = { technical: null, momentum: null, fundamentals: null, microstructure: null, optionsFlow: null };

describe('recordedSignals', () => {
  it('labels the rounded score, leaves days without one out, and has nulls where a factor had no data', () => {
    expect(recordedSignals(RECORD, 1, { last: 10 })).toEqual([
      {
        date: '2024-01-03',
        label: 'Strong Buy',
        compositeScore: 69.96,
        methodVersion: 1,
        factors: { ...NO_FACTORS, technical: 70, momentum: 69.9 },
        knownAt: '2024-01-02T21:05:00.001Z',
      },
      {
        date: '2024-01-04',
        label: 'Neutral',
        compositeScore: 43.96,
        methodVersion: 1,
        factors: { ...NO_FACTORS, technical: 43.96 },
        knownAt: '2024-01-02T21:05:00.002Z',
      },
    ]);
  });

  it('returns the newest sessions of the window', () => {
    expect(recordedSignals(RECORD, 1, { to: '2024-01-03', last: 1 }).map(({ date }) => date)).toEqual(['2024-01-03']);
    expect(recordedSignals(RECORD, 1, { last: 2 }).map(({ date }) => date)).toEqual(['2024-01-03', '2024-01-04']);
    expect(recordedSignals(RECORD, 1, { from: '2024-01-05', last: 1 })).toEqual([]);
  });

  it('has the label and the scores of the signal on that session', () => {
    const bars = barsOf(appleRows());
    const last = bars.days.length - 1;
    const composites = compositesAt({
      bars,
      sessions: [],
      benchmark: bars,
      fundamentals: null,
      optionsFlow: null,
      indices: Int32Array.of(last),
    });
    const [record] = recordedSignals(
      { ...composites, days: bars.days.slice(last), knownAt: Float64Array.of(KNOWN_AT) },
      METHOD_VERSION,
      { last: 1 },
    );
    const live = signal({ bars, sessions: [], benchmark: bars, fundamentals: null, optionsFlow: null });
    expect(record).toMatchObject({ date: '2018-05-11', label: live?.label, compositeScore: live?.compositeScore });
    expect(record?.factors.technical).toBe(live?.scores.technical?.score);
  });
});
