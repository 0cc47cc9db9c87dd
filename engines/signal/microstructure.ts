import type { MinuteBars } from '../../calendar/bars.js';
import { MICROSTRUCTURE, NEUTRAL_SCORE, STRESS } from './constants.js';
import { roundedScore } from './composite.js';
import { factorReading, type FactorReading } from './factor.js';
import { sessionFlow, type SessionFlow } from './session-flow.js';

export interface SignalMicrostructure {
  /** 0 to 100. */
  readonly score: number | null;
  readonly health: { readonly label: 'healthy' | 'mixed' | 'stressed' } | null;
  /** `strength` 0 (none) to 1 (one-sided). */
  readonly bias: { readonly direction: 'bullish' | 'neutral' | 'bearish'; readonly strength: number } | null;
}

const NO_READING: SignalMicrostructure = { score: null, health: null, bias: null };

function sessionScore(flow: SessionFlow): number | null {
  const { weights, orderFlowScale, efficiencyScale, vwapScale } = MICROSTRUCTURE;
  return (
    factorReading([
      { weight: weights.orderFlow, sign: 1, z: flow.orderFlow / orderFlowScale },
      { weight: weights.efficiency, sign: 1, z: flow.efficiency / efficiencyScale },
      { weight: weights.vwap, sign: 1, z: flow.closeToVwap / vwapScale },
    ])?.score ?? null
  );
}

function healthLabel(flow: SessionFlow, dailyVolatility: number): 'healthy' | 'mixed' | 'stressed' {
  const signs = [
    flow.tradedShare < STRESS.tradedShareBelow,
    flow.realisedVolatility > STRESS.volatilityRatioAbove * dailyVolatility,
    flow.toxicity > STRESS.toxicityAbove,
  ].filter(Boolean).length;
  return signs === 0 ? 'healthy' : signs === 1 ? 'mixed' : 'stressed';
}

function biasOf(score: number): SignalMicrostructure['bias'] {
  const tilt = roundedScore(score) - NEUTRAL_SCORE;
  const isNeutral = Math.abs(tilt) < MICROSTRUCTURE.biasMargin;
  return {
    direction: isNeutral ? 'neutral' : tilt > 0 ? 'bullish' : 'bearish',
    strength: Math.abs(score - NEUTRAL_SCORE) / NEUTRAL_SCORE,
  };
}

/** The factor of this score: the three inputs of a session have data together. */
export function microstructureReading(score: number | null): FactorReading | null {
  return score === null ? null : { score, coverage: 1 };
}

/**
 * Evaluates sessions of minute bars, oldest first; the newest is the session of the signal.
 *
 * The score increases in order-flow imbalance, signed efficiency and the close's distance above VWAP; up to five
 * sessions count, each with half the weight of the next newer one. Health describes the newest session: how many signs
 * of stress it shows, among them its realised volatility against `dailyVolatility` (decimal, at the last daily bar; NaN
 * if unknown). Everything is null if the newest session cannot be used.
 */
export function microstructure(sessions: readonly MinuteBars[], dailyVolatility: number): SignalMicrostructure {
  const newestSession = sessions.at(-1);
  const newest = newestSession === undefined ? null : sessionFlow(newestSession);
  if (newest === null) return NO_READING;
  let sum = 0;
  let weights = 0;
  let weight = 1;
  for (const session of sessions.slice(-MICROSTRUCTURE.sessions).reverse()) {
    const flow = session === newestSession ? newest : sessionFlow(session);
    const score = flow === null ? null : sessionScore(flow);
    if (score !== null) {
      sum += weight * score;
      weights += weight;
    }
    weight *= MICROSTRUCTURE.decay;
  }
  const score = sum / weights;
  return { score, health: { label: healthLabel(newest, dailyVolatility) }, bias: biasOf(score) };
}
