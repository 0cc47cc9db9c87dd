import { describe, expect, it } from '@jest/globals';
import { Random } from '../simulation/random.js';
import { significance } from './significance.js';

const NOISE = 0.01;
/** Of a day that has too few signals for a correlation. */
const UNTESTED = Number.NaN;

interface Options {
  readonly count?: number;
  readonly noise?: number;
  /** Of ten signals a day, those that a rise followed. */
  readonly rose?: number;
}

/** The conclusion on days with this mean return and rank correlation, each with some noise. */
function read(meanReturn: number, rankIc: number, { count = 100, noise = NOISE, rose = 6 }: Options = {}) {
  const random = new Random([5, 6, 7, 8], count);
  const around = (centre: number): number => centre + noise * (random.uniform() - 0.5);
  const days = Array.from({ length: count }, (_, day) => {
    const sum = 10 * around(meanReturn);
    return { day, signals: 10, wins: 5, rose, sum, squares: sum * sum, rankIc: around(rankIc), factorIcs: [] };
  });
  return significance(days);
}

const first = (meanReturn: number, rankIc: number, options?: Parameters<typeof read>[2]): string =>
  /^.*? (?=Over \d+ days)/.exec(read(meanReturn, rankIc, options)?.read ?? '')?.[0].trim() ?? '';

describe('the conclusion', () => {
  it.each([
    ['a gain that the order of the scores confirms', 0.02, 0.1, 'The record is better than chance explains.'],
    [
      'a gain without a correlation',
      0.02,
      0.00001,
      'Nothing is proven: the mean return is above 0, but no correlation of scores and returns on the same day ' +
        'is shown, so that the move of the market as a whole may explain it.',
    ],
    [
      'a gain against the order of the scores',
      0.02,
      -0.1,
      'Nothing is proven: the mean return is above 0, but on the same day higher scores came before lower ' +
        'returns, so that the move of the market as a whole may explain it.',
    ],
    [
      'a gain on days with too few signals for ranks',
      0.02,
      UNTESTED,
      'Nothing is proven: the mean return is above 0, but whether higher scores came before higher returns on ' +
        'the same day could not be tested (it takes 42 days with 5 signals, and correlations that vary), so that ' +
        'the move of the market as a whole may explain it.',
    ],
    [
      'a loss although the scores were in the right order',
      -0.02,
      0.1,
      'The signals lost more than chance explains, but on the same day higher scores came before higher ' +
        'returns, so that the move of the market as a whole may explain it.',
    ],
    [
      'a loss against the order of the scores',
      -0.02,
      -0.1,
      'The signals lost more than chance explains, and on the same day higher scores came before lower returns.',
    ],
    [
      'a loss without a correlation',
      -0.02,
      0.00001,
      'The signals lost more than chance explains, but no correlation of scores and returns on the same day is ' +
        'shown, so that the move of the market as a whole may explain it.',
    ],
    [
      'a loss on days with too few signals for ranks',
      -0.02,
      UNTESTED,
      'The signals lost more than chance explains, but whether higher scores came before higher returns on the ' +
        'same day could not be tested (it takes 42 days with 5 signals, and correlations that vary), so that the ' +
        'move of the market as a whole may explain it.',
    ],
    ['a mean that chance explains', 0.00001, 0.1, 'Nothing is proven: chance alone could explain the mean return.'],
  ])('tells of %s what the tests show', (_case, meanReturn, rankIc, expected) => {
    expect(first(meanReturn, rankIc)).toBe(expected);
  });

  it('tells days that are too few from days that do not vary', () => {
    expect(first(0.02, 0.1, { count: 41 })).toBe(
      'Nothing is proven: fewer than 42 days of resolved signals, too few for a test.',
    );
    expect(first(0.02, 0.1, { count: 60, noise: 0 })).toBe(
      'Nothing is proven: the daily mean returns do not vary, so that there is no test.',
    );
  });

  it.each([
    [6, 'a rise', '60.00%'],
    [3, 'no rise', '70.00%'],
  ])('tells how many signals were right beside the better constant guess: %i of 10 rises', (rose, guess, right) => {
    expect(read(0.02, 0.1, { rose })?.read).toContain(
      ` 50.00% of the signals were right; to expect ${guess} after each of them would have been right in ${right}. `,
    );
  });
});
