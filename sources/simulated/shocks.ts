import { MARKET_VOLATILITY, OVERNIGHT_SHARE, SESSIONS_PER_YEAR, TAIL_FREEDOM, type FactorPath } from './factors.js';
import { GROUP_VOLATILITY, type Instrument } from './instruments.js';
import { hashText, normal, seededRandom, studentT } from './random.js';

/** One instrument's chance, a session each, before drift and dividends. */
export interface ShockPath {
  /** Log return from the last close to the open. */
  readonly overnight: Float64Array;
  /** Log returns from the open to the close, to the high and to the low. */
  readonly intraday: Float64Array;
  readonly toHigh: Float64Array;
  readonly toLow: Float64Array;
  /** Logarithm of the volume over its usual size. */
  readonly volume: Float64Array;
}

const VOLUME_MEMORY = 0.75;
const VOLUME_NOISE = 0.2;
const VOLUME_PER_MOVE = 0.3;
const LARGEST_VOLUME_MOVE = 4;
/** Two share classes of one company part by a few basis points a day. */
const TWIN_GAP = 0.0004;

/**
 * Draws an instrument's shocks over `sessions`: market, group and own parts, high and low by the law of a Brownian
 * bridge's extremes, volume that remembers itself and answers to moves. A session's numbers depend on earlier ones
 * alone.
 */
export function drawShocks(
  seed: number,
  sessions: readonly number[],
  factors: FactorPath,
  instrument: Instrument,
): ShockPath {
  const column = (): Float64Array => new Float64Array(sessions.length);
  const path = { overnight: column(), intraday: column(), toHigh: column(), toLow: column(), volume: column() };
  const { beta, groupLoading } = instrument;
  const group = instrument.group === null ? undefined : factors.groups.get(instrument.group);
  const purpose = hashText(instrument.twinOf);
  const twin = instrument.twinOf === instrument.symbol ? undefined : hashText(instrument.symbol);
  const ownDaily = instrument.ownVolatility / Math.sqrt(SESSIONS_PER_YEAR);
  const usualMove = usualVolatility(instrument) / Math.sqrt(SESSIONS_PER_YEAR);
  let lingering = 0;
  for (const [at, day] of sessions.entries()) {
    const random = seededRandom(seed, day, purpose);
    const scale = factors.scale[at] ?? 1;
    const own = ownDaily * Math.sqrt(scale);
    const sharedOvernight = beta * (factors.marketOvernight[at] ?? 0) + groupLoading * (group?.overnight[at] ?? 0);
    const overnight = sharedOvernight + own * Math.sqrt(OVERNIGHT_SHARE) * studentT(random, TAIL_FREEDOM);
    const sharedIntraday = beta * (factors.marketIntraday[at] ?? 0) + groupLoading * (group?.intraday[at] ?? 0);
    const parting = twin === undefined ? 0 : TWIN_GAP * normal(seededRandom(seed, day, twin));
    const intraday = sharedIntraday + own * Math.sqrt(1 - OVERNIGHT_SHARE) * studentT(random, TAIL_FREEDOM) + parting;
    const spread = usualMove * scale * Math.sqrt(1 - OVERNIGHT_SHARE);
    path.overnight[at] = overnight;
    path.intraday[at] = intraday;
    path.toHigh[at] = bridgeExtreme(intraday, spread, random());
    path.toLow[at] = -bridgeExtreme(-intraday, spread, random());
    lingering = VOLUME_MEMORY * lingering + VOLUME_NOISE * normal(random);
    const move = Math.min(Math.abs(overnight + intraday) / usualMove, LARGEST_VOLUME_MOVE);
    path.volume[at] = lingering + VOLUME_PER_MOVE * (move - 0.8);
  }
  return path;
}

/**
 * Highest point of a Brownian path that ends at `end`, deviation `spread`, at quantile `uniform`; never below 0 or
 * `end`.
 */
function bridgeExtreme(end: number, spread: number, uniform: number): number {
  return (end + Math.sqrt(end * end - 2 * spread * spread * Math.log(1 - uniform))) / 2;
}

/** An instrument's volatility a year. */
export function usualVolatility({ beta, group, groupLoading, ownVolatility }: Instrument): number {
  const groupPart = group === null ? 0 : groupLoading * GROUP_VOLATILITY[group];
  return Math.hypot(beta * MARKET_VOLATILITY, groupPart, ownVolatility);
}
