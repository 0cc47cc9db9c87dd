import { labelOf } from '../signal/composite.js';
import { factorReading } from '../signal/factor.js';
import type { SignalMicrostructure } from '../signal/microstructure.js';
import type { VolatilityRegime } from '../microstructure/price-path.js';

/** Nominal weights of the layers. */
export const LAYER_WEIGHTS = { signal: 0.4, context: 0.3, risk: 0.15, modifiers: 0.15 } as const;
export type LayerName = keyof typeof LAYER_WEIGHTS;

/** 0 to 100, 50 being neutral, and what it says in sentences. */
export interface LayerReading {
  readonly score: number;
  readonly drivers: readonly string[];
}

/** Inputs of the session; NaN without data. */
export interface SessionInputs {
  /** ln(last price / VWAP) over the session's realised volatility. */
  readonly closeToVwap: number;
  /** Distance of the last price to the middle of the opening range, in heights of the range. */
  readonly openingRange: number;
  /** Return from the previous close to the end of the first 30 minutes over the deviation of daily returns. */
  readonly firstHalfHour: number;
  /** Net classified volume over volume, −1 to 1. */
  readonly orderFlow: number;
}

/** Typical sizes of the first and the last input are those of the composite's microstructure factor. */
const SIGNAL = {
  closeToVwap: { weight: 0.3, scale: 0.5, name: 'Distance to the VWAP' },
  openingRange: { weight: 0.3, scale: 0.5, name: 'Place in the opening range' },
  firstHalfHour: { weight: 0.2, scale: 1, name: 'First half hour' },
  orderFlow: { weight: 0.2, scale: 0.15, name: 'Order flow' },
} as const satisfies Record<keyof SessionInputs, { weight: number; scale: number; name: string }>;

/** How much of the session's side is kept. */
const CALM_BY_REGIME: Readonly<Record<VolatilityRegime, number>> = { low: 1, normal: 1, high: 0.5, extreme: 0 };
const CALM_BY_HEALTH = { healthy: 1, mixed: 0.5, stressed: 0 } as const;
/** What is not known counts as half. */
const UNKNOWN = 0.5;

const signed = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(2)}`;
const bounded = (value: number): number => Math.max(-1, Math.min(1, value));

/**
 * Where the session leans: the mean of 100 × logistic(input / its typical size). Null without any input.
 *
 * Sources: T. Crabel, Day Trading with Short-Term Price Patterns and Opening Range Breakout (1990); L. Gao, Y. Han,
 * S. Z. Li & G. Zhou, "Market intraday momentum", Journal of Financial Economics 129 (2018), for the first half hour;
 * T. Chordia & A. Subrahmanyam, Journal of Financial Economics 72 (2004), for order flow.
 */
export function signalLayer(inputs: SessionInputs): LayerReading | null {
  const names = Object.keys(SIGNAL) as (keyof SessionInputs)[];
  const reading = factorReading(
    names.map((name) => ({ weight: SIGNAL[name].weight, sign: 1, z: inputs[name] / SIGNAL[name].scale })),
  );
  if (reading === null) return null;
  const known = names.filter((name) => !Number.isNaN(inputs[name]));
  const drivers = known.map((name) => `${SIGNAL[name].name}: z-score ${signed(inputs[name] / SIGNAL[name].scale)}.`);
  return { score: reading.score, drivers };
}

/** The composite of the daily history, which is the background of the session. Null without one. */
export function contextLayer(composite: number | null): LayerReading | null {
  if (composite === null) return null;
  return { score: composite, drivers: [`Composite signal: ${composite.toFixed(1)}, ${labelOf(composite)}.`] };
}

/** The session's side, as far as volatility and orderly trading allow: 50 where they do not. */
export function riskLayer(
  session: LayerReading | null,
  regime: VolatilityRegime | null,
  health: SignalMicrostructure['health'],
): LayerReading | null {
  if (session === null) return null;
  const byRegime = regime === null ? UNKNOWN : CALM_BY_REGIME[regime];
  const byHealth = health === null ? UNKNOWN : CALM_BY_HEALTH[health.label];
  return {
    score: 50 + byRegime * byHealth * (session.score - 50),
    drivers: [`Volatility regime: ${regime ?? 'unknown'}.`, `Trading: ${health?.label ?? 'unknown'}.`],
  };
}

/**
 * The session's side, as far as volume and the way prices move confirm it; the other side if they speak against it.
 * A relative volume of 2 and a variance ratio of 1.5 confirm it fully, 0 and 0.5 speak fully against it. Null without
 * either.
 *
 * Sources: A. Lo & C. MacKinlay, Review of Financial Studies 1 (1988), for the variance ratio; L. Blume, D. Easley &
 * M. O'Hara, Journal of Finance 49 (1994), for volume.
 */
export function modifiersLayer(
  session: LayerReading | null,
  relativeVolume: number | null,
  varianceRatio: number | null,
): LayerReading | null {
  const confirmations = [
    ...(relativeVolume === null ? [] : [bounded(relativeVolume - 1)]),
    ...(varianceRatio === null ? [] : [bounded(2 * (varianceRatio - 1))]),
  ];
  if (session === null || confirmations.length === 0) return null;
  const mean = confirmations.reduce((sum, value) => sum + value, 0) / confirmations.length;
  return {
    score: 50 + mean * (session.score - 50),
    drivers: [
      ...(relativeVolume === null ? [] : [`Relative volume: ${relativeVolume.toFixed(2)}.`]),
      ...(varianceRatio === null ? [] : [`Variance ratio: ${varianceRatio.toFixed(2)}.`]),
    ],
  };
}
