import { at } from './series.js';
import { sharpeRatio, sharpeStandardError } from './statistics.js';

const TRAIN_TENTHS = 7;
const WINDOW_COUNT = 10;
/** A window sold at the price it was bought at is no gain, whatever its product is rounded to. */
const TIE = 1e-12;
const OVERFIT_BELOW = 0.3;
const MILD_DECAY_BELOW = 0.7;

export type WalkForwardVerdict = 'OVERFIT' | 'MILD_DECAY' | 'ROBUST' | 'NO_EDGE';

export interface WalkForward {
  readonly trainSharpe: number | null;
  readonly testSharpe: number | null;
  readonly trainTestRatio: number | null;
  /** Standard errors (Lo 2002), null where the value is null; that of the ratio takes both Sharpes as independent. */
  readonly trainSharpeStandardError: number | null;
  readonly testSharpeStandardError: number | null;
  readonly trainTestRatioStandardError: number | null;
  readonly verdict: WalkForwardVerdict;
  readonly positiveWindows: number;
}

function beats(own: number | null, other: number | null): boolean {
  return own !== null && (other === null || own > other);
}

function positiveWindows(returns: Float64Array): number {
  const n = returns.length;
  let positive = 0;
  for (let k = 0; k < WINDOW_COUNT; k += 1) {
    let growth = 1;
    const end = Math.floor(((k + 1) * n) / WINDOW_COUNT);
    for (let i = Math.floor((k * n) / WINDOW_COUNT); i < end; i += 1) growth *= 1 + at(returns, i);
    if (growth > 1 + TIE) positive += 1;
  }
  return positive;
}

/** Of the ratio of two independent estimates, to first order. */
function ratioError(ratio: number, train: number, trainError: number, testError: number): number {
  return Math.hypot(testError, ratio * trainError) / Math.abs(train);
}

/**
 * Sharpe of the first 70 percent of a strategy's daily returns (decimals) against the last 30.
 *
 * `buyHold` holds buy-and-hold returns of the same days; omit it to judge buy and hold itself, by sign and ratio alone.
 * NO_EDGE: the train Sharpe is not above 0, or buy and hold is beaten neither in train nor in test. Otherwise by ratio
 * test / train: OVERFIT below 0.3, MILD_DECAY below 0.7, else ROBUST. A Sharpe without variation is null: it beats
 * nothing, and as a test Sharpe it counts as a ratio of 0.
 */
export function walkForward(returns: Float64Array, buyHold?: Float64Array): WalkForward {
  const n = returns.length;
  const split = Math.floor((n * TRAIN_TENTHS) / 10);
  const trainSharpe = sharpeRatio(returns, 0, split);
  const testSharpe = sharpeRatio(returns, split, n);
  const isTrained = trainSharpe !== null && trainSharpe > 0;
  const trainTestRatio = isTrained && testSharpe !== null ? testSharpe / trainSharpe : null;
  const hasEdge =
    isTrained &&
    (buyHold === undefined ||
      beats(trainSharpe, sharpeRatio(buyHold, 0, split)) ||
      beats(testSharpe, sharpeRatio(buyHold, split, n)));
  const ratio = trainTestRatio ?? 0;
  const trainError = trainSharpe === null ? null : sharpeStandardError(trainSharpe, split);
  const testError = testSharpe === null ? null : sharpeStandardError(testSharpe, n - split);
  const hasError = trainTestRatio !== null && trainSharpe !== null && trainError !== null && testError !== null;
  const byRatio = ratio < OVERFIT_BELOW ? 'OVERFIT' : ratio < MILD_DECAY_BELOW ? 'MILD_DECAY' : 'ROBUST';
  return {
    trainSharpe,
    testSharpe,
    trainTestRatio,
    trainSharpeStandardError: trainError,
    testSharpeStandardError: testError,
    trainTestRatioStandardError: hasError ? ratioError(trainTestRatio, trainSharpe, trainError, testError) : null,
    verdict: hasEdge ? byRatio : 'NO_EDGE',
    positiveWindows: positiveWindows(returns),
  };
}
