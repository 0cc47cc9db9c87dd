/** What a metric is measured in; `points` have no unit. */
export type MetricUnit = 'usd' | 'percent' | 'points' | 'score' | 'multiple' | 'shares' | 'days' | 'label';

/** What is read for a metric; one read gives all metrics of its group. */
export type MetricGroup = 'signal' | 'history' | 'earnings' | 'microstructure' | 'swing' | 'day';

interface MetricRow {
  readonly unit: MetricUnit;
  readonly group: MetricGroup;
  /** Inclusive bounds of the values. */
  readonly range?: readonly [number, number];
  /** Values of a label. */
  readonly labels?: readonly string[];
  /** Whether its value of the session before is known, so that it can change and cross. */
  readonly hasBefore: boolean;
  /** Other names; words of a name may be separated by blanks, too. */
  readonly aliases?: readonly string[];
  readonly description: string;
}

const SIGNAL_LABELS = ['Strong Buy', 'Buy', 'Neutral', 'Sell', 'Strong Sell'] as const;
const DAY_LABELS = ['Strong Buy', 'Buy', 'Lean Buy', 'Neutral', 'Lean Sell', 'Sell', 'Strong Sell'] as const;
const SCORE = { unit: 'score', range: [0, 100] } as const;

/** Everything that a condition can ask about a ticker; docs/agents.md is generated from it. */
export const METRICS = {
  price: {
    unit: 'usd',
    group: 'signal',
    hasBefore: true,
    aliases: ['last', 'close', 'last_price'],
    description: 'Last price of the session.',
  },
  vwap: {
    unit: 'usd',
    group: 'signal',
    hasBefore: false,
    description: 'Volume-weighted average price of the session; needs minute bars.',
  },
  after_hours: {
    unit: 'usd',
    group: 'signal',
    hasBefore: false,
    aliases: ['after_hours_price'],
    description: 'Last price after the close.',
  },
  change: {
    unit: 'percent',
    group: 'signal',
    hasBefore: true,
    aliases: ['change_pct', 'day_change', 'price_change'],
    description: 'Change of the session since the previous close.',
  },
  gap: {
    unit: 'percent',
    group: 'signal',
    hasBefore: true,
    aliases: ['gap_pct', 'overnight_gap', 'opening_gap'],
    description: 'Open of the session over the previous close; negative for a gap down.',
  },
  volume: {
    unit: 'shares',
    group: 'signal',
    hasBefore: true,
    description: 'Shares traded in the session.',
  },
  volume_ratio: {
    unit: 'multiple',
    group: 'signal',
    hasBefore: true,
    description: 'Volume over the mean of the 20 sessions before.',
  },
  rsi: {
    unit: 'points',
    group: 'signal',
    range: [0, 100],
    hasBefore: true,
    aliases: ['rsi_14', 'relative_strength_index'],
    description: 'Relative strength index, 14 sessions, Wilder.',
  },
  sma_20: {
    unit: 'usd',
    group: 'signal',
    hasBefore: true,
    aliases: ['sma20'],
    description: 'Simple moving average of 20 closes.',
  },
  sma_50: {
    unit: 'usd',
    group: 'signal',
    hasBefore: true,
    aliases: ['sma50'],
    description: 'Simple moving average of 50 closes.',
  },
  sma_200: {
    unit: 'usd',
    group: 'signal',
    hasBefore: true,
    aliases: ['sma200'],
    description: 'Simple moving average of 200 closes.',
  },
  macd_histogram: {
    unit: 'usd',
    group: 'signal',
    hasBefore: true,
    aliases: ['macd'],
    description: 'MACD 12/26/9 line minus its signal line.',
  },
  composite_score: {
    ...SCORE,
    group: 'signal',
    hasBefore: true,
    aliases: ['score', 'composite', 'signal_score'],
    description: 'Composite score.',
  },
  signal: {
    unit: 'label',
    group: 'signal',
    labels: SIGNAL_LABELS,
    hasBefore: true,
    aliases: ['label', 'signal_label'],
    description: 'Label of the composite score.',
  },
  confidence: { ...SCORE, group: 'signal', hasBefore: false, description: 'Confidence of the composite.' },
  technical_score: {
    ...SCORE,
    group: 'signal',
    hasBefore: true,
    aliases: ['technical'],
    description: 'Technical factor.',
  },
  momentum_score: {
    ...SCORE,
    group: 'signal',
    hasBefore: true,
    aliases: ['momentum'],
    description: 'Momentum factor.',
  },
  fundamentals_score: {
    ...SCORE,
    group: 'signal',
    hasBefore: true,
    aliases: ['fundamentals'],
    description: 'Fundamentals factor.',
  },
  microstructure_score: {
    ...SCORE,
    group: 'signal',
    hasBefore: true,
    aliases: ['microstructure'],
    description: 'Microstructure factor.',
  },
  options_flow_score: {
    ...SCORE,
    group: 'signal',
    hasBefore: true,
    aliases: ['options_flow'],
    description: 'Options-flow factor.',
  },
  bias: {
    unit: 'label',
    group: 'signal',
    labels: ['bullish', 'neutral', 'bearish'],
    hasBefore: false,
    description: 'Side of the buying or selling pressure of the session; needs minute bars.',
  },
  change_5d: {
    unit: 'percent',
    group: 'history',
    hasBefore: true,
    aliases: ['change_1w', 'weekly_change'],
    description: 'Change of the close over 5 sessions.',
  },
  change_20d: {
    unit: 'percent',
    group: 'history',
    hasBefore: true,
    aliases: ['change_1m', 'monthly_change'],
    description: 'Change of the close over 20 sessions.',
  },
  high_52w: {
    unit: 'usd',
    group: 'history',
    hasBefore: true,
    aliases: ['high_52', 'year_high'],
    description: 'Highest close of the last 252 sessions, the last one included.',
  },
  low_52w: {
    unit: 'usd',
    group: 'history',
    hasBefore: true,
    aliases: ['low_52', 'year_low'],
    description: 'Lowest close of the last 252 sessions, the last one included.',
  },
  days_to_earnings: {
    unit: 'days',
    group: 'earnings',
    range: [0, 400],
    hasBefore: false,
    aliases: ['earnings', 'next_earnings', 'days_until_earnings', 'next_report'],
    description: 'Calendar days from today to the estimated next earnings report.',
  },
  revenue_growth: {
    unit: 'percent',
    group: 'earnings',
    hasBefore: false,
    aliases: ['revenue_growth_yoy'],
    description: 'Revenue of the newest report over that of a year before.',
  },
  eps_growth: {
    unit: 'percent',
    group: 'earnings',
    hasBefore: false,
    aliases: ['eps_growth_yoy', 'earnings_growth'],
    description: 'Diluted earnings per share of the newest report over those of a year before.',
  },
  swing_score: { ...SCORE, group: 'swing', hasBefore: false, description: 'Score of the swing signal.' },
  swing_signal: {
    unit: 'label',
    group: 'swing',
    labels: SIGNAL_LABELS,
    hasBefore: false,
    description: 'Label of the swing signal.',
  },
  day_score: { ...SCORE, group: 'day', hasBefore: false, description: 'Score of the day signal.' },
  day_signal: {
    unit: 'label',
    group: 'day',
    labels: DAY_LABELS,
    hasBefore: false,
    description: 'Label of the day signal.',
  },
  vpin: {
    unit: 'points',
    group: 'microstructure',
    range: [0, 1],
    hasBefore: false,
    description: 'Probability of informed trading by volume.',
  },
  order_flow_imbalance: {
    unit: 'points',
    group: 'microstructure',
    range: [-1, 1],
    hasBefore: false,
    aliases: ['order_imbalance'],
    description: 'Shares bought less shares sold, over volume.',
  },
  relative_volume: {
    unit: 'multiple',
    group: 'microstructure',
    hasBefore: false,
    aliases: ['rvol'],
    description: 'Volume over its mean in the sessions before, up to the same minute.',
  },
  spread_bps: {
    unit: 'points',
    group: 'microstructure',
    hasBefore: false,
    aliases: ['bid_ask_spread_bps', 'spread'],
    description: 'Bid-ask spread, estimated, in basis points.',
  },
  volatility_30d: {
    unit: 'percent',
    group: 'microstructure',
    hasBefore: false,
    aliases: ['hv_30d', 'hv_30d_pct', 'volatility'],
    description: 'Annualised deviation of 30 daily returns.',
  },
  intraday_volatility: {
    unit: 'percent',
    group: 'microstructure',
    hasBefore: false,
    aliases: ['intraday_vol', 'intraday_vol_pct'],
    description: 'Annualised volatility of the minutes of the session.',
  },
  volatility_regime: {
    unit: 'label',
    group: 'microstructure',
    labels: ['low', 'normal', 'high', 'extreme'],
    hasBefore: false,
    description: 'Volatility of 30 sessions among that of the past year.',
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type MetricName = keyof typeof METRICS;

/** A metric's row, whatever it leaves out. */
export function metricRow(name: MetricName): MetricRow {
  return METRICS[name];
}

const NAMES: ReadonlyMap<string, MetricName> = new Map(
  Object.entries<MetricRow>(METRICS).flatMap(([name, { aliases = [] }]) =>
    [name, ...aliases].map((each) => [each, name as MetricName]),
  ),
);

/** The metric of a name or alias, its words joined by `_`, in lower case. */
export function metricNamed(name: string): MetricName | undefined {
  return NAMES.get(name);
}

/** Names and aliases. */
export const METRIC_NAMES: readonly string[] = [...NAMES.keys()];
