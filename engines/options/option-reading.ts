import type { DailyBars } from '../../calendar/bars.js';
import { closeMinute } from '../../calendar/nyse.js';
import { isTwoSided, splitRatioSince, spotOf, type OptionQuote } from '../implied-move.js';
import type { ShareSplit } from '../rating-actions.js';
import { impliedVolatility } from './black-scholes.js';
import { targetRate } from './target-rate.js';

/**
 * A quote of a chain as traded; `expiry` since 1970-01-01, open interest in contracts, null if the vendor gives none.
 */
export interface ChainQuote extends OptionQuote {
  readonly expiry: number;
  readonly openInterest: number | null;
}

/** A chain of one day with all its expiries, and the stored history of its share. */
export interface ReadingInput {
  /** Since 1970-01-01. */
  readonly day: number;
  readonly quotes: readonly ChainQuote[];
  /** Split-adjusted; null if none are stored. */
  readonly bars: Pick<DailyBars, 'days' | 'close'> | null;
  readonly splits: readonly ShareSplit[];
  /** Ex-days, and USD per share of today. */
  readonly dividends: readonly { readonly day: number; readonly amount: number }[];
  /** Whether the stored closes are prices of the same market; those of an invented one are not. */
  readonly hasSpot: boolean;
}

/** Why a chain tells nothing. */
export type NoReading = 'no_spot' | 'low_priced_share' | 'no_two_sided_quotes' | 'no_near_strikes';

/** What a chain of one day says of its share. Volatilities are a year's, as decimals. */
export interface OptionReading {
  /** Of calls less that of puts with the same strike and expiry, mean over the pairs; null without a pair. */
  readonly volatilitySpread: number | null;
  readonly pairs: number;
  /** Whether the pairs are weighted by open interest; else the chain has none and they count alike. */
  readonly isWeighted: boolean;
  /** Of the put out of the money less that of the call at the money; null where either is absent. */
  readonly volatilitySmirk: number | null;
  /** Null with either figure. */
  readonly missing: NoReading | null;
}

/**
 * Quotes that count: the filters that K. Chan, L. Ge & T.-C. Lin (Journal of Financial and Quantitative Analysis 50,
 * 2015) apply to both measures; and the bounds of moneyness, strike over spot, of Xing, Zhang & Zhao. `pairs` is our
 * own: in deep options a cent moves the volatility by points, and early exercise is worth most.
 */
const FILTERS = {
  days: { least: 10, most: 60 },
  volatility: { least: 0.03, most: 2 },
  spotAbove: 5,
  priceAbove: 0.125,
  put: { least: 0.8, most: 0.95 },
  call: { least: 0.95, most: 1.05 },
  pairs: { least: 0.8, most: 1.2 },
} as const;

const DAYS_PER_YEAR = 365;
/** A dividend is taken to come again after a year, on the same day of the week. */
const DIVIDEND_YEAR_DAYS = 364;

interface Range {
  readonly least: number;
  readonly most: number;
}

/** Decimal strikes and prices put a moneyness on its bound only up to rounding. */
const ROUNDING = 1e-9;
const isWithin = (value: number, { least, most }: Range): boolean =>
  value >= least - ROUNDING && value <= most + ROUNDING;

/** A quote with its implied volatility. */
interface Read {
  readonly quote: ChainQuote;
  /** Strike over spot. */
  readonly moneyness: number;
  readonly volatility: number;
}

/** What all quotes of a chain share. */
interface Priced {
  readonly day: number;
  /** As traded, USD. */
  readonly spot: number;
  /** Present value at `day` of the dividends until an expiry, USD. */
  dividendsUntil(expiry: number): number;
}

/**
 * Present value at a day of the dividends that are expected until an expiry, USD per share of that day: those of the
 * year before, which are taken to come again.
 */
export function expectedDividends(
  { day, splits, dividends }: Pick<ReadingInput, 'day' | 'splits' | 'dividends'>,
  expiry: number,
): number {
  const rate = targetRate(day);
  return dividends.reduce((sum, dividend) => {
    const again = dividend.day + DIVIDEND_YEAR_DAYS;
    if (dividend.day > day || again <= day || again > expiry) return sum;
    return sum + dividend.amount * splitRatioSince(day, splits) * Math.exp((-rate * (again - day)) / DAYS_PER_YEAR);
  }, 0);
}

function pricedOf(input: ReadingInput): Priced | null {
  const { day, quotes, bars, hasSpot } = input;
  if (bars === null) return null;
  const spot = spotOf({ day, quotes, hasSpot }, bars, splitRatioSince(day, input.splits));
  return spot > 0 ? { day, spot, dividendsUntil: (expiry) => expectedDividends(input, expiry) } : null;
}

/** The volatility of a quote's mid; NaN where it says none. */
function volatilityOf(
  { strike, optionType, expiry, bid, ask }: ChainQuote,
  { day, spot, dividendsUntil }: Priced,
): number {
  const price = ((bid ?? NaN) + (ask ?? NaN)) / 2;
  const exercised = optionType === 'call' ? spot - strike : strike - spot;
  if (!(price > FILTERS.priceAbove) || !(price > exercised)) return Number.NaN;
  const option = {
    spot: spot - dividendsUntil(expiry),
    strike,
    years: (expiry - day) / DAYS_PER_YEAR,
    rate: targetRate(day),
  };
  const volatility = impliedVolatility(option, optionType, price);
  return isWithin(volatility, FILTERS.volatility) ? volatility : Number.NaN;
}

/** The quotes that were known at the close and are neither one-sided nor crossed, of expiries in the window. */
function quotesRead({ day, quotes }: ReadingInput): readonly ChainQuote[] {
  const close = closeMinute(day);
  return quotes.filter(
    (quote) =>
      isTwoSided(quote) &&
      quote.openInterest !== 0 &&
      (quote.minute ?? 0) <= close &&
      isWithin(quote.expiry - day, FILTERS.days),
  );
}

/** Volatility spread of calls and puts in pairs (M. Cremers & D. Weinbaum 2010). */
function spreadOf(reads: readonly Read[]): Pick<OptionReading, 'volatilitySpread' | 'pairs' | 'isWeighted'> {
  const puts = new Map<string, Read>();
  const keyOf = ({ quote }: Read): string => `${String(quote.expiry)} ${String(quote.strike)}`;
  for (const read of reads) if (read.quote.optionType === 'put') puts.set(keyOf(read), read);
  const pairs = reads.flatMap((call) => {
    const put = call.quote.optionType === 'call' ? puts.get(keyOf(call)) : undefined;
    if (put === undefined || !isWithin(call.moneyness, FILTERS.pairs)) return [];
    const interest = ((call.quote.openInterest ?? 0) + (put.quote.openInterest ?? 0)) / 2;
    return [{ spread: call.volatility - put.volatility, interest }];
  });
  const total = pairs.reduce((sum, { interest }) => sum + interest, 0);
  const isWeighted = total > 0;
  const weightOf = (interest: number): number => (isWeighted ? interest / total : 1 / pairs.length);
  return {
    volatilitySpread:
      pairs.length === 0 ? null : pairs.reduce((sum, { spread, interest }) => sum + weightOf(interest) * spread, 0),
    pairs: pairs.length,
    isWeighted,
  };
}

/** The read nearest to a moneyness among those of a type and range; the lower strike of two that are equally near. */
function nearest(reads: readonly Read[], optionType: 'call' | 'put', target: number): Read | undefined {
  return reads
    .filter(({ quote, moneyness }) => quote.optionType === optionType && isWithin(moneyness, FILTERS[optionType]))
    .sort((one, other) => one.quote.strike - other.quote.strike)
    .reduce<Read | undefined>((best, read) => {
      const distance = Math.abs(read.moneyness - target);
      return best === undefined || distance < Math.abs(best.moneyness - target) - ROUNDING ? read : best;
    }, undefined);
}

/** Smirk of the nearest expiry that has both options (Y. Xing, X. Zhang & R. Zhao 2010). */
function smirkOf(reads: readonly Read[]): number | null {
  const expiries = [...new Set(reads.map(({ quote }) => quote.expiry))].sort((one, other) => one - other);
  for (const expiry of expiries) {
    const own = reads.filter(({ quote }) => quote.expiry === expiry);
    const put = nearest(own, 'put', FILTERS.put.most);
    const call = nearest(own, 'call', 1);
    if (put !== undefined && call !== undefined) return put.volatility - call.volatility;
  }
  return null;
}

function none(missing: NoReading): OptionReading {
  return { volatilitySpread: null, pairs: 0, isWeighted: false, volatilitySmirk: null, missing };
}

/**
 * Volatility spread (M. Cremers & D. Weinbaum, Journal of Financial and Quantitative Analysis 45(2), 2010) and
 * volatility smirk (Y. Xing, X. Zhang & R. Zhao, the same journal 45(3), 2010) of a chain at the close of its day, from
 * the mids of two-sided quotes. Implied volatilities are those of European options (Black, Scholes and Merton) at the
 * target of the federal funds rate, on the spot without the dividends of the year before that would come again before
 * the expiry.
 */
export function optionReading(input: ReadingInput): OptionReading {
  const priced = pricedOf(input);
  if (priced === null) return none('no_spot');
  const { spot } = priced;
  if (!(spot > FILTERS.spotAbove)) return none('low_priced_share');
  const quotes = quotesRead(input);
  if (quotes.length === 0) return none('no_two_sided_quotes');
  const reads = quotes
    .map((quote): Read => ({ quote, moneyness: quote.strike / spot, volatility: volatilityOf(quote, priced) }))
    .filter(({ volatility }) => !Number.isNaN(volatility));
  const [spread, volatilitySmirk] = [spreadOf(reads), smirkOf(reads)];
  const isNone = spread.volatilitySpread === null && volatilitySmirk === null;
  return { ...spread, volatilitySmirk, missing: isNone ? 'no_near_strikes' : null };
}
