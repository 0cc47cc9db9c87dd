import { GROUP_VOLATILITY, type Group } from './instruments.js';
import { hashText, normal, seededRandom, studentT } from './random.js';

/** Sessions a year. */
export const SESSIONS_PER_YEAR = 252;
/** Share of a day's variance that falls between the close and the next open. */
export const OVERNIGHT_SHARE = 0.35;
/** Degrees of freedom of every shock: kurtosis well above the normal's. */
export const TAIL_FREEDOM = 5;

/** Volatility of the market factor, a year. */
export const MARKET_VOLATILITY = 0.16;

/**
 * Calm and turbulent sessions, a Markov chain: chance a session of leaving the regime, volatility relative to the
 * average (squares average to 1 in the long run), and mean of the market a session.
 */
const REGIMES = {
  calm: { leave: 0.006, scale: 0.7, marketMean: 0.0002 },
  turbulent: { leave: 0.025, scale: 1.77, marketMean: -0.0008 },
} as const;

/** Shocks that instruments share, a session each, as log returns: before the open and after it. */
export interface FactorPath {
  readonly isTurbulent: Uint8Array;
  /** Volatility of the session relative to the average. */
  readonly scale: Float64Array;
  readonly marketOvernight: Float64Array;
  readonly marketIntraday: Float64Array;
  readonly groups: ReadonlyMap<Group, { readonly overnight: Float64Array; readonly intraday: Float64Array }>;
}

const MARKET_PURPOSE = hashText('market');
const GROUPS = Object.keys(GROUP_VOLATILITY) as Group[];

/**
 * Draws the shared shocks of every session; those of a session depend on the sessions before it, never on later ones.
 */
export function drawFactors(seed: number, sessions: readonly number[]): FactorPath {
  const column = (): Float64Array => new Float64Array(sessions.length);
  const groups = new Map(GROUPS.map((group) => [group, { overnight: column(), intraday: column() }]));
  const path = {
    isTurbulent: new Uint8Array(sessions.length),
    scale: column(),
    marketOvernight: column(),
    marketIntraday: column(),
    groups,
  };
  let regime: keyof typeof REGIMES = 'calm';
  for (const [at, day] of sessions.entries()) {
    const random = seededRandom(seed, day, MARKET_PURPOSE);
    if (random() < REGIMES[regime].leave) regime = regime === 'calm' ? 'turbulent' : 'calm';
    const { scale, marketMean } = REGIMES[regime];
    path.isTurbulent[at] = regime === 'turbulent' ? 1 : 0;
    path.scale[at] = scale;
    const deviation = (MARKET_VOLATILITY / Math.sqrt(SESSIONS_PER_YEAR)) * scale;
    path.marketOvernight[at] = deviation * Math.sqrt(OVERNIGHT_SHARE) * studentT(random, TAIL_FREEDOM);
    path.marketIntraday[at] = marketMean + deviation * Math.sqrt(1 - OVERNIGHT_SHARE) * studentT(random, TAIL_FREEDOM);
    for (const group of GROUPS) {
      const columns = groups.get(group);
      const groupDeviation = (GROUP_VOLATILITY[group] / Math.sqrt(SESSIONS_PER_YEAR)) * Math.sqrt(scale);
      if (!columns) continue;
      columns.overnight[at] = groupDeviation * Math.sqrt(OVERNIGHT_SHARE) * normal(random);
      columns.intraday[at] = groupDeviation * Math.sqrt(1 - OVERNIGHT_SHARE) * studentT(random, TAIL_FREEDOM);
    }
  }
  return path;
}
