/** One capability in every place where it can be read. */
export interface Capability {
  readonly name: string;
  /** Below `/api/v1`, with `TICKER` in place of the ticker. */
  readonly rest: string;
  /** Arguments of the field beside the ticker, parentheses left out. */
  readonly args: string;
  readonly field: string;
  /** What is read of it, under REST's names. */
  readonly selection: string;
  readonly needs: 'free' | 'starter';
}

export const CAPABILITIES: readonly Capability[] = [
  { name: 'signal', rest: '/signal?ticker=TICKER', field: 'signal', args: '', selection: '{ ticker composite_score: compositeScore confidence price { current volume } indicators { rsi sma_200: sma200 macd_histogram: macdHistogram } timestamp }', needs: 'free' },
  { name: 'seasonality', rest: '/seasonality?ticker=TICKER', field: 'seasonality', args: '', selection: '{ ticker month_count: monthCount from to months { month label n avg median win_rate: winRate best { year ret } } current { month partial_ret: partialRet } api_version: apiVersion }', needs: 'free' },
  { name: 'gap-stats', rest: '/gap-stats?ticker=TICKER', field: 'gapStats', args: '', selection: '{ ticker sessions gap_count: gapCount up { n fill_rate: fillRate } buckets { dir size n avg_gap: avgGap } largest_dn: largestDn { date gap filled } last_gap: lastGap { date gap } }', needs: 'free' },
  { name: 'dca', rest: '/dca?ticker=TICKER&monthly=250&years=3', field: 'dca', args: 'monthly: 250, years: 3', selection: '{ ticker monthly_amount: monthlyAmount purchases years invested final_value: finalValue xirr max_drawdown: maxDrawdown lucky { final_value: finalValue } series { t value } benchmark { ticker final_value: finalValue } }', needs: 'free' },
  { name: 'backtest', rest: '/backtest?ticker=TICKER&strategy=golden_cross&years=3', field: 'backtest', args: 'strategy: golden_cross, years: 3', selection: '{ ok ticker strategy years strategy_metrics: strategyMetrics { sharpe trades exposure_pct: exposurePct } walk_forward: walkForward { verdict train_sharpe: trainSharpe } curve { i strat bh } }', needs: 'starter' },
];

/** A place in the graph: the document that reads the capability there, and the way to it in `data`. */
export interface Place {
  readonly name: string;
  document(capability: Capability, ticker: string): string;
  readonly path: (capability: Capability) => readonly (string | number)[];
}

const called = (args: string): string => (args === '' ? '' : `(${args})`);
const root = ({ field, args, selection }: Capability, ticker: string): string => `${field}(ticker: ${JSON.stringify(ticker)}${args === '' ? '' : `, ${args}`}) ${selection}`;
const nested = ({ field, args, selection }: Capability): string => `${field}${called(args)} ${selection}`;

export const PLACES: readonly Place[] = [
  { name: 'a root field', document: (capability, ticker) => `{ ${root(capability, ticker)} }`, path: ({ field }) => [field] },
  { name: 'an alias', document: (capability, ticker) => `{ other: ${root(capability, ticker)} }`, path: () => ['other'] },
  { name: 'security()', document: (capability, ticker) => `{ security(symbol: ${JSON.stringify(ticker)}) { ${nested(capability)} } }`, path: ({ field }) => ['security', field] },
  { name: 'an alias under security()', document: (capability, ticker) => `{ one: security(symbol: ${JSON.stringify(ticker)}) { name two: ${nested(capability)} } }`, path: () => ['one', 'two'] },
  { name: 'a list of one', document: (capability, ticker) => `{ securities(symbols: [${JSON.stringify(ticker)}]) { ${nested(capability)} } }`, path: ({ field }) => ['securities', 0, field] },
  { name: 'a fragment under a directive', document: (capability, ticker) => `query Q($skip: Boolean = false) { ...F @skip(if: $skip) } fragment F on Query { ${root(capability, ticker)} }`, path: ({ field }) => [field] },
];

/** A REST answer cut down to what a place in the graph asked for. */
export function pickedLike(whole: unknown, sample: unknown): unknown {
  if (Array.isArray(sample)) return sample.map((entry, index) => pickedLike(Array.isArray(whole) ? (whole[index] as unknown) : undefined, entry));
  if (typeof sample !== 'object' || sample === null || typeof whole !== 'object' || whole === null) return whole;
  return Object.fromEntries(Object.entries(sample).map(([key, inner]) => [key, pickedLike(Reflect.get(whole, key), inner)]));
}
