import { parseIsoDate } from '../../calendar/days.js';
import { asOfDay } from '../facts/as-of.js';
import type { FactsAbout } from '../facts/fact-list.js';
import type { PastPricesToolQuery } from '../generated/operations.js';
import { entriesOf, graphqlRef } from './inputs.js';
import { heldPeriod, readFrom, type HeldPeriod } from './past-period.js';
import { drawdownOf, volatilityPct } from './price-risk.js';
import { defineTool } from './tool.js';

type Columns = NonNullable<NonNullable<NonNullable<PastPricesToolQuery['securitiesByTicker']>[number]>['barColumns']>;

const PRICE = { measure: 'price' };
const changePct = (end: number, start: number): number => Number((100 * (end / start - 1)).toFixed(4));

function tellDay(facts: FactsAbout, { dates, opens, highs, lows, closes, volumes }: Columns): void {
  const at = dates.length - 1;
  const [close, before] = [closes[at], closes[at - 1]];
  facts.date('session', 'session', dates[at]);
  facts.number('close', 'close', close, 'usd_per_share', { ...PRICE, terms: ['closed'] });
  facts.number('open', 'opening price', opens[at], 'usd_per_share', { ...PRICE, terms: ['opened'] });
  facts.number('high', 'highest price', highs[at], 'usd_per_share', PRICE);
  facts.number('low', 'lowest price', lows[at], 'usd_per_share', PRICE);
  facts.count('volume', 'volume', volumes[at], 'shares', { terms: ['traded'] });
  if (close === undefined || before === undefined) return;
  facts.number('previous', 'close of the session before', before, 'usd_per_share', PRICE);
  facts.date('previous_on', 'session before', dates[at - 1]);
  facts.number('change', 'change of the session', changePct(close, before), 'percent', { ...PRICE, isChange: true });
}

/** Returns of a period that make a volatility: those of a month. */
const FEWEST_RETURNS = 15;
const rounded = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(4)));

/** Risk over a period, from the close before it on. */
function tellRisk(facts: FactsAbout, dates: readonly string[], closes: readonly number[]): void {
  const drawdown = drawdownOf(closes);
  facts.number('drawdown', 'maximum drawdown of the period', rounded(drawdown?.pct ?? null), 'percent', {
    isChange: true,
    terms: ['drawdown', 'deepest fall'],
  });
  if (drawdown !== null && drawdown.pct < 0) {
    facts.date('drawdown_from', 'day of the high before the deepest fall', dates[drawdown.from]);
    facts.date('drawdown_to', 'day of the low after it', dates[drawdown.to]);
  }
  facts.number('volatility', 'volatility of the period', rounded(volatilityPct(closes, FEWEST_RETURNS)), 'percent', {
    terms: ['volatility', 'a year'],
  });
}

const placeOf = (values: readonly number[], first: number, isBetter: (one: number, other: number) => boolean): number =>
  values.reduce((best, value, at) => (at > first && isBetter(value, values[best] ?? value) ? at : best), first);

const YEAR_DAYS = 365.25;

/** Growth a year, percent, from the session before `first` to the last one; null over less than a year. */
function annualisedPct(dates: readonly string[], first: number, growth: number): number | null {
  const [start, end] = [dates[first - 1], dates.at(-1)].map((date) => parseIsoDate(date ?? ''));
  if (start === null || start === undefined || end === null || end === undefined) return null;
  const years = (end - start) / YEAR_DAYS;
  return years < 1 ? null : rounded(100 * (growth ** (1 / years) - 1));
}

function tellSpan(
  facts: FactsAbout,
  { dates, closes, adjustedCloses }: Columns,
  from: string,
  amountUsd: number | null,
): void {
  const first = dates.findIndex((date) => date >= from);
  const last = dates.length - 1;
  if (first < 0) return;
  const [top, bottom] = [
    placeOf(closes, first, (one, other) => one > other),
    placeOf(closes, first, (one, other) => one < other),
  ];
  facts.number('top', 'highest close', closes[top], 'usd_per_share', PRICE);
  facts.date('top_on', 'day of the highest close', dates[top]);
  facts.number('bottom', 'lowest close', closes[bottom], 'usd_per_share', PRICE);
  facts.date('bottom_on', 'day of the lowest close', dates[bottom]);
  facts.date('first_on', 'first session of the period', dates[first]);
  facts.date('end_on', 'last session of the period', dates[last]);
  facts.number('end', 'last close', closes[last], 'usd_per_share', { ...PRICE, terms: ['close went', 'closed'] });
  const base = Math.max(0, first - 1);
  tellRisk(facts, dates.slice(base), adjustedCloses.slice(base));
  const [start, end, adjustedStart, adjustedEnd] = [
    closes[first - 1],
    closes[last],
    adjustedCloses[first - 1],
    adjustedCloses[last],
  ];
  if (start === undefined || end === undefined || adjustedStart === undefined || adjustedEnd === undefined) return;
  facts.date('start_on', 'session before the period', dates[first - 1]);
  facts.number('start', 'close before the period', start, 'usd_per_share', {
    ...PRICE,
    terms: ['close went', 'closed'],
  });
  facts.number('change', 'change of the price', changePct(end, start), 'percent', {
    ...PRICE,
    isChange: true,
    terms: ['gained', 'lost', 'price'],
  });
  facts.number('total_return', 'return with dividends', changePct(adjustedEnd, adjustedStart), 'percent', {
    ...PRICE,
    isChange: true,
    terms: ['with dividends'],
  });
  facts.number(
    'annualised',
    'annualised return with dividends',
    annualisedPct(dates, first, adjustedEnd / adjustedStart),
    'percent',
    { ...PRICE, isChange: true, terms: ['a year', 'with dividends'] },
  );
  if (amountUsd === null) return;
  facts.number('amount', 'amount of the purchase', amountUsd, 'usd');
  const worth = { measure: 'value', terms: ['become', 'worth'] };
  facts.number('worth', 'value with dividends', (amountUsd * adjustedEnd) / adjustedStart, 'usd', worth);
  facts.number('worth_by_price', 'value without dividends', (amountUsd * end) / start, 'usd', worth);
}

/** Prices of a past day or a stretch of days, from daily bars. */
export const TOOL = defineTool<HeldPeriod, PastPricesToolQuery>({
  name: 'past_prices',
  description:
    'Prices of a past day (isDay: open, high, low, close, volume, change), or change, annualised return, ' +
    'extremes, drawdown and volatility over days from the last close before them; and what a purchase then became ' +
    '(amountUsd).',
  input: heldPeriod,
  operation: /* GraphQL */ `
    query PastPricesTool($tickers: [Ticker!]!, $first: LocalDate!, $to: LocalDate!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        firstSession
        lastSession
        barColumns(from: $first, to: $to, last: 5000) {
          dates
          opens
          highs
          lows
          closes
          adjustedCloses
          volumes
        }
      }
    }
  `,
  variables: ({ tickers: of, from, to }) => ({ tickers: of, first: readFrom(from), to }),
  tell({ securitiesByTicker }, list, { tickers: of, from, to, isDay, amountUsd }) {
    for (const [ticker, { barColumns, firstSession, lastSession }] of entriesOf(of, securitiesByTicker)) {
      const source = {
        title: `Daily prices of ${ticker}`,
        ref: graphqlRef('barColumns'),
        asOf: asOfDay(barColumns?.dates.at(-1) ?? lastSession ?? to),
      };
      const facts = list.about(ticker, source);
      facts.date('asked', 'day that was asked for', to);
      facts.date('from', 'start of the period', from);
      facts.date('first', 'first stored session', firstSession);
      facts.date('last', 'last stored session', lastSession);
      if (!barColumns || barColumns.dates.length === 0) continue;
      if (isDay) tellDay(facts, barColumns);
      else tellSpan(facts, barColumns, from, amountUsd ?? null);
    }
  },
});
