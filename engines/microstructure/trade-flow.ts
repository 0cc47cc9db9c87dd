import { closeMinute, OPEN_MINUTE } from '../../calendar/nyse.js';
import type { MinuteTrades } from '../../calendar/trades.js';
import { MIN_MINUTES, volumeOf, type MinuteTape } from '../minute-tape.js';
import { at, lowerBound } from '../series.js';
import { slope } from './liquidity.js';
import { deltaPoints, largeFlow, type DeltaPoint, type FlowShares } from './order-flow.js';

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
    institutionalFlow: largeFlow(
      bought.map((shares, i) => shares + at(sold, i)),
      bought,
    ),
    cumulativeVolumeDelta: deltaPoints(minutes, net),
    kyleLambda: tape === undefined ? null : lambdaOf(tape, minutes, net),
  };
}
