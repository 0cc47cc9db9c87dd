import type { DailyBars, MinuteBars } from '../../calendar/bars.js';
import { isoDate } from '../../calendar/days.js';
import type { MinuteQuotes } from '../../calendar/quotes.js';
import type { MinuteTrades } from '../../calendar/trades.js';
import { at } from '../series.js';
import { amihud, kyleLambda, rollSpread, spreadBasisPoints } from './liquidity.js';
import { MIN_MINUTES, minuteTape, volumeOf, type MinuteTape } from '../minute-tape.js';
import {
  cumulativeDelta,
  largeOrderFlow,
  orderFlowImbalance,
  vpin,
  type DeltaPoint,
  type FlowShares,
} from './order-flow.js';
import {
  efficiencyRatio,
  historicalVolatility,
  realisedVolatility,
  smartMoneyIndex,
  varianceRatio,
  type VolatilityRegime,
} from './price-path.js';
import { quotedSpreadBasisPoints } from './quoted-spread.js';
import { tradeFlow } from './trade-flow.js';
import { hourlyVolume, volumeProfile, type HourShare, type ProfileLevel } from './volume-profile.js';

/** Sessions that volumes are compared with, and the most that VPIN and the smart money index read. */
export const MINUTE_SESSIONS = 21;

/** The fewest earlier sessions of minute bars to compare a volume with at the same minute. */
const MIN_COMPARED = 5;

/** The measures that can be missing, as REST names them. */
export type Metric =
  | 'vpin'
  | 'amihud'
  | 'kyle_lambda'
  | 'roll_spread'
  | 'bid_ask_spread_bps'
  | 'order_flow_imbalance'
  | 'relative_volume'
  | 'hv_30d_pct'
  | 'intraday_vol_pct'
  | 'point_of_control'
  | 'value_area'
  | 'smart_money_index'
  | 'price_efficiency'
  | 'variance_ratio'
  | 'volatility_regime'
  | 'institutional_flow'
  | 'volume_profile'
  | 'hourly_volume'
  | 'cvd';

export interface MissingMetric {
  readonly metric: Metric;
  /** One sentence. */
  readonly reason: string;
}

interface IntradayMeasures {
  readonly vpin: number | null;
  readonly kyleLambda: number | null;
  readonly rollSpread: number | null;
  readonly bidAskSpreadBasisPoints: number | null;
  readonly orderFlowImbalance: number | null;
  readonly intradayVolatilityPct: number | null;
  readonly pointOfControl: number | null;
  readonly valueArea: { readonly low: number; readonly high: number } | null;
  readonly smartMoneyIndex: number | null;
  readonly priceEfficiency: number | null;
  readonly varianceRatio: number | null;
  readonly institutionalFlow: FlowShares | null;
  readonly volumeProfile: readonly ProfileLevel[];
  readonly hourlyVolume: readonly HourShare[];
  readonly cumulativeVolumeDelta: readonly DeltaPoint[];
}

/** Measures that need no minute bars. */
interface DailyMeasures {
  readonly relativeVolume: number | null;
  readonly amihudIlliquidity: number | null;
  readonly historicalVolatilityPct: number | null;
  readonly volatilityRegime: VolatilityRegime | null;
}

/** What the bid-ask spread comes from: stored quotes, or the reversals of prices. */
export type SpreadBasis = 'quotes' | 'prices';

/** What bought and sold shares come from: stored trades, or the price changes of minute bars. */
export type OrderFlowBasis = 'trades' | 'prices';

/** How a session traded: `docs/methodology.md`, microstructure. */
export interface Microstructure extends IntradayMeasures, DailyMeasures {
  /** Null where the spread is. */
  readonly bidAskSpreadBasis: SpreadBasis | null;
  /** Null where the order-flow imbalance is. */
  readonly orderFlowBasis: OrderFlowBasis | null;
  /** The session, in days since 1970-01-01. */
  readonly day: number;
  readonly basis: 'minute' | 'daily';
  readonly missing: readonly MissingMetric[];
}

const NO_INTRADAY: IntradayMeasures = {
  vpin: null,
  kyleLambda: null,
  rollSpread: null,
  bidAskSpreadBasisPoints: null,
  orderFlowImbalance: null,
  intradayVolatilityPct: null,
  pointOfControl: null,
  valueArea: null,
  smartMoneyIndex: null,
  priceEfficiency: null,
  varianceRatio: null,
  institutionalFlow: null,
  volumeProfile: [],
  hourlyVolume: [],
  cumulativeVolumeDelta: [],
};

/** The sessions to measure, the newest last; or why there is none, in a sentence. */
export function usableTapes(bars: DailyBars, sessions: readonly MinuteBars[]): readonly MinuteTape[] | string {
  const newest = sessions.at(-1);
  const lastDay = at(bars.days, bars.days.length - 1);
  if (newest === undefined) return 'No minute bars are stored.';
  if (newest.day < lastDay)
    return `The newest minute bars are of ${isoDate(newest.day)}, the last session is ${isoDate(lastDay)}.`;
  const tapes = sessions.slice(-MINUTE_SESSIONS).map(minuteTape);
  if (tapes.at(-1) === null)
    return `Fewer than ${MIN_MINUTES} regular minutes of ${isoDate(newest.day)} traded, or a price is not positive.`;
  return tapes.filter((tape) => tape !== null);
}

function intradayMeasures(tapes: readonly MinuteTape[], newest: MinuteTape): IntradayMeasures {
  const profile = volumeProfile(newest);
  return {
    vpin: vpin(tapes),
    kyleLambda: kyleLambda(newest),
    rollSpread: rollSpread(newest),
    bidAskSpreadBasisPoints: spreadBasisPoints(tapes),
    orderFlowImbalance: orderFlowImbalance(newest),
    intradayVolatilityPct: realisedVolatility(newest),
    pointOfControl: profile?.pointOfControl ?? null,
    valueArea: profile?.valueArea ?? null,
    smartMoneyIndex: smartMoneyIndex(tapes),
    priceEfficiency: efficiencyRatio(newest),
    varianceRatio: varianceRatio(newest),
    institutionalFlow: largeOrderFlow(newest),
    volumeProfile: profile?.levels ?? [],
    hourlyVolume: hourlyVolume(newest),
    cumulativeVolumeDelta: cumulativeDelta(newest),
  };
}

/** Volume over the mean of the 20 sessions before, up to the newest session's last minute if there are minute bars. */
function relativeVolume({ volume }: DailyBars, tapes: readonly MinuteTape[]): number | null {
  const [newest, earlier] = [tapes.at(-1), tapes.slice(0, -1)];
  if (newest !== undefined && earlier.length >= MIN_COMPARED) {
    const lastMinute = at(newest.minutes, newest.minutes.length - 1);
    const upTo = ({ minutes, volume: shares }: MinuteTape): number =>
      shares.reduce((sum, count, i) => (at(minutes, i) <= lastMinute ? sum + count : sum), 0);
    const usual = earlier.reduce((sum, tape) => sum + upTo(tape), 0) / earlier.length;
    return usual > 0 ? volumeOf(newest) / usual : null;
  }
  const last = volume.length - 1;
  if (last < MINUTE_SESSIONS - 1) return null;
  const usual =
    volume.subarray(last - (MINUTE_SESSIONS - 1), last).reduce((sum, shares) => sum + shares, 0) /
    (MINUTE_SESSIONS - 1);
  return usual > 0 ? at(volume, last) / usual : null;
}

const NO_MOVE = 'The price did not move.';
const NO_REVERSAL = 'Prices do not reverse from minute to minute, so they show no spread.';

/** Measures from minute bars, and why one is missing where there are minute bars, if it can be. */
const INTRADAY: readonly (readonly [Metric, keyof IntradayMeasures, string?])[] = [
  ['vpin', 'vpin', 'The stored sessions do not fill 50 buckets of volume.'],
  ['kyle_lambda', 'kyleLambda', NO_MOVE],
  ['roll_spread', 'rollSpread', NO_REVERSAL],
  ['bid_ask_spread_bps', 'bidAskSpreadBasisPoints', NO_REVERSAL],
  ['order_flow_imbalance', 'orderFlowImbalance'],
  ['intraday_vol_pct', 'intradayVolatilityPct'],
  ['point_of_control', 'pointOfControl', NO_MOVE],
  ['value_area', 'valueArea', NO_MOVE],
  ['smart_money_index', 'smartMoneyIndex'],
  ['price_efficiency', 'priceEfficiency', NO_MOVE],
  ['variance_ratio', 'varianceRatio', NO_MOVE],
  ['institutional_flow', 'institutionalFlow'],
  ['volume_profile', 'volumeProfile', NO_MOVE],
  ['hourly_volume', 'hourlyVolume'],
  ['cvd', 'cumulativeVolumeDelta'],
];

/** Measures from daily bars, and why one is missing. */
const DAILY: readonly (readonly [Metric, keyof DailyMeasures, string])[] = [
  ['amihud', 'amihudIlliquidity', 'Fewer than 21 daily returns with volume are stored.'],
  [
    'relative_volume',
    'relativeVolume',
    'Fewer than 20 sessions before the last one are stored, or they have no volume.',
  ],
  ['hv_30d_pct', 'historicalVolatilityPct', 'Fewer than 30 daily returns are stored.'],
  ['volatility_regime', 'volatilityRegime', 'The daily history is too short. It needs 252 sessions with a volatility.'],
];

function missingOf(intraday: IntradayMeasures, daily: DailyMeasures, noMinutes: string | null): MissingMetric[] {
  const isMissing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
  return [
    ...INTRADAY.filter(([, field]) => isMissing(intraday[field])).map(([metric, , reason = NO_MOVE]) => ({
      metric,
      reason: noMinutes ?? reason,
    })),
    ...DAILY.filter(([, field]) => isMissing(daily[field])).map(([metric, , reason]) => ({ metric, reason })),
  ];
}

/** The spread of the quotes, if they are of the session that is measured; else the one estimated from prices. */
function withSpread(
  measures: IntradayMeasures,
  day: number,
  quotes: MinuteQuotes | undefined,
): IntradayMeasures & Pick<Microstructure, 'bidAskSpreadBasis'> {
  const quoted = quotes?.day === day ? quotedSpreadBasisPoints(quotes) : null;
  if (quoted !== null) return { ...measures, bidAskSpreadBasisPoints: quoted, bidAskSpreadBasis: 'quotes' };
  return { ...measures, bidAskSpreadBasis: measures.bidAskSpreadBasisPoints === null ? null : 'prices' };
}

/** Bought and sold shares of the session's trades, if there are enough of them; else those estimated from prices. */
function withSides<Measures extends IntradayMeasures>(
  measures: Measures,
  day: number,
  newest: MinuteTape | undefined,
  trades: MinuteTrades | undefined,
): Measures & Pick<Microstructure, 'orderFlowBasis'> {
  const flow = trades?.day === day ? tradeFlow(trades, newest) : null;
  if (flow !== null) return { ...measures, ...flow, orderFlowBasis: 'trades' };
  return { ...measures, orderFlowBasis: measures.orderFlowImbalance === null ? null : 'prices' };
}

/**
 * Measures of the last session, from its regular-hours minute bars and the sessions before (`sessions`, oldest first),
 * or from daily bars alone; the spread from its quotes, if `quotes` are of it, and bought and sold shares from its
 * trades, if `trades` are. What cannot be computed is null or an empty list, and named in `missing`. There is at least
 * one daily bar.
 */
export function microstructure(
  bars: DailyBars,
  sessions: readonly MinuteBars[],
  quotes?: MinuteQuotes,
  trades?: MinuteTrades,
): Microstructure {
  const found = usableTapes(bars, sessions);
  const tapes = typeof found === 'string' ? [] : found;
  const newest = tapes.at(-1);
  const day = newest?.day ?? at(bars.days, bars.days.length - 1);
  const measures = newest === undefined ? NO_INTRADAY : intradayMeasures(tapes, newest);
  const intraday = withSides(withSpread(measures, day, quotes), day, newest, trades);
  const { pct, regime } = historicalVolatility(bars);
  const daily: DailyMeasures = {
    relativeVolume: relativeVolume(bars, tapes),
    amihudIlliquidity: amihud(bars),
    historicalVolatilityPct: pct,
    volatilityRegime: regime,
  };
  return {
    ...intraday,
    ...daily,
    day,
    basis: newest === undefined ? 'daily' : 'minute',
    missing: missingOf(intraday, daily, typeof found === 'string' ? found : null),
  };
}
