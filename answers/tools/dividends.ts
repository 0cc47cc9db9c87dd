import { z } from 'zod';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { asOfDay } from '../facts/as-of.js';
import type { FactsAbout } from '../facts/fact-list.js';
import type { DividendsToolQuery } from '../generated/operations.js';
import { entriesOf, graphqlRef, tickers } from './inputs.js';
import { defineTool } from './tool.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Newest dividends and calendar years that are told one by one. */
const MOST_ROWS = 8;
const MOST_YEARS = 5;
const YEAR_DAYS = 365;
/** Ex-dates of the same dividend in two years are at most this far from a year apart. */
const NEAR_DAYS = 31;

interface DividendsInput {
  readonly tickers: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
}

type Dividends = NonNullable<NonNullable<NonNullable<DividendsToolQuery['securitiesByTicker']>[number]>['dividends']>;

const A_SHARE = { terms: ['dividend', 'dividends', 'a share'], measure: 'dividend' };
const dayOf = (date: string): number => parseIsoDate(date) ?? 0;
const sumOf = (dividends: Dividends): number =>
  Number(dividends.reduce((sum, { amount }) => sum + amount, 0).toPrecision(7));

/** The dividend whose ex-date is nearest to a year before the last one. */
function ofYearBefore(dividends: Dividends, last: string): Dividends[number] | undefined {
  const away = ({ exDate }: Dividends[number]): number => Math.abs(dayOf(exDate) - (dayOf(last) - YEAR_DAYS));
  const [nearest] = [...dividends].sort((one, other) => away(one) - away(other));
  return nearest !== undefined && away(nearest) <= NEAR_DAYS ? nearest : undefined;
}

function tellLast(facts: FactsAbout, dividends: Dividends): void {
  const last = dividends.at(-1);
  if (last === undefined) return;
  facts.date('first_on', 'first ex-date', dividends[0]?.exDate);
  facts.date('last_on', 'last ex-date', last.exDate, { terms: ['ex-dividend'] });
  facts.number('last', 'last dividend', last.amount, 'usd_per_share', A_SHARE);
  const before = ofYearBefore(dividends, last.exDate);
  if (before === undefined || before.amount === 0) return;
  facts.date('before_on', 'ex-date a year before', before.exDate);
  facts.number('before', 'dividend a year before', before.amount, 'usd_per_share', A_SHARE);
  const change = Number((100 * (last.amount / before.amount - 1)).toFixed(4));
  facts.number('change', 'change of the dividend', change, 'percent', { ...A_SHARE, isChange: true });
}

function tellYears(facts: FactsAbout, dividends: Dividends): void {
  const years = [...new Set(dividends.map(({ exDate }) => exDate.slice(0, 4)))].sort().reverse();
  for (const [row, year] of years.slice(0, MOST_YEARS).entries()) {
    const ofYear = dividends.filter(({ exDate }) => exDate.startsWith(year));
    facts.date('year', 'calendar year', year, { row });
    facts.number('year_total', 'dividends of the year', sumOf(ofYear), 'usd_per_share', { ...A_SHARE, row });
  }
}

/** Cash dividends by ex-date. */
export const TOOL = defineTool<DividendsInput, DividendsToolQuery>({
  name: 'dividends',
  description:
    'Cash dividends of listed securities by ex-date, of all stored time or of a stretch of days: amounts a share, sums by ' +
    'year, change in a year. Days of payment are not stored.',
  input: z.object({
    tickers,
    from: z.string().regex(DAY).nullable().default(null).describe('First ex-date.'),
    to: z.string().regex(DAY).nullable().default(null).describe('Last ex-date.'),
  }),
  operation: /* GraphQL */ `
    query DividendsTool($tickers: [Ticker!]!, $from: LocalDate, $to: LocalDate) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        lastSession
        dividends(from: $from, to: $to, last: 500) {
          exDate
          amount
        }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers: of, from, to }) {
    for (const [ticker, { dividends, lastSession }] of entriesOf(of, securitiesByTicker)) {
      if (!dividends || lastSession === null) continue;
      const source = { title: `Dividends of ${ticker}`, ref: graphqlRef('dividends'), asOf: asOfDay(lastSession) };
      const facts = list.about(ticker, source);
      facts.date('from', 'start of the period', from);
      facts.date('to', 'end of the period', to === null ? null : isoDate(Math.min(dayOf(to), dayOf(lastSession))));
      facts.count('count', 'dividends', dividends.length, 'dividends', { terms: ['dividends', 'times'] });
      if (dividends.length === 0) continue;
      facts.number('total', 'sum of the dividends', sumOf(dividends), 'usd_per_share', A_SHARE);
      tellLast(facts, dividends);
      tellYears(facts, dividends);
      for (const [row, { exDate, amount }] of dividends.slice(-MOST_ROWS).reverse().entries()) {
        facts.date('ex_date', 'ex-date', exDate, { row, terms: ['ex-dividend'] });
        facts.number('amount', 'dividend', amount, 'usd_per_share', { ...A_SHARE, row });
      }
    }
  },
});
