import { normalCdf } from '../statistics.js';

export type OptionType = 'call' | 'put';

/** A European option: prices in USD per share, the rate and the volatility a year's, as decimals. */
export interface PricedOption {
  /** Of the share without the present value of dividends until the expiry (Hull, chapter on stock options). */
  readonly spot: number;
  readonly strike: number;
  readonly years: number;
  /** Continuously compounded. */
  readonly rate: number;
  readonly volatility: number;
}

/** Volatilities among which a price's is looked for: below and above, no quote of a share tells it. */
const VOLATILITIES = { least: 1e-4, most: 10 } as const;
/** Of the volatility found: far below what a cent of a quote moves. */
const TOLERANCE = 1e-10;
/** Halving alone needs 37; Newton's steps end sooner. */
const MOST_STEPS = 100;

/**
 * Prices of the call and the put in USD per share (F. Black & M. Scholes, Journal of Political Economy 81, 1973; Merton
 * 1973).
 */
export function blackScholes({
  spot,
  strike,
  years,
  rate,
  volatility,
}: PricedOption): Readonly<Record<OptionType, number>> {
  const deviation = volatility * Math.sqrt(years);
  const d1 = (Math.log(spot / strike) + (rate + volatility ** 2 / 2) * years) / deviation;
  const present = strike * Math.exp(-rate * years);
  return {
    call: spot * normalCdf(d1) - present * normalCdf(d1 - deviation),
    put: present * normalCdf(deviation - d1) - spot * normalCdf(-d1),
  };
}

/** USD for a change of the volatility by 1; the same for a call and a put. */
function vega({ spot, strike, years, rate, volatility }: PricedOption): number {
  const deviation = volatility * Math.sqrt(years);
  const d1 = (Math.log(spot / strike) + (rate + volatility ** 2 / 2) * years) / deviation;
  return (spot * Math.sqrt(years) * Math.exp((-d1 * d1) / 2)) / Math.sqrt(2 * Math.PI);
}

/**
 * The volatility at which the option has a price: a year's, as a decimal. NaN if the price is not above the option's
 * value without any volatility, or no volatility up to 1,000% gives it. Newton's method, kept within a bracket that a
 * step which would leave it halves (W. Press et al., Numerical Recipes, "safe" Newton-Raphson).
 */
export function impliedVolatility(option: Omit<PricedOption, 'volatility'>, type: OptionType, price: number): number {
  const errorAt = (volatility: number): number => blackScholes({ ...option, volatility })[type] - price;
  let [low, high]: [number, number] = [VOLATILITIES.least, VOLATILITIES.most];
  if (!(option.spot > 0) || !(option.years > 0) || !(errorAt(low) < 0) || !(errorAt(high) > 0)) return Number.NaN;
  // The price bends least at the money's volatility of about the price itself (M. Brenner & M. Subrahmanyam 1988).
  let volatility = Math.min(1, Math.max(0.05, (price / option.spot) * Math.sqrt((2 * Math.PI) / option.years)));
  for (let step = 0; step < MOST_STEPS && high - low > TOLERANCE; step += 1) {
    const error = errorAt(volatility);
    if (error < 0) low = volatility;
    else high = volatility;
    const next = volatility - error / vega({ ...option, volatility });
    const isInside = next > low && next < high;
    const before = volatility;
    volatility = isInside ? next : (low + high) / 2;
    if (isInside && Math.abs(volatility - before) < TOLERANCE) break;
  }
  return volatility;
}
