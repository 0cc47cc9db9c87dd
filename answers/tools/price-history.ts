import { z } from 'zod';
import { civilOf, dayOf, isoDate, parseIsoDate, yearsBack } from '../../calendar/days.js';
import { asOfDay } from '../facts/as-of.js';
import type { FactsAbout } from '../facts/fact-list.js';
import type { PriceHistoryToolQuery } from '../generated/operations.js';
import { entriesOf, graphqlRef, tickers } from './inputs.js';
import { drawdownOf, volatilityPct, YEAR_SESSIONS } from './price-risk.js';
import { defineTool } from './tool.js';

interface Columns {
  readonly dates: readonly string[];
  readonly highs: readonly number[];
  readonly lows: readonly number[];
  readonly closes: readonly number[];
  readonly adjustedCloses: readonly number[];
}

/** Windows of returns: a calendar day back from the last session. */
const WINDOWS: readonly (readonly [key: string, label: string, back: (day: number) => number])[] = [
  ['return_1w', 'return over one week', (day) => day - 7],
  ['return_1m', 'return over one month', (day) => monthsBack(day, 1)],
  ['return_3m', 'return over three months', (day) => monthsBack(day, 3)],
  ['return_6m', 'return over six months', (day) => monthsBack(day, 6)],
  ['return_ytd', 'return this year', (day) => dayOf(civilOf(day).year, 1, 1) - 1],
  ['return_1y', 'return over one year', (day) => yearsBack(day, 1)],
  ['return_3y', 'return over three years', (day) => yearsBack(day, 3)],
  ['return_5y', 'return over five years', (day) => yearsBack(day, 5)],
  ['return_10y', 'return over ten years', (day) => yearsBack(day, 10)],
];

/** The same day of an earlier month, or its last one. */
function monthsBack(day: number, months: number): number {
  const { year, month, day: date } = civilOf(day);
  const [y, m] = month > months ? [year, month - months] : [year - 1, month + 12 - months];
  const first = dayOf(y, m, 1);
  const next = m === 12 ? dayOf(y + 1, 1, 1) : dayOf(y, m + 1, 1);
  return Math.min(first + date - 1, next - 1);
}

function extreme(values: readonly number[], isHigh: boolean): number {
  return values.reduce(
    (best, value, index) =>
      (isHigh ? value > (values[best] ?? value) : value < (values[best] ?? value)) ? index : best,
    0,
  );
}

const rounded = (value: number): number => Number(value.toFixed(4));

function tellReturns(facts: FactsAbout, { dates, adjustedCloses }: Columns, last: number): void {
  const days = dates.map((date) => parseIsoDate(date) ?? 0);
  const end = adjustedCloses.at(-1) ?? Number.NaN;
  for (const [key, label, back] of WINDOWS) {
    const from = back(last);
    const at = days.findLastIndex((day) => day <= from);
    const start = adjustedCloses[at];
    if (start === undefined) continue;
    facts.number(key, label, rounded(100 * (end / start - 1)), 'percent', {
      isChange: true,
      measure: 'price',
      terms: ['return', 'returned', label.replace('return ', '')],
    });
    facts.date(`${key}_from`, `start of the ${label}`, isoDate(days[at] ?? from));
  }
}

function tellYear(facts: FactsAbout, { dates, highs, lows, closes, adjustedCloses }: Columns): void {
  const first = Math.max(0, dates.length - YEAR_SESSIONS);
  const [high, low] = [first + extreme(highs.slice(first), true), first + extreme(lows.slice(first), false)];
  const [top, close] = [highs[high], closes.at(-1)];
  facts.number('high', '52-week high', top, 'usd_per_share', { measure: 'price' });
  facts.date('high_on', 'day of the 52-week high', dates[high]);
  facts.number('low', '52-week low', lows[low], 'usd_per_share', { measure: 'price' });
  facts.date('low_on', 'day of the 52-week low', dates[low]);
  if (top !== undefined && close !== undefined)
    facts.number('below_high', 'distance to the 52-week high', rounded(100 * (close / top - 1)), 'percent', {
      isChange: true,
    });
  const volatility = volatilityPct(adjustedCloses.slice(-YEAR_SESSIONS - 1));
  facts.number('volatility', 'volatility over one year', volatility === null ? null : rounded(volatility), 'percent', {
    terms: ['volatility', 'a year'],
  });
  const deepest = drawdownOf(adjustedCloses.slice(first))?.pct ?? null;
  facts.number('drawdown', 'maximum drawdown over one year', deepest === null ? null : rounded(deepest), 'percent', {
    isChange: true,
    terms: ['drawdown', 'deepest fall'],
  });
}

/** Returns over windows, the year's range, volatility and drawdown, from daily bars. */
export const TOOL = defineTool<{ readonly tickers: readonly string[]; readonly years: number }, PriceHistoryToolQuery>({
  name: 'price_history',
  description:
    'Total returns of listed securities over a week to ten years, 52-week high and low, volatility and drawdown.',
  input: z.object({ tickers, years: z.number().int().min(1).max(10).describe('Years of history to read.') }),
  operation: /* GraphQL */ `
    query PriceHistoryTool($tickers: [Ticker!]!, $sessions: Int!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        barColumns(last: $sessions) { dates highs lows closes adjustedCloses }
      }
    }
  `,
  variables: ({ tickers: of, years }) => ({ tickers: of, sessions: Math.min(5000, years * 253 + 10) }),
  tell({ securitiesByTicker }, list, { tickers: of }) {
    for (const [ticker, { barColumns }] of entriesOf(of, securitiesByTicker)) {
      const lastDate = barColumns?.dates.at(-1);
      const last = lastDate === undefined ? null : parseIsoDate(lastDate);
      if (!barColumns || lastDate === undefined || last === null) continue;
      const source = { title: `Daily prices of ${ticker}`, ref: graphqlRef('barColumns'), asOf: asOfDay(lastDate) };
      const facts = list.about(ticker, source);
      facts.number('close', 'price', barColumns.closes.at(-1), 'usd_per_share', {
        measure: 'price',
        terms: ['closed', 'trades'],
      });
      facts.date('close_on', 'last session', lastDate);
      tellReturns(facts, barColumns, last);
      tellYear(facts, barColumns);
    }
  },
});
