import { closeMinute, OPEN_MINUTE } from '../../calendar/nyse.js';
import type { MinuteTrades } from '../../calendar/trades.js';
import { MIN_MINUTES, volumeOf, type MinuteTape } from '../minute-tape.js';
import { at, lowerBound } from '../series.js';
import { slope } from './liquidity.js';
import { DELTA_STEP, LARGE_MINUTES, type DeltaPoint, type FlowShares } from './order-flow.js';

/** Measures of which side traded, from trades whose sides are known. */
export interface TradeFlow {
  readonly orderFlowImbalance: number;
  readonly institutionalFlow: FlowShares;
  readonly cumulativeVolumeDelta: readonly DeltaPoint[];
  /** Null without minute bars of the session, whose price changes it needs. */
  readonly kyleLambda: number | null;
}

/** The regular hours of a session's trades. */
function regularTrades({ day, minutes, ...columns }: MinuteTrades): Omit<MinuteTrades, 'trades'> {
  const [from, to] = [lowerBound(minutes, OPEN_MINUTE), lowerBound(minutes, closeMinute(day))];
  const { bought, sold, unknown } = columns;
  return {
    day,
    minutes: minutes.subarray(from, to),
    bought: bought.subarray(from, to),
    sold: sold.subarray(from, to),
    unknown: unknown.subarray(from, to),
  };
}

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

function deltaOf(minutes: Int32Array, net: Float64Array): readonly DeltaPoint[] {
  const points: DeltaPoint[] = [];
  let value = 0;
  net.forEach((shares, i) => {
    value += shares;
    const minute = at(minutes, i);
    const next = minutes[i + 1];
    const isLastOfStep = next === undefined || Math.floor(next / DELTA_STEP) > Math.floor(minute / DELTA_STEP);
    if (isLastOfStep) points.push({ minute: minute + 1, value });
  });
  return points;
}

/** Sides of the tenth of the minutes with the most shares of a known side, a tie going to the earlier one. */
function largeFlow(bought: Float64Array, sold: Float64Array): FlowShares {
  const known = bought.map((shares, i) => shares + at(sold, i));
  const ranked = [...known.keys()].sort((one, other) => at(known, other) - at(known, one) || one - other);
  const large = ranked.slice(0, Math.ceil(LARGE_MINUTES * ranked.length));
  const total = large.reduce((sum, i) => sum + at(known, i), 0);
  const buyPct = (100 * large.reduce((sum, i) => sum + at(bought, i), 0)) / total;
  return { buyPct, sellPct: 100 - buyPct };
}

/** Kyle's lambda: slope of the minutes' price changes on shares bought less shares sold. */
function lambdaOf({ minutes, changes }: MinuteTape, tradeMinutes: Int32Array, net: Float64Array): number | null {
  const byMinute = new Map(Array.from(tradeMinutes, (minute, i) => [minute, at(net, i)]));
  return slope(
    Float64Array.from(minutes, (minute) => byMinute.get(minute) ?? 0),
    changes,
  );
}

/**
 * Measures of a session from its trades in regular hours, and from its minute bars, if `tape` has them. Null unless at
 * least 30 minutes have trades, and the side of at least half of the session's shares is known: of the trades' and of
 * the bars', because a file can hold a part of the session or of its exchanges.
 */
export function tradeFlow(session: MinuteTrades, tape: MinuteTape | undefined): TradeFlow | null {
  const { minutes, bought, sold, unknown } = regularTrades(session);
  const [buys, sells, rest] = [sumOf(bought), sumOf(sold), sumOf(unknown)];
  const known = buys + sells;
  const volume = Math.max(known + rest, tape === undefined ? 0 : volumeOf(tape));
  if (minutes.length < MIN_MINUTES || known < volume / 2 || known === 0) return null;
  const net = bought.map((shares, i) => shares - at(sold, i));
  return {
    orderFlowImbalance: (buys - sells) / (known + rest),
    institutionalFlow: largeFlow(bought, sold),
    cumulativeVolumeDelta: deltaOf(minutes, net),
    kyleLambda: tape === undefined ? null : lambdaOf(tape, minutes, net),
  };
}
