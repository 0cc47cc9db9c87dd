import { plainMacd, plainRsi, plainSma } from './indicators.js';
import { earliest, epochDay, type Row } from './rows.js';

type Decide = (closes: number[], from: number) => boolean[];

/** Above by more than 1e-12 of the close: anything less is a tie. */
const above = (a: number | undefined, b: number | undefined, close: number | undefined) =>
  a !== undefined && b !== undefined && a - b > 1e-12 * (close ?? NaN);

const DECISIONS: Record<string, Decide> = {
  buy_hold: (closes) => closes.map(() => true),
  trend: (closes) => plainSma(closes, 200).map((average, i) => above(closes[i], average, closes[i])),
  golden_cross: (closes) => {
    const slow = plainSma(closes, 200);
    return plainSma(closes, 50).map((fast, i) => above(fast, slow[i], closes[i]));
  },
  rsi_meanrev: (closes, from) => {
    let isLong = false;
    return plainRsi(closes).map((value, i) => {
      if (i < from || value === undefined) return false;
      isLong = isLong ? value <= 55 : value < 30;
      return isLong;
    });
  },
  macd: (closes) => plainMacd(closes).map(({ line, signal }, i) => above(line, signal, closes[i])),
};

const product = (returns: number[]) => returns.reduce((value, ret) => value * (1 + ret), 1);

function sharpe(returns: number[]): number | null {
  const n = returns.length;
  const average = returns.reduce((a, b) => a + b, 0) / n;
  const variance = returns.reduce((sum, ret) => sum + (ret - average) ** 2, 0) / (n - 1);
  return variance > 0 ? (average / Math.sqrt(variance)) * Math.sqrt(252) : null;
}

/** Each value's fall below the highest so far. */
function falls(curve: number[]): number[] {
  let peak = 0;
  return curve.map((value) => value / (peak = Math.max(peak, value)) - 1);
}

function curveOf(returns: number[]): number[] {
  const curve = [1];
  for (const ret of returns) curve.push((curve[curve.length - 1] ?? NaN) * (1 + ret));
  return curve;
}

/** Returns of an account that starts with one dollar: valued at each close after a sale and before a purchase. */
function accountReturns(closes: number[], long: boolean[], cost: number): number[] {
  let [cash, shares] = [1, 0];
  const values = closes.map((close, i) => {
    if (shares > 0 && long[i] !== true) [cash, shares] = [shares * close * (1 - cost), 0];
    const value = cash + shares * close;
    if (shares === 0 && long[i] === true) [cash, shares] = [0, (cash * (1 - cost)) / close];
    return value;
  });
  return values.slice(1).map((value, i) => value / (values[i] ?? NaN) - 1);
}

/** Runs of ones in the positions as text, each bought at its first close and sold at the close after its last one. */
function tradesOf(rows: readonly Row[], long: boolean[], cost: number) {
  const runs = [...long.map(Number).join('').matchAll(/1+/g)].map((run) => ({
    entry: run.index,
    sold: run.index + run[0].length,
  }));
  return runs
    .filter(({ entry }) => entry < rows.length - 1)
    .map(({ entry, sold }) => {
      const [bought, last] = [rows[entry] as Row, rows[Math.min(sold, rows.length - 1)] as Row];
      return {
        entryDate: bought.date,
        entryPrice: bought.adj,
        exitDate: sold < rows.length ? last.date : null,
        exitPrice: last.adj,
        sessions: rows.indexOf(last) - entry,
        returnPct: 100 * (((last.adj * (sold < rows.length ? 1 - cost : 1)) / bought.adj) * (1 - cost)) - 100,
      };
    });
}

function judge(strategy: string, own: number[], market: number[]) {
  const cut = Math.floor((own.length * 7) / 10);
  const [train, test] = [sharpe(own.slice(0, cut)), sharpe(own.slice(cut))];
  const [marketTrain, marketTest] = [sharpe(market.slice(0, cut)) ?? -Infinity, sharpe(market.slice(cut)) ?? -Infinity];
  const ratio = train !== null && train > 0 && test !== null ? test / train : null;
  // A strategy that held throughout has the same Sharpe as the market but for rounding.
  const isBehind =
    strategy !== 'buy_hold' && (train ?? -Infinity) <= marketTrain + 1e-9 && (test ?? -Infinity) <= marketTest + 1e-9;
  let verdict = 'ROBUST';
  if ((ratio ?? 0) < 0.7) verdict = 'MILD_DECAY';
  if ((ratio ?? 0) < 0.3) verdict = 'OVERFIT';
  if (train === null || train <= 0 || isBehind) verdict = 'NO_EDGE';
  const tenth = (k: number) => Math.floor((k * own.length) / 10);
  const positiveWindows = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter(
    (k) => product(own.slice(tenth(k), tenth(k + 1))) - 1 > 1e-12,
  ).length;
  // Lo's variance of a daily Sharpe, (1 + s²/2) / n, in years: s is S / √252 and the error grows by √252.
  const error = (annual: number | null, n: number) =>
    annual === null ? null : Math.sqrt((252 + (annual * annual) / 2) / n);
  const [trainError, testError] = [error(train, cut), error(test, own.length - cut)];
  const ratioError =
    ratio === null
      ? null
      : Math.sqrt(
          ((testError ?? NaN) / (train ?? NaN)) ** 2 +
            (((test ?? NaN) * (trainError ?? NaN)) / (train ?? NaN) ** 2) ** 2,
        );
  return {
    trainSharpe: train,
    testSharpe: test,
    trainTestRatio: ratio,
    verdict,
    positiveWindows,
    trainSharpeStandardError: trainError,
    testSharpeStandardError: testError,
    trainTestRatioStandardError: ratioError,
  };
}

/** Backtest from plain rows; the curves are complete, with one value per session. */
export function plainBacktest(rows: readonly Row[], strategy: string, years: number, costBasisPoints = 0) {
  const from = rows.findIndex(({ date }) => date >= earliest(rows, years));
  const inside = rows.slice(from);
  const closes = rows.map(({ adj }) => adj);
  const long = (DECISIONS[strategy] as Decide)(closes, from).slice(from);
  const cost = costBasisPoints * 0.0001;
  const market = accountReturns(
    closes.slice(from),
    long.map(() => true),
    cost,
  );
  const own = accountReturns(closes.slice(from), long, cost);
  const [first, last] = [inside[0]?.date ?? '', inside[inside.length - 1]?.date ?? ''];
  const metrics = (returns: number[]) => ({
    totalReturnPct: (product(returns) - 1) * 100,
    cagrPct: (Math.pow(product(returns), 365.25 / (epochDay(last) - epochDay(first))) - 1) * 100,
    sharpe: sharpe(returns),
    maxDrawdownPct: Math.min(...falls(curveOf(returns))) * 100,
  });
  const trades = tradesOf(inside, long, cost);
  const wins = trades.filter(({ returnPct }) => returnPct > 0).length;
  const [mine, held] = [metrics(own), metrics(market)];
  const [ownCurve, marketCurve] = [curveOf(own), curveOf(market)];
  const [ownFalls, marketFalls] = [falls(ownCurve), falls(marketCurve)];
  return {
    strategy,
    years,
    costBasisPoints,
    from: first,
    to: last,
    strategyMetrics: {
      ...mine,
      exposurePct: (long.slice(0, -1).filter(Boolean).length / market.length) * 100,
      hitRatePct: trades.length === 0 ? null : (wins / trades.length) * 100,
      tradeCount: trades.length,
    },
    buyHoldMetrics: held,
    edge: {
      excessReturnPct: mine.totalReturnPct - held.totalReturnPct,
      sharpeDelta: mine.sharpe === null || held.sharpe === null ? null : mine.sharpe - held.sharpe,
      drawdownImprovementPct: mine.maxDrawdownPct - held.maxDrawdownPct,
    },
    walkForward: judge(strategy, own, market),
    trades,
    curve: inside.map(({ date }, index) => ({
      index,
      date,
      strategy: ownCurve[index],
      buyHold: marketCurve[index],
      strategyDrawdownPct: 100 * (ownFalls[index] ?? NaN),
      buyHoldDrawdownPct: 100 * (marketFalls[index] ?? NaN),
    })),
  };
}
