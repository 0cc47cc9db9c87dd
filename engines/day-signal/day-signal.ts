import type { DailyBars, MinuteBars } from '../../calendar/bars.js';
import type { MinuteQuotes } from '../../calendar/quotes.js';
import type { MinuteTrades } from '../../calendar/trades.js';
import { isoDate } from '../../calendar/days.js';
import { newYorkTime, newYorkUtcMs } from '../../calendar/new-york-time.js';
import {
  closeMinute,
  lastClosedSession,
  OPEN_MINUTE,
  sessionCloseUtcMs,
  sessionsBetween,
} from '../../calendar/nyse.js';
import { atr } from '../indicators.js';
import { microstructure, usableTapes, type Microstructure } from '../microstructure/microstructure.js';
import { regularHours } from '../minute-tape.js';
import { at, lowerBound } from '../series.js';
import { roundedScore } from '../signal/composite.js';
import { quotedSession } from '../signal/quote.js';
import { sessionFlow } from '../signal/session-flow.js';
import type { SignalResult } from '../signal/signal.js';
import { sampleDeviation } from '../statistics.js';
import {
  contextLayer,
  LAYER_WEIGHTS,
  modifiersLayer,
  riskLayer,
  signalLayer,
  type LayerName,
  type LayerReading,
  type SessionInputs,
} from './layers.js';
import { openingRange, type OpeningRange } from './opening-range.js';
import { tradePlan, type TradePlan } from './trade-plan.js';

/** Labels by their floor on the rounded score; a score s and 100 − s have opposite ones. */
const LABELS = [
  [70, 'Strong Buy'],
  [60, 'Buy'],
  [55, 'Lean Buy'],
  [45.1, 'Neutral'],
  [40.1, 'Lean Sell'],
  [30.1, 'Sell'],
  [0, 'Strong Sell'],
] as const;

export type DaySignalLabel = (typeof LABELS)[number][1];

/** Daily returns whose deviation the first half hour is compared with. */
const RETURNS = 21;

/** A layer's score and its weight after renormalisation over the layers that have data. */
export interface Layer extends LayerReading {
  readonly weight: number;
}

export interface DaySignal {
  readonly label: DaySignalLabel;
  /** 0 to 100. */
  readonly score: number;
  readonly direction: 'long' | 'short' | 'flat';
  readonly layers: Readonly<Record<LayerName, Layer | null>>;
  /** Null without usable minute bars, as is the opening range. */
  readonly vwap: {
    readonly value: number;
    readonly distancePct: number;
    readonly position: 'above' | 'at' | 'below';
  } | null;
  readonly openingRange: OpeningRange | null;
  readonly microstructure: Microstructure;
  readonly tradePlan: TradePlan | null;
  /** Why there is no plan, in a sentence. */
  readonly tradePlanReason: string | null;
  /** UTC epoch milliseconds: the newest regular price, which all of it is from. */
  readonly asOfMs: number;
}

/** Sessions after the newest prices, up to which a plan can be made of them. */
const MOST_SESSIONS_AGO = 5;

export interface DaySignalInput {
  readonly bars: DailyBars;
  /** Sessions of minute bars, oldest first. */
  readonly sessions: readonly MinuteBars[];
  /** The newest quotes that are stored. */
  readonly quotes?: MinuteQuotes | undefined;
  /** The newest trades that are stored. */
  readonly trades?: MinuteTrades | undefined;
  /** The composite signal of the same data. */
  readonly composite: SignalResult;
}

/** Deviation of the newest 21 daily log returns before the last session; NaN with fewer. */
function dailyDeviation({ close }: DailyBars, before: number): number {
  if (before < RETURNS + 1) return Number.NaN;
  const returns = Float64Array.from({ length: RETURNS }, (_, k) =>
    Math.log(at(close, before - RETURNS + k) / at(close, before - RETURNS + k - 1)),
  );
  return sampleDeviation(returns);
}

/** Nothing of a session with fewer than 30 traded minutes; order flow as `measures` has it from trades, if it does. */
function sessionInputs(
  { bars, composite }: DaySignalInput,
  newest: MinuteBars,
  range: OpeningRange | null,
  { orderFlowBasis, orderFlowImbalance }: Microstructure,
): SessionInputs {
  const flow = sessionFlow(newest);
  if (flow === null) return { closeToVwap: NaN, orderFlow: NaN, openingRange: NaN, firstHalfHour: NaN };
  const before = lowerBound(bars.days, newest.day);
  const previous = before === 0 ? Number.NaN : at(bars.close, before - 1);
  const height = range === null ? 0 : range.high - range.low;
  const { last } = composite.quote;
  const deviation = dailyDeviation(bars, before);
  return {
    closeToVwap: flow.closeToVwap,
    orderFlow: orderFlowBasis === 'trades' && orderFlowImbalance !== null ? orderFlowImbalance : flow.orderFlow,
    openingRange: range === null || !(height > 0) ? Number.NaN : (last - (range.high + range.low) / 2) / height,
    firstHalfHour: range === null || !(deviation > 0) ? Number.NaN : Math.log(range.close / previous) / deviation,
  };
}

/** Prices nearer than this, relative to them, are equal: the average of equal prices differs from them by rounding. */
const EQUAL_WITHIN = 1e-9;

function vwapReading(value: number | null, last: number): DaySignal['vwap'] {
  if (value === null) return null;
  const distance = last / value - 1;
  if (Math.abs(distance) <= EQUAL_WITHIN) return { value, distancePct: 0, position: 'at' };
  return { value, distancePct: 100 * distance, position: distance > 0 ? 'above' : 'below' };
}

function labelOf(score: number): DaySignalLabel {
  const shown = roundedScore(score);
  return LABELS.find(([floor]) => shown >= floor)?.[1] ?? 'Strong Sell';
}

function directionOf(label: DaySignalLabel): DaySignal['direction'] {
  if (label === 'Neutral') return 'flat';
  return label.endsWith('Buy') ? 'long' : 'short';
}

/** Weights of the layers that have data, renormalised. */
function weighed(readings: Readonly<Record<LayerName, LayerReading | null>>): DaySignal['layers'] {
  const names = Object.keys(LAYER_WEIGHTS) as LayerName[];
  const total = names.reduce((sum, name) => (readings[name] === null ? sum : sum + LAYER_WEIGHTS[name]), 0);
  const layer = (name: LayerName): Layer | null => {
    const reading = readings[name];
    return reading === null ? null : { ...reading, weight: LAYER_WEIGHTS[name] / total };
  };
  return { signal: layer('signal'), context: layer('context'), risk: layer('risk'), modifiers: layer('modifiers') };
}

/** The end of the last regular minute; the opening while only pre-market traded. */
function lastRegularMs(session: MinuteBars): number {
  const { from, to } = regularHours(session);
  return newYorkUtcMs(session.day, to > from ? at(session.minutes, to - 1) + 1 : OPEN_MINUTE);
}

/**
 * The plan of a session with minutes: while it trades its range so far counts, once it is over the next one's is whole.
 */
function planOf(
  { bars, composite }: DaySignalInput,
  newest: MinuteBars,
  direction: DaySignal['direction'],
  range: OpeningRange | null,
): TradePlan | string {
  const { last, high, low, vwap } = composite.quote;
  const { to } = regularHours(newest);
  const isOver = at(newest.minutes, to - 1) >= closeMinute(newest.day) - 1;
  return tradePlan({
    direction,
    last,
    levels: [...(vwap === null ? [] : [vwap]), ...(range === null ? [] : [range.low, range.high])],
    range: isOver ? null : { high: high ?? last, low: low ?? last },
    atr: at(atr(bars.high, bars.low, bars.close), bars.days.length - 1),
  });
}

/** Why the last session has no reading of its minutes, in a sentence. */
function whyNoSession({ bars, sessions }: DaySignalInput): string {
  const tapes = usableTapes(bars, sessions);
  return typeof tapes === 'string' ? tapes : 'The minute bars of the last session have no usable prices.';
}

/**
 * The signal as it is answered at an instant, UTC epoch milliseconds: without a plan where the newest prices are of
 * more than five sessions before, since nobody can trade at them.
 */
export function withCurrentPlan<Signal extends Pick<DaySignal, 'tradePlan' | 'tradePlanReason'>>(
  signal: Signal,
  asOfMs: number,
  nowMs: number,
): Signal {
  const { day } = newYorkTime(asOfMs);
  if (signal.tradePlan === null || sessionsBetween(day + 1, lastClosedSession(nowMs)).length <= MOST_SESSIONS_AGO)
    return signal;
  const tradePlanReason = `The newest prices are of ${isoDate(day)}: a plan needs current ones.`;
  return { ...signal, tradePlan: null, tradePlanReason };
}

/**
 * Signal for the session at hand: `docs/methodology.md`, day signal. Without usable minute bars of the last session it
 * is the composite alone. Null without any layer.
 */
export function daySignal(input: DaySignalInput): DaySignal | null {
  const { bars, sessions, quotes, trades, composite } = input;
  const measures = microstructure(bars, sessions, quotes, trades);
  const newest = quotedSession(bars, sessions);
  const { last, vwap } = composite.quote;
  const range = newest === null ? null : openingRange(newest, last);
  const session = newest === null ? null : signalLayer(sessionInputs(input, newest, range, measures));
  const layers = weighed({
    signal: session,
    context: contextLayer(composite.compositeScore),
    risk: riskLayer(session, measures.volatilityRegime, composite.microstructure.health),
    modifiers: modifiersLayer(session, measures.relativeVolume, measures.varianceRatio),
  });
  const known = Object.values(layers).filter((layer) => layer !== null);
  if (known.length === 0) return null;
  const score = known.reduce((sum, layer) => sum + layer.score * layer.weight, 0);
  const label = labelOf(score);
  const direction = directionOf(label);
  const plan = newest === null || session === null ? whyNoSession(input) : planOf(input, newest, direction, range);
  return {
    label,
    score,
    direction,
    layers,
    vwap: vwapReading(vwap, last),
    openingRange: range,
    microstructure: measures,
    tradePlan: typeof plan === 'string' ? null : plan,
    tradePlanReason: typeof plan === 'string' ? plan : null,
    asOfMs: newest === null ? sessionCloseUtcMs(at(bars.days, bars.days.length - 1)) : lastRegularMs(newest),
  };
}
