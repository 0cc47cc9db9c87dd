import { describe, expect, it } from '@jest/globals';
import { optionReading, type ChainQuote, type ReadingInput } from '../../engines/options/option-reading.js';
import { targetRate } from '../../engines/options/target-rate.js';
import { optionsFlowAt, optionsFlowDetails, type DatedReading } from '../../engines/signal/options-flow.js';
import { seededRandom } from '../../sources/simulated/random.js';
import { epochDay } from './rows.js';

/**
 * A price as the discounted mean of the pay-off over the lognormal prices of the share, by Simpson's rule from the
 * strike on: no distribution function, and no formula of Black and Scholes.
 */
function meanPayoff(
  isCall: boolean,
  spot: number,
  strike: number,
  years: number,
  rate: number,
  volatility: number,
): number {
  const [drift, deviation] = [Math.log(spot) + (rate - volatility ** 2 / 2) * years, volatility * Math.sqrt(years)];
  const kink = (Math.log(strike) - drift) / deviation;
  const [from, to] = isCall ? [Math.max(-12, kink), 12 + deviation] : [-12, Math.min(12, kink)];
  if (from >= to) return 0;
  const steps = 400;
  const width = (to - from) / steps;
  let sum = 0;
  for (let i = 0; i <= steps; i += 1) {
    const z = from + i * width;
    const payoff = Math.abs(Math.exp(drift + deviation * z) - strike);
    sum += (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2) * payoff * Math.exp((-z * z) / 2);
  }
  return (Math.exp(-rate * years) * sum * width) / 3 / Math.sqrt(2 * Math.PI);
}

/** The volatility by halving from 0.02 to 2.1; null if the price is not between those of these two. */
function halved(
  isCall: boolean,
  spot: number,
  strike: number,
  years: number,
  rate: number,
  price: number,
): number | null {
  let [low, high] = [0.02, 2.1];
  const at = (volatility: number) => meanPayoff(isCall, spot, strike, years, rate, volatility);
  if (price <= at(low) || price >= at(high)) return null;
  for (let i = 0; i < 34; i += 1) {
    const middle = (low + high) / 2;
    if (at(middle) < price) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

interface Plain {
  readonly spread: number | null;
  readonly pairs: number;
  readonly smirk: number | null;
}

function plainReading({ day, quotes, splits, dividends, bars }: ReadingInput): Plain {
  const ratio = splits
    .filter((split) => split.day > day)
    .map((split) => split.ratio)
    .reduce((one, other) => one * other, 1);
  const row = [...(bars?.days ?? [])].indexOf(day);
  const spot =
    quotes.find(({ underlyingPrice }) => underlyingPrice !== null)?.underlyingPrice ??
    (bars?.close[row] ?? NaN) * ratio;
  const rate = targetRate(day);
  const known: Record<string, { readonly iv: number; readonly interest: number }> = {};
  for (const { expiry, strike, optionType, bid, ask, openInterest } of quotes) {
    const days = expiry - day;
    if (days < 10 || days > 60 || openInterest === 0 || bid === null || ask === null || bid <= 0 || bid > ask) continue;
    const mid = (bid + ask) / 2;
    const isCall = optionType === 'call';
    if (mid <= 0.125 || mid <= (isCall ? spot - strike : strike - spot)) continue;
    let paid = 0;
    for (const dividend of dividends) {
      const again = dividend.day + 52 * 7;
      if (dividend.day <= day && again > day && again <= expiry)
        paid += dividend.amount * ratio * Math.exp((-rate * (again - day)) / 365);
    }
    const iv = halved(isCall, spot - paid, strike, days / 365, rate, mid);
    if (iv !== null && iv >= 0.03 && iv <= 2)
      known[`${days}|${strike}|${isCall ? 'C' : 'P'}`] = { iv, interest: openInterest ?? 0 };
  }
  const entries = Object.entries(known).map(([key, value]) => {
    const [days = '', strike = '', right = ''] = key.split('|');
    return { days: Number(days), strike: Number(strike), right, ...value };
  });
  const pairs = entries.flatMap((call) => {
    const put = entries.find((each) => each.right === 'P' && each.days === call.days && each.strike === call.strike);
    const isNear = Math.abs(call.strike / spot - 1) <= 0.2 + 1e-9;
    return call.right === 'C' && put !== undefined && isNear
      ? [{ gap: call.iv - put.iv, weight: call.interest + put.interest }]
      : [];
  });
  const whole = pairs.reduce((sum, { weight }) => sum + weight, 0);
  const weighted = pairs.map(({ gap, weight }) => gap * (whole > 0 ? weight / whole : 1 / pairs.length));
  const spread = pairs.length === 0 ? null : weighted.reduce((sum, each) => sum + each, 0);
  for (const days of [...new Set(entries.map((each) => each.days))].sort((a, b) => a - b)) {
    const near = (right: string, from: number, to: number, target: number) =>
      entries
        .filter(
          (each) =>
            each.days === days &&
            each.right === right &&
            each.strike / spot >= from - 1e-9 &&
            each.strike / spot <= to + 1e-9,
        )
        .sort(
          (a, b) => Math.abs(a.strike / spot - target) - Math.abs(b.strike / spot - target) || a.strike - b.strike,
        )[0];
    const [put, call] = [near('P', 0.8, 0.95, 0.95), near('C', 0.95, 1.05, 1)];
    if (put !== undefined && call !== undefined) return { spread, pairs: pairs.length, smirk: put.iv - call.iv };
  }
  return { spread, pairs: pairs.length, smirk: null };
}

const DAY = epochDay('2024-05-13');

/** A chain with holes, crossed quotes, unheld contracts, expiries in and out of the window, dividends and splits. */
function chanceInput(seed: number): ReadingInput {
  const random = seededRandom(seed, 5, 13);
  const spot = 10 + 290 * random();
  const hasInterest = random() < 0.7;
  const isPriced = random() < 0.5;
  const splits = random() < 0.4 ? [{ day: DAY + 40, ratio: random() < 0.5 ? 3 : 0.1 }] : [];
  const ratio = splits[0]?.ratio ?? 1;
  const level = 0.15 + 0.5 * random();
  const quotes = [3, 11, 25, 39, 60, 88].flatMap((days) =>
    [0.7, 0.81, 0.88, 0.93, 0.96, 1, 1.03, 1.1, 1.19, 1.3].flatMap((moneyness) =>
      (['call', 'put'] as const).flatMap((optionType): ChainQuote[] => {
        if (random() < 0.25) return [];
        const strike = Math.round(2 * spot * moneyness) / 2;
        const volatility = level + 0.1 * (1 - moneyness) + 0.03 * (random() - 0.5);
        const price = meanPayoff(optionType === 'call', spot, strike, days / 365, 0.05, volatility);
        const half = 0.01 + 0.02 * price * random();
        const cell = (value: number): number | null => (random() < 0.05 ? null : Math.round(value * 100) / 100);
        const [bid, ask] =
          random() < 0.05 ? [cell(price + half), cell(price - half)] : [cell(price - half), cell(price + half)];
        const openInterest = hasInterest ? (random() < 0.1 ? 0 : Math.floor(3000 * random())) : null;
        return [
          {
            minute: null,
            strike,
            optionType,
            bid,
            ask,
            underlyingPrice: isPriced ? spot : null,
            expiry: DAY + days,
            openInterest,
          },
        ];
      }),
    ),
  );
  const dividends =
    random() < 0.5 ? [0, 91, 182, 273].map((back) => ({ day: DAY - 350 + back, amount: (0.004 * spot) / ratio })) : [];
  return {
    day: DAY,
    quotes,
    bars: { days: Int32Array.of(DAY - 1, DAY), close: Float64Array.of(1, spot / ratio) },
    splits,
    dividends,
    hasSpot: true,
  };
}

describe('the reading of a chain', () => {
  it('is that of a second computation, which integrates pay-offs and halves', () => {
    let [spreads, smirks] = [0, 0];
    for (let seed = 1; seed <= 25; seed += 1) {
      const input = chanceInput(seed);
      const [own, plain] = [optionReading(input), plainReading(input)];
      expect([seed, own.pairs]).toEqual([seed, plain.pairs]);
      for (const [one, other] of [
        [own.volatilitySpread, plain.spread],
        [own.volatilitySmirk, plain.smirk],
      ] as const) {
        expect([seed, one === null]).toEqual([seed, other === null]);
        expect(one ?? 0).toBeCloseTo(other ?? 0, 6);
      }
      spreads += own.volatilitySpread === null ? 0 : 1;
      smirks += own.volatilitySmirk === null ? 0 : 1;
    }
    expect(spreads).toBeGreaterThan(20);
    expect(smirks).toBeGreaterThan(20);
  });
});

/** Weekdays without Memorial Day 2024 and Juneteenth. */
function plainSessionsAfter(day: number, until: number): number {
  let count = 0;
  for (let each = day + 1; each <= until; each += 1) {
    const isWeekend = [0, 6].includes(new Date(each * 86_400_000).getUTCDay());
    if (!isWeekend && each !== epochDay('2024-05-27') && each !== epochDay('2024-06-19')) count += 1;
  }
  return count;
}

it('the factor at a close is that of the newest reading with a figure within five sessions, and its words have the figures', () => {
  const random = seededRandom(7, 7, 7);
  let [scored, unscored] = [0, 0];
  for (let run = 0; run < 40; run += 1) {
    const readings: DatedReading[] = [];
    for (let day = DAY; day < DAY + 40; day += 1 + Math.floor(9 * random())) {
      const figure = (): number | null => (random() < 0.4 ? null : 0.3 * (random() - 0.5));
      const [volatilitySpread, volatilitySmirk] = [figure(), figure()];
      const missing = volatilitySpread === null && volatilitySmirk === null ? 'no_near_strikes' : null;
      readings.push({
        day,
        volatilitySpread,
        volatilitySmirk,
        pairs: volatilitySpread === null ? 0 : 4,
        isWeighted: true,
        missing,
      });
    }
    for (let day = DAY - 1; day < DAY + 50; day += 1) {
      const last = readings
        .filter((each) => each.day <= day && each.missing === null && plainSessionsAfter(each.day, day) <= 5)
        .at(-1);
      const parts = [
        ...(typeof last?.volatilitySpread === 'number'
          ? [100 / (1 + Math.exp(-(last.volatilitySpread + 0.01) * 20))]
          : []),
        ...(typeof last?.volatilitySmirk === 'number'
          ? [100 / (1 + Math.exp((last.volatilitySmirk - 0.05) * 20))]
          : []),
      ];
      const factor = optionsFlowAt(readings, day);
      const details = optionsFlowDetails(readings, day);
      if (last === undefined) {
        unscored += 1;
        expect(factor).toBeNull();
        expect(details.missing).not.toBeNull();
        continue;
      }
      scored += 1;
      expect(factor?.score).toBeCloseTo(parts.reduce((sum, each) => sum + each, 0) / parts.length, 9);
      expect(factor?.coverage).toBe(parts.length / 2);
      expect(details.missing).toBeNull();
      for (const value of [last.volatilitySpread, last.volatilitySmirk])
        if (value !== null)
          expect(details.evidence).toContain(
            `${Math.abs(100 * value).toFixed(1)} percentage points of volatility ${value < 0 ? 'below' : 'above'}`,
          );
    }
  }
  expect(Math.min(scored, unscored)).toBeGreaterThan(200);
});
