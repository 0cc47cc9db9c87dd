/** A European option on a share without dividends: prices in USD, rates and volatility a year, as decimals. */
export interface PricedOption {
  readonly spot: number;
  readonly strike: number;
  readonly years: number;
  readonly volatility: number;
  readonly rate: number;
}

/** Weights of powers of t from 5 to 1. */
const TAIL = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153];

/** Standard normal distribution function, absolute error below 1e-7 (Abramowitz & Stegun 1964, 26.2.17). */
function normalCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * TAIL.reduce((sum, each) => (sum + each) * t, 0);
  return x > 0 ? 1 - tail : tail;
}

/** Prices of the call and the put (Black & Scholes 1973). */
export function blackScholes({ spot, strike, years, volatility, rate }: PricedOption): {
  readonly call: number;
  readonly put: number;
} {
  const deviation = volatility * Math.sqrt(years);
  const d1 = (Math.log(spot / strike) + (rate + volatility ** 2 / 2) * years) / deviation;
  const present = strike * Math.exp(-rate * years);
  const call = spot * normalCdf(d1) - present * normalCdf(d1 - deviation);
  return { call, put: call - spot + present };
}
