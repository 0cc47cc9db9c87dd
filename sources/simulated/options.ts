import { monthIndexOf, monthOfMonthIndex, yearOfMonthIndex } from '../../calendar/days.js';
import { monthlyOptionExpiry } from '../../calendar/option-expiries.js';
import type { OptionQuote } from '../../store/option-quotes.js';
import type { StoredSeries } from '../../store/series.js';
import { profileOf } from '../models/well-known.js';
import { blackScholes } from '../../engines/options/black-scholes.js';
import { expectedDividends } from '../../engines/options/option-reading.js';
import { targetRate } from '../../engines/options/target-rate.js';
import { saveChains } from '../models/save-chains.js';
import { INSTRUMENTS, type Instrument } from './instruments.js';
import { hashText, normal, seededRandom } from './random.js';
import { usualVolatility } from './shocks.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

const SEED = hashText('options');
const DAYS_PER_YEAR = 365;
/** Monthly expiries, enough for the next two reports. */
const EXPIRIES = 6;
const STRIKES_EACH_SIDE = 5;
/** Distance of strikes over the spot, before it is rounded to 1, 2 or 5 times a power of 10. */
const STRIKE_STEP = 0.02;
/** Half the distance of bid and ask over the price, and at least a cent. */
const HALF_SPREAD = 0.015;
const CENT = 0.01;
/**
 * What buyers of one side pay more for, in volatility: usual value and deviation of the smirk at 0.95, and of calls
 * over puts.
 */
const SMIRK = { mean: 0.05, deviation: 0.03 } as const;
const SPREAD = { mean: -0.01, deviation: 0.03 } as const;
const LEAST_VOLATILITY = 0.05;
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

/**
 * The close's chain of one company: invented quotes around Black-Scholes prices at its invented volatility, more of it
 * at low strikes, and at calls or puts.
 */
export function simulatedChain(instrument: Instrument, series: StoredSeries): readonly OptionQuote[] {
  const { symbol, bars, splits, dividends } = series;
  const [day, spot] = [bars.days.at(-1), bars.close.at(-1)];
  if (day === undefined || spot === undefined || !(spot > 0)) return [];
  const random = seededRandom(SEED, day, hashText(symbol));
  const usual = usualVolatility(instrument);
  const rate = targetRate(day);
  const smirk = SMIRK.mean + SMIRK.deviation * normal(random);
  const spread = SPREAD.mean + SPREAD.deviation * normal(random);
  const volatilityAt = (strike: number, optionType: 'call' | 'put'): number =>
    Math.max(
      LEAST_VOLATILITY,
      usual * Math.exp(((smirk / usual) * (1 - strike / spot)) / 0.05) + (optionType === 'call' ? spread : -spread) / 2,
    );
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
      const option = {
        spot: spot - expectedDividends({ day, splits, dividends }, expiry),
        strike,
        rate,
        years: (expiry - day) / DAYS_PER_YEAR,
      };
      const interest = USUAL_OPEN_INTEREST * Math.exp(-Math.abs(strike / spot - 1) * 10);
      return (['call', 'put'] as const).map((optionType) => {
        const volatility = volatilityAt(strike, optionType);
        const openInterest = Math.round(interest * (0.5 + random()));
        return {
          ticker: symbol,
          day,
          minute: null,
          expiry,
          strike,
          optionType,
          ...quoteOf(blackScholes({ ...option, volatility })[optionType]),
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
