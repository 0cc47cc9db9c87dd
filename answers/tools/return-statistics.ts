import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { ReturnStatisticsToolQuery } from '../generated/operations.js';
import { entriesOf, graphqlRef } from './inputs.js';
import { defineTool } from './tool.js';

const MOST_TICKERS = 5;
/** What beta is measured against. */
const MARKET = 'SPY';
/** Sessions of a year. */
const YEAR_SESSIONS = 252;
/** Fewer returns tell nothing. */
const LEAST_RETURNS = 60;

interface Series {
  readonly ticker: string;
  /** Daily returns by the day that they end on, of the last year. */
  readonly returns: ReadonlyMap<string, number>;
  readonly last: string;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;

/** Sums of products of deviations from the means, of returns of the same days; null with fewer than 60. */
function momentsOf(
  one: Series,
  other: Series,
): { readonly own: number; readonly others: number; readonly joint: number } | null {
  const days = [...one.returns.keys()].filter((day) => other.returns.has(day));
  if (days.length < LEAST_RETURNS) return null;
  const [mine, theirs] = [one, other].map(({ returns }) => days.map((day) => returns.get(day) ?? 0));
  if (mine === undefined || theirs === undefined) return null;
  const [myMean, theirMean] = [meanOf(mine), meanOf(theirs)];
  const products = days.map((_, at) => {
    const [x, y] = [(mine[at] ?? 0) - myMean, (theirs[at] ?? 0) - theirMean];
    return [x * x, y * y, x * y] as const;
  });
  const sumOf = (which: 0 | 1 | 2): number => products.reduce((sum, each) => sum + each[which], 0);
  return { own: sumOf(0), others: sumOf(1), joint: sumOf(2) };
}

const rounded = (value: number): number => Number(value.toFixed(4));

/** Pearson's correlation of daily returns. */
function correlationOf(one: Series, other: Series): number | null {
  const moments = momentsOf(one, other);
  if (moments === null || !(moments.own > 0) || !(moments.others > 0)) return null;
  return rounded(moments.joint / Math.sqrt(moments.own * moments.others));
}

/** Covariance with the market's returns over their variance. */
function betaOf(one: Series, market: Series): number | null {
  const moments = momentsOf(one, market);
  return moments === null || !(moments.others > 0) ? null : rounded(moments.joint / moments.others);
}

/** Mean daily return over its sample standard deviation, annualised, at a risk-free rate of zero. */
function sharpeOf({ returns }: Series): number | null {
  const values = [...returns.values()];
  if (values.length < LEAST_RETURNS) return null;
  const mean = meanOf(values);
  const deviation = Math.sqrt(values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (values.length - 1));
  return deviation > 0 ? rounded((mean / deviation) * Math.sqrt(YEAR_SESSIONS)) : null;
}

/** Correlation, beta and Sharpe ratio of daily returns over one year. */
export const TOOL = defineTool<{ readonly tickers: readonly string[] }, ReturnStatisticsToolQuery>({
  name: 'return_statistics',
  description: `Correlation of daily returns of up to ${MOST_TICKERS} listed securities with each other, their beta to ${MARKET} and their Sharpe ratio at a zero rate, over one year.`,
  input: z.object({ tickers: z.array(z.string()).min(1).max(MOST_TICKERS) }),
  operation: /* GraphQL */ `
    query ReturnStatisticsTool($tickers: [Ticker!]!, $market: Ticker!, $sessions: Int!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        barColumns(last: $sessions) { dates adjustedCloses }
      }
      market: securitiesByTicker(tickers: [$market]) {
        ticker
        barColumns(last: $sessions) { dates adjustedCloses }
      }
    }
  `,
  variables: ({ tickers }) => ({ tickers, market: MARKET, sessions: YEAR_SESSIONS + 1 }),
  tell({ securitiesByTicker, market }, list, { tickers }) {
    const seriesOf = (asked: readonly string[], entries: typeof securitiesByTicker): readonly Series[] =>
      entriesOf(asked, entries).flatMap(([ticker, { barColumns }]) => {
        const last = barColumns?.dates.at(-1);
        if (!barColumns || last === undefined) return [];
        const { dates, adjustedCloses } = barColumns;
        const returns = new Map(
          dates.slice(1).map((day, at) => [day, (adjustedCloses[at + 1] ?? 0) / (adjustedCloses[at] ?? 1) - 1]),
        );
        return [{ ticker, returns, last }];
      });
    const all = seriesOf(tickers, securitiesByTicker);
    const [whole] = seriesOf([MARKET], market);
    const source = (of: string, last: string) => ({
      title: `Daily prices of ${of}`,
      ref: graphqlRef('barColumns'),
      asOf: asOfDay(last),
    });
    for (const series of all) {
      const { ticker, last, returns } = series;
      const facts = list.about(ticker, source(ticker, last));
      facts.count('returns', 'daily returns', returns.size, 'returns');
      facts.date('from', 'first daily return', [...returns.keys()][0]);
      facts.date('to', 'last daily return', last);
      facts.number('sharpe', 'Sharpe ratio over one year', sharpeOf(series), 'statistic', { terms: ['Sharpe'] });
      if (whole !== undefined && ticker !== MARKET) {
        facts.number('beta', `beta to ${MARKET}`, betaOf(series, whole), 'statistic', { terms: ['beta'] });
        list
          .about([ticker, MARKET], source(`${ticker} and ${MARKET}`, last))
          .number('market_correlation', `correlation with ${MARKET}`, correlationOf(series, whole), 'statistic', {
            terms: ['correlation'],
          });
      }
    }
    let row = 0;
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1)) {
        const { ticker, last } = one;
        list
          .about([ticker, other.ticker], source(`${ticker} and ${other.ticker}`, last > other.last ? last : other.last))
          .number('correlation', 'correlation of daily returns', correlationOf(one, other), 'statistic', {
            row,
            terms: ['correlation'],
          });
        row += 1;
      }
  },
});
