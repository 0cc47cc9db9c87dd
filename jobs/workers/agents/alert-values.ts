import { historyReading } from '../../../engines/alert-condition/history-values.js';
import type { Reading, Value } from '../../../engines/alert-condition/evaluate.js';
import { metricRow, type MetricName } from '../../../engines/alert-condition/metrics.js';
import type { AlertSecurity } from './alert-operation.js';

type Values = Readonly<Partial<Record<MetricName, Value>>>;

/** A label as the REST API spells it: `STRONG_BUY` is `Strong Buy`. */
function labelOf(metric: MetricName, value: string | null | undefined): Value {
  const { labels = [] } = metricRow(metric);
  return labels.find((label) => label.toUpperCase().replaceAll(' ', '_') === value) ?? null;
}

/** A growth of 0.05 is 5 percent; rounded as percentages are. */
function percent(growth: number | null | undefined): Value {
  return growth === null || growth === undefined ? null : Number((100 * growth).toFixed(4));
}

/** The opening gap, rounded as percentages are. */
function gapOf(quote: AlertSecurity['quote']): Value {
  if (quote === null || quote.open === null || quote.previousClose === null || quote.previousClose === 0) return null;
  return percent(quote.open / quote.previousClose - 1);
}

function valuesNow({ quote, signal, earningsCalendar: earnings, microstructure, ...rest }: AlertSecurity): Values {
  const { swingSignal: swing, daySignal: day } = rest;
  const scores = signal?.scores;
  return {
    price: quote?.last ?? null,
    vwap: quote?.vwap ?? null,
    after_hours: quote?.afterHours ?? null,
    change: quote?.changePct ?? null,
    gap: gapOf(quote),
    volume: quote?.volume ?? null,
    volume_ratio: scores?.momentum?.details.volumeRatio ?? null,
    rsi: signal?.indicators.rsi ?? null,
    sma_20: signal?.indicators.sma20 ?? null,
    sma_50: signal?.indicators.sma50 ?? null,
    sma_200: signal?.indicators.sma200 ?? null,
    macd_histogram: signal?.indicators.macdHistogram ?? null,
    composite_score: signal?.compositeScore ?? null,
    signal: labelOf('signal', signal?.label),
    confidence: signal?.confidence ?? null,
    technical_score: scores?.technical?.score ?? null,
    momentum_score: scores?.momentum?.score ?? null,
    fundamentals_score: scores?.fundamentals?.score ?? null,
    microstructure_score: scores?.microstructure?.score ?? null,
    options_flow_score: scores?.optionsFlow?.score ?? null,
    bias: labelOf('bias', signal?.microstructure.bias?.direction),
    days_to_earnings: earnings?.daysUntilEarnings ?? null,
    revenue_growth: percent(earnings?.revenueGrowth),
    eps_growth: percent(earnings?.epsGrowth),
    vpin: microstructure?.vpin ?? null,
    order_flow_imbalance: microstructure?.orderFlowImbalance ?? null,
    relative_volume: microstructure?.relativeVolume ?? null,
    spread_bps: microstructure?.bidAskSpreadBasisPoints ?? null,
    volatility_30d: microstructure?.historicalVolatilityPct ?? null,
    intraday_volatility: microstructure?.intradayVolatilityPct ?? null,
    volatility_regime: labelOf('volatility_regime', microstructure?.volatilityRegime),
    swing_score: swing?.score ?? null,
    swing_signal: labelOf('swing_signal', swing?.label),
    day_score: day?.score ?? null,
    day_signal: labelOf('day_signal', day?.label),
  };
}

/** The composite of the newest record before the last session. */
function recordedBefore({ quote, signalHistory }: AlertSecurity): Values {
  const record = signalHistory?.findLast(({ date }) => quote !== null && date < quote.session);
  if (record === undefined) return {};
  const { factors } = record;
  return {
    composite_score: record.compositeScore,
    signal: labelOf('signal', record.label),
    technical_score: factors.technical,
    momentum_score: factors.momentum,
    fundamentals_score: factors.fundamentals,
    microstructure_score: factors.microstructure,
    options_flow_score: factors.optionsFlow,
  };
}

const NOTHING: Reading = { now: {}, before: {} };

/** The values of a security at its last session and at the one before; none of a stale one. */
export function readingOf(security: AlertSecurity): Reading {
  if (security.isStale) return NOTHING;
  const { barColumns: bars, quote } = security;
  const isCurrent = bars !== null && bars !== undefined && bars.dates.at(-1) === quote?.session;
  const { now, before } = isCurrent ? historyReading(bars) : NOTHING;
  return { now: { ...now, ...valuesNow(security) }, before: { ...before, ...recordedBefore(security) } };
}
