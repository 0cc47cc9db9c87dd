import { monthIndexOf, monthOfMonthIndex, yearOfMonthIndex } from '../../calendar/days.js';
import { monthlyOptionExpiry } from '../../calendar/option-expiries.js';
import type { OptionQuote } from '../../store/option-quotes.js';
import type { StoredSeries } from '../../store/series.js';
import { profileOf } from '../models/well-known.js';
import { blackScholes } from '../../engines/options/black-scholes.js';
import { saveChains } from '../models/save-chains.js';
import { INSTRUMENTS, type Instrument } from './instruments.js';
import { hashText, seededRandom } from './random.js';
import { usualVolatility } from './shocks.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

const SEED = hashText('options');
const RATE = 0.04;
const DAYS_PER_YEAR = 365;
/** Monthly expiries, enough for the next two reports. */
const EXPIRIES = 6;
const STRIKES_EACH_SIDE = 5;
/** Distance of strikes over the spot, before it is rounded to 1, 2 or 5 times a power of 10. */
const STRIKE_STEP = 0.02;
/** Half the distance of bid and ask over the price, and at least a cent. */
const HALF_SPREAD = 0.015;
const CENT = 0.01;
/** Contracts, and by how much they fall with the distance of the strike. */
const USUAL_OPEN_INTEREST = 4_000;
const TRADED_SHARE = 0.15;
const MOST_SIZE = 50;

/** The monthly expiry `months` after the month of a day. */
function expiryAfter(day: number, months: number): number {
  const month = monthIndexOf(day) + months;
  return monthlyOptionExpiry(yearOfMonthIndex(month), monthOfMonthIndex(month));
}

function stepOf(spot: number): number {
  const unit = 10 ** Math.floor(Math.log10(spot * STRIKE_STEP));
  const steps = spot * STRIKE_STEP >= 5 * unit ? 5 : spot * STRIKE_STEP >= 2 * unit ? 2 : 1;
  return steps * unit;
}

const cents = (value: number): number => Math.round(value * 100) / 100;

/** Bid and ask around a price in cents; no bid where it would be 0. */
function quoteOf(price: number): Pick<OptionQuote, 'bid' | 'ask' | 'last'> {
  const half = Math.max(CENT, price * HALF_SPREAD);
  const bid = cents(price - half);
  return { bid: bid > 0 ? bid : null, ask: cents(price + half), last: cents(price) || null };
}

/** The close's chain of one company: invented quotes around Black-Scholes prices at its invented volatility. */
export function simulatedChain(instrument: Instrument, { symbol, bars }: StoredSeries): readonly OptionQuote[] {
  const [day, spot] = [bars.days.at(-1), bars.close.at(-1)];
  if (day === undefined || spot === undefined || !(spot > 0)) return [];
  const random = seededRandom(SEED, day, hashText(symbol));
  const volatility = usualVolatility(instrument);
  const step = stepOf(spot);
  const middle = Math.round(spot / step);
  const strikes = Array.from({ length: 2 * STRIKES_EACH_SIDE + 1 }, (_, at) =>
    Number(((middle - STRIKES_EACH_SIDE + at) * step).toPrecision(8)),
  );
  const expiries = Array.from({ length: EXPIRIES + 1 }, (_, months) => expiryAfter(day, months)).filter(
    (expiry) => expiry > day,
  );
  return expiries.flatMap((expiry) =>
    strikes.flatMap((strike) => {
      const prices = blackScholes({ spot, strike, years: (expiry - day) / DAYS_PER_YEAR, volatility, rate: RATE });
      const interest = USUAL_OPEN_INTEREST * Math.exp(-Math.abs(strike / spot - 1) * 10);
      return (['call', 'put'] as const).map((optionType) => {
        const openInterest = Math.round(interest * (0.5 + random()));
        return {
          ticker: symbol,
          day,
          minute: null,
          expiry,
          strike,
          optionType,
          ...quoteOf(prices[optionType]),
          bidSize: 1 + Math.floor(MOST_SIZE * random()),
          askSize: 1 + Math.floor(MOST_SIZE * random()),
          volume: Math.round(openInterest * TRADED_SHARE * random()),
          openInterest,
          impliedVolatility: volatility,
          underlyingPrice: spot,
          source: SIMULATED,
        };
      });
    }),
  );
}

/** For simulated companies, of the newest session only; leaves out tickers with imported chains. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx }) => {
  const imported = await store.optionQuotes.tickersOfOthers(tx, SIMULATED);
  const companies = INSTRUMENTS.filter(({ symbol }) => profileOf(symbol).kind === 'equity' && !imported.has(symbol));
  const symbols = companies.map(({ symbol }) => symbol);
  const stored = await store.bars.within(tx, symbols);
  const chains = companies.flatMap((instrument) => {
    const series = stored.get(instrument.symbol);
    return series?.source === SIMULATED ? simulatedChain(instrument, series) : [];
  });
  await store.optionQuotes.remove(tx, symbols);
  await store.optionReadings.remove(tx, symbols);
  await saveChains(store, tx, chains);
};
