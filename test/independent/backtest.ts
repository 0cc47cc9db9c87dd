import { plainMacd, plainRsi, plainSma } from './indicators.js';
import { earliest, epochDay, type Row } from './rows.js';

type Decide = (closes: number[], from: number) => boolean[];

const above = (a: number | undefined, b: number | undefined) => a !== undefined && b !== undefined && a > b;

const DECISIONS: Record<string, Decide> = {
  buy_hold: (closes) => closes.map(() => true),
  trend: (closes) => plainSma(closes, 200).map((average, i) => above(closes[i], average)),
  golden_cross: (closes) => {
    const slow = plainSma(closes, 200);
    return plainSma(closes, 50).map((fast, i) => above(fast, slow[i]));
  },
  rsi_meanrev: (closes, from) => {
    let isLong = false;
    return plainRsi(closes).map((value, i) => {
      if (i < from || value === undefined) return false;
      isLong = isLong ? value <= 55 : value < 30;
      return isLong;
    });
  },
  macd: (closes) => plainMacd(closes).map(({ line, signal }) => above(line, signal)),
};

const product = (returns: number[]) => returns.reduce((value, ret) => value * (1 + ret), 1);

function sharpe(returns: number[]): number | null {
  const n = returns.length;
  const average = returns.reduce((a, b) => a + b, 0) / n;
  const variance = returns.reduce((sum, ret) => sum + (ret - average) ** 2, 0) / (n - 1);
  return variance > 0 ? (average / Math.sqrt(variance)) * Math.sqrt(252) : null;
}

function drawdown(curve: number[]): number {
  let peak = 0;
  return Math.min(...curve.map((value) => value / (peak = Math.max(peak, value)) - 1));
}

function curveOf(returns: number[]): number[] {
  const curve = [1];
  for (const ret of returns) curve.push((curve[curve.length - 1] ?? NaN) * (1 + ret));
  return curve;
}

function tradesOf(long: boolean[], returns: number[]): number[] {
  const trades: number[][] = [];
  returns.forEach((ret, i) => {
    if (!long[i]) return;
    if (i === 0 || !long[i - 1]) trades.push([]);
    trades[trades.length - 1]?.push(ret);
  });
  return trades.map((rets) => product(rets) - 1);
}

function judge(strategy: string, own: number[], market: number[]) {
  const cut = Math.floor((own.length * 7) / 10);
  const [train, test] = [sharpe(own.slice(0, cut)), sharpe(own.slice(cut))];
  const [marketTrain, marketTest] = [sharpe(market.slice(0, cut)) ?? -Infinity, sharpe(market.slice(cut)) ?? -Infinity];
  const ratio = train !== null && train > 0 && test !== null ? test / train : null;
  const isBehind = strategy !== 'buy_hold' && (train ?? -Infinity) <= marketTrain && (test ?? -Infinity) <= marketTest;
  let verdict = 'ROBUST';
  if ((ratio ?? 0) < 0.7) verdict = 'MILD_DECAY';
  if ((ratio ?? 0) < 0.3) verdict = 'OVERFIT';
  if (train === null || train <= 0 || isBehind) verdict = 'NO_EDGE';
  const tenth = (k: number) => Math.floor((k * own.length) / 10);
  const positiveWindows = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((k) => product(own.slice(tenth(k), tenth(k + 1))) > 1).length;
  return { trainSharpe: train, testSharpe: test, trainTestRatio: ratio, verdict, positiveWindows };
}

/** Backtest from plain rows; the curves are complete, with one value per session. */
export function plainBacktest(rows: readonly Row[], strategy: string, years: number) {
  const from = rows.findIndex(({ date }) => date >= earliest(rows, years));
  const closes = rows.map(({ adj }) => adj);
  const long = (DECISIONS[strategy] as Decide)(closes, from).slice(from);
  const market = closes.slice(from + 1).map((close, i) => close / (closes[from + i] ?? NaN) - 1);
  const own = market.map((ret, i) => (long[i] ? ret : 0));
  const days = epochDay(rows[rows.length - 1]?.date ?? '') - epochDay(rows[from]?.date ?? '');
  const metrics = (returns: number[]) => ({
    totalReturnPct: (product(returns) - 1) * 100,
    cagrPct: (Math.pow(product(returns), 365.25 / days) - 1) * 100,
    sharpe: sharpe(returns),
    maxDrawdownPct: drawdown(curveOf(returns)) * 100,
  });
  const trades = tradesOf(long, market);
  const [mine, held] = [metrics(own), metrics(market)];
  return {
    strategyMetrics: {
      ...mine,
      exposurePct: (long.slice(0, -1).filter(Boolean).length / market.length) * 100,
      hitRatePct: trades.length === 0 ? null : (trades.filter((ret) => ret > 0).length / trades.length) * 100,
      trades: trades.length,
    },
    buyHoldMetrics: held,
    edge: {
      excessReturnPct: mine.totalReturnPct - held.totalReturnPct,
      sharpeDelta: mine.sharpe === null || held.sharpe === null ? null : mine.sharpe - held.sharpe,
      ddImprovementPct: mine.maxDrawdownPct - held.maxDrawdownPct,
    },
    walkForward: judge(strategy, own, market),
    curve: { strat: curveOf(own), bh: curveOf(market) },
  };
}
