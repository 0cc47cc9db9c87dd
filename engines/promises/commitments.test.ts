import { describe, expect, it } from '@jest/globals';
import { commitmentOf } from './commitments.js';
import { quarterIndex } from './fiscal-quarter.js';
import { OTHERS } from './fixtures/others.js';
import { PROMISES } from './fixtures/promises.js';
import { RESULTS } from './fixtures/results.js';

/** A call on the first quarter of fiscal 2021, which ended in March. */
const CALL = { index: quarterIndex(2021, 1), end: { year: 2021, month: 3 } };
const lines = (text: string): string[] => text.trim().split('\n');
const isPromise = (sentence: string): boolean => commitmentOf(sentence, CALL) !== null;

describe('sentences of invented calls', () => {
  it('that promise something are found', () => {
    expect(lines(PROMISES).length).toBeGreaterThan(100);
    expect(lines(PROMISES).filter((sentence) => !isPromise(sentence))).toEqual([]);
  });

  it.each([
    ['what others do, circumstances and announcements', OTHERS],
    ['results, earlier goals and the conduct of business', RESULTS],
  ])('on %s promise nothing', (_, sentences) => {
    expect(lines(sentences).length).toBeGreaterThan(150);
    expect(lines(sentences).filter(isPromise)).toEqual([]);
  });
});

describe('a sentence is a promise or not by', () => {
  it.each([
    ['who acts', 'We expect margins to rise in the second half.', 'We expect inflation to rise in the second half.'],
    [
      'whose figure it is',
      'We expect sales to grow 3% in fiscal 2022.',
      'We expect the market to grow 3% in fiscal 2022.',
    ],
    [
      'who expects',
      'We expect to spend less on freight in the second half.',
      'Our customers expect to spend less on freight in the second half.',
    ],
    [
      'what is around',
      'We expect to be in production in the second half.',
      'We expect to be in a tight labor market in the second half.',
    ],
    [
      'a condition',
      'If you look at the second half, we expect sales to fall 5%.',
      'If stores closed again, we would expect sales to fall 5%.',
    ],
    [
      'a denial',
      'We expect a big change in costs in the second half.',
      'I would not expect a big change in costs in the second half.',
    ],
    [
      'the clause of its period',
      'We had strong orders, and we expect to build on sales in the second quarter.',
      'We had strong orders in the second quarter, and we expect to build on sales.',
    ],
    [
      'the clause of its figure',
      'We bought shares, and we expect to buy $100 million of them in the second half.',
      'We bought $100 million of shares, and we expect to buy more of them.',
    ],
    [
      'a plan as a verb',
      'We plan to expand margins this year.',
      'The orders of this year give us faith in the plan to expand margins.',
    ],
    [
      'what confidence is in',
      "We're confident we will meet our margin goals in the second half.",
      'We feel confident about our margins in the second half.',
    ],
    [
      'what is estimated',
      'We estimate that the plant will cost about $20 million in fiscal 2022.',
      'We estimate that the strike cost us $20 million in the second quarter.',
    ],
    [
      'when the goal is of',
      'Our goal is to save $100 million by 2023.',
      'We achieved our goal to save $100 million in the second quarter.',
    ],
  ])('%s', (_, promise, other) => {
    expect([isPromise(promise), isPromise(other)]).toEqual([true, false]);
  });

  it('answers hostile text', () => {
    for (const part of [
      'expect ',
      'we saw and we ',
      'target our plan ',
      'a $5 will ',
      'confident committed to be very ',
    ])
      expect(isPromise(part.repeat(600 / part.length) + '2022')).toBe(false);
  });
});
