import { describe, expect, it } from '@jest/globals';
import type { ReadinessFacts } from '../../engines/ipo-readiness/axes.js';
import { ipoReadiness, rankReadiness } from '../../engines/ipo-readiness/ipo-readiness.js';
import { seededRandom } from '../../sources/simulated/random.js';
import { differences } from './closeness.js';

const DAY = 86_400_000;
const TODAY = Date.parse('2026-01-02') / DAY;
const YEAR = 2026;

const within = (value: number): number => (value < 0 ? 0 : value > 100 ? 100 : value);
const decades = (value: number, low: number, high: number): number =>
  within((100 * (Math.log(value) - Math.log(low))) / (Math.log(high) - Math.log(low)));
const doublings = (ratio: number): number => within(50 + (50 * Math.log(ratio)) / Math.LN2);
const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The five axes and the composite by the words of the methodology. */
function second(facts: ReadinessFacts) {
  const status = facts.status?.value;
  if (status === 'listed' || status === 'acquired')
    return { composite: null, band: status, axes: [null, null, null, null, null] };
  const signal: number[] = [];
  if (status !== undefined)
    signal.push(
      {
        private: 10,
        rumored: 50,
        filed: 50 + 45 * Math.exp((-Math.LN2 * (TODAY - (facts.status?.asOfDay ?? 0))) / 365),
      }[status],
    );
  const expected = facts.rumoredYear?.value;
  if (expected !== undefined)
    signal.push(
      expected < YEAR ? 40 : expected === YEAR ? 90 : expected === YEAR + 1 ? 70 : expected === YEAR + 2 ? 50 : 30,
    );
  if (facts.news) signal.push(100 * Math.exp((-Math.LN2 * (TODAY - facts.news.asOfDay)) / 180));
  const values = [...facts.valuations];
  const last = values.pop();
  const scale: number[] = [];
  if (last) scale.push(decades(last.usd, 1e8, 1e11));
  if (facts.revenueUsd) scale.push(decades(facts.revenueUsd.value, 1e7, 1e10));
  if (facts.employees) scale.push(decades(facts.employees.value, 100, 10_000));
  const maturity: number[] = [];
  if (facts.founded) maturity.push(within(((YEAR - facts.founded.value) * 100) / 12));
  if (facts.rounds.length > 0) maturity.push(within(facts.rounds.length * 12.5));
  if (facts.financeChief) maturity.push(facts.financeChief.value === 'appointed' ? 100 : 0);
  const growth: number[] = [];
  const before = values.filter(({ day }) => last !== undefined && day !== last.day).pop();
  if (last && before) {
    const days = Math.max(180, last.day - before.day);
    growth.push(doublings(Math.exp((Math.log(last.usd / before.usd) * 365.25) / days)));
  }
  const percent = /up (\d+)%/.exec(facts.growth?.value ?? '')?.[1];
  if (percent !== undefined) growth.push(doublings(1 + Number(percent) / 100));
  const liquidity: number[] = [];
  const newest = facts.events.map(({ day }) => day).sort((a, b) => b - a)[0];
  if (newest !== undefined) {
    let events = 0;
    for (const { day, isSale } of facts.events) if (day >= TODAY - 1095) events += isSale ? 1 : 0.5;
    liquidity.push(within(events * 25), 100 * 2 ** (-(TODAY - newest) / 365));
  }
  const axes = [signal, scale, maturity, growth, liquidity].map(mean);
  const known = axes.filter((axis) => axis !== null);
  const composite = mean(known);
  const shown = Number((composite ?? 0).toFixed(1));
  return {
    composite,
    band: known.length < 3 ? 'insufficient_data' : shown >= 70 ? 'ready' : shown >= 50 ? 'approaching' : 'early',
    axes,
  };
}

describe('the readiness of invented companies', () => {
  it.each([1, 2, 3, 4, 5, 6])('with seed %i is that of a second computation', (seed) => {
    const random = seededRandom(seed, 1, 0);
    const told = <Value>(value: Value) => ({ value, asOfDay: TODAY - Math.floor(700 * random()), sourceUrl: null });
    const maybe = <Value>(value: Value): Value | null => (random() < 0.6 ? value : null);
    const one = <Value>(from: readonly Value[]): Value => from[Math.floor(random() * from.length)] as Value;
    const days = (most: number): number[] =>
      Array.from({ length: Math.floor(most * random()) }, () => TODAY - Math.floor(1800 * random())).sort(
        (a, b) => a - b,
      );
    const companies = Array.from({ length: 200 }, (_, index): readonly [string, ReadinessFacts] => [
      `company-${String(index).padStart(3, '0')}`,
      {
        status: maybe(told(one(['private', 'rumored', 'filed', 'private', 'listed', 'acquired'] as const))),
        rumoredYear: maybe(told(2024 + Math.floor(6 * random()))),
        news: maybe(told(3)),
        revenueUsd: maybe(told(10 ** (6 + 5 * random()))),
        employees: maybe(told(Math.floor(10 ** (1 + 4 * random())))),
        founded: maybe(told(2005 + Math.floor(20 * random()))),
        growth: maybe(told(one(['Revenue up 40% on the year before', 'Sales up 250%', 'Growing fast']))),
        financeChief: maybe(told(one(['appointed', 'departed'] as const))),
        rounds: days(10).map((day) => ({ day, sourceUrl: null })),
        valuations: days(4).map((day) => ({ day, usd: 10 ** (7 + 5 * random()), sourceUrl: null })),
        events: days(6).map((day) => ({ day, isSale: random() < 0.5, sourceUrl: 'https://example.com' })),
      },
    ]);
    const all = new Map(companies.map(([slug, facts]) => [slug, ipoReadiness(facts, TODAY)] as const));
    const seen = companies.map(([slug]) => {
      const {
        composite,
        band,
        axes: { signal, scale, maturity, growth, liquidity },
      } = all.get(slug) ?? ipoReadiness(companies[0]?.[1] as ReadinessFacts, TODAY);
      return { composite, band, axes: [signal, scale, maturity, growth, liquidity].map(({ score }) => score) };
    });
    const expected = companies.map(([, facts]) => second(facts));
    expect(differences(seen, expected)).toEqual([]);
    const order = companies
      .map(([slug], index) => ({ slug, ...expected[index] }))
      .filter(({ composite, band }) => composite !== null && band !== 'insufficient_data')
      .sort((a, b) =>
        Math.abs((a.composite ?? 0) - (b.composite ?? 0)) < 1e-9
          ? a.slug < b.slug
            ? -1
            : 1
          : (b.composite ?? 0) - (a.composite ?? 0),
      );
    expect(rankReadiness(all)).toEqual(order.map(({ slug }) => slug));
    expect(order.length).toBeGreaterThan(50);
  });
});
