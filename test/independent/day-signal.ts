import { plainMicrostructure, type PlainDay, type PlainMinute } from './microstructure.js';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const curve = (z: number): number => 100 / (1 + Math.exp(-z));
const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Wilder's average of true ranges, from their first 14. */
function plainAtr(days: readonly PlainDay[]): number {
  const ranges = days.slice(1).map(({ high, low }, i) => {
    const before = days[i]?.close ?? NaN;
    return Math.max(high, before) - Math.min(low, before);
  });
  return ranges.slice(14).reduce((average, range) => (13 * average + range) / 14, sum(ranges.slice(0, 14)) / 14);
}

/**
 * Of a session with the daily bar of the same day last, five sessions of minutes before and a year of days.
 * `composite` and `health` are those of the signal; `traded` is the order-flow imbalance of the session's trades.
 */
export function plainDaySignal(
  days: readonly PlainDay[],
  minutes: readonly PlainMinute[],
  composite: number,
  health: string,
  traded?: number,
) {
  const newest = minutes.filter(({ session }) => session === minutes.at(-1)?.session);
  const measures = plainMicrostructure(days, minutes);
  const [last, high, low] = [days.at(-1)?.close ?? NaN, days.at(-1)?.high ?? NaN, days.at(-1)?.low ?? NaN];
  const close = newest.at(-1)?.close ?? NaN;
  const volume = sum(newest.map((bar) => bar.volume));
  const vwap = sum(newest.map((bar) => ((bar.high + bar.low + bar.close) / 3) * bar.volume)) / volume;
  const first = newest.filter(({ minute }) => minute < 600);
  const top = Math.max(...first.map((bar) => bar.high));
  const bottom = Math.min(...first.map((bar) => bar.low));
  const realised = measures.intradayVolatilityPct / 100 / Math.sqrt(252);
  const logs = days.slice(-23, -1).map((day) => Math.log(day.close));
  const returns = logs.slice(1).map((log, i) => log - (logs[i] ?? NaN));
  const centre = sum(returns) / 21;
  const deviation = Math.sqrt(sum(returns.map((value) => (value - centre) ** 2)) / 20);
  const opened = Math.log((first.at(-1)?.close ?? NaN) / (days.at(-2)?.close ?? NaN)) / deviation;
  const one =
    0.3 * curve(Math.log(close / vwap) / realised / 0.5) +
    0.3 * curve((last - (top + bottom) / 2) / (top - bottom) / 0.5) +
    0.2 * curve(opened) +
    0.2 * curve((traded ?? measures.orderFlowImbalance) / 0.15);
  const regime = { low: 1, normal: 1, high: 0.5, extreme: 0 }[measures.volatilityRegime] ?? NaN;
  const calm = regime * ({ healthy: 1, mixed: 0.5, stressed: 0 }[health] ?? NaN);
  const confirmed = (within(measures.relativeVolume - 1, -1, 1) + within(2 * measures.varianceRatio - 2, -1, 1)) / 2;
  const layers = [one, composite, 50 + calm * (one - 50), 50 + confirmed * (one - 50)];
  const score = sum(layers.map((layer, i) => layer * ([0.4, 0.3, 0.15, 0.15][i] ?? NaN)));
  const side = score > 50 ? 1 : -1;
  const atr = plainAtr(days);
  const nearest = Math.min(
    ...[vwap, top, bottom].map((level) => side * (last - level)).filter((distance) => distance > 0),
    atr,
  );
  const risk = within(nearest, atr / 4, atr);
  const isOver = newest.at(-1)?.minute === 959;
  const reward = isOver ? atr : within(atr - (side > 0 ? last - low : high - last), atr / 4, atr);
  return {
    layers,
    score,
    vwap,
    distancePct: 100 * (last / vwap - 1),
    range: { high: top, low: bottom, status: last > top ? 'above' : last < bottom ? 'below' : 'inside' },
    plan: { entry: last, stop: last - side * risk, target: last + side * reward, rewardToRisk: reward / risk },
  };
}
