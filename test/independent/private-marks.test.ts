import { describe, expect, it } from '@jest/globals';
import type { SecondaryPrint, Valuation } from '../../engines/private-marks/evidence.js';
import { privateMarks } from '../../engines/private-marks/private-mark.js';
import { seededRandom } from '../../sources/simulated/random.js';
import { differences } from './closeness.js';

const DAY_MS = 86_400_000;
const TODAY = 20_468;
const iso = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

type History = readonly (readonly [day: number, price: number])[];
const CLASS: Record<string, number> = { disclosed: 1, reported: 0.7, indicative: 0.4 };
const RANK: Record<string, number> = { disclosed: 3, reported: 2, indicative: 1 };

function priceOn(history: History | undefined, day: number): number | undefined {
  let found: number | undefined;
  for (const [on, price] of history ?? []) if (on <= day && on >= day - 10) found = price;
  return found;
}

/** The marks, written down again: loops over lists. */
function plainMark(
  valuations: readonly Valuation[],
  prints: readonly SecondaryPrint[],
  histories: Readonly<Record<string, History>>,
  tickers: readonly string[],
) {
  const done = valuations.filter((each) => each.day <= TODAY && each.confidence !== 'indicative');
  let anchor: Valuation | undefined;
  for (const each of done) {
    if (anchor === undefined || each.day > anchor.day) anchor = each;
    else if (each.day === anchor.day) {
      const rank = (it: Valuation): readonly number[] => [
        it.kind === 'round' ? 1 : 0,
        RANK[it.confidence] ?? 0,
        it.valuationUsd,
      ];
      const [a, b] = [rank(each), rank(anchor)];
      const at = a.findIndex((value, index) => value !== b[index]);
      if (at >= 0 && (a[at] ?? 0) > (b[at] ?? 0)) anchor = each;
    }
  }
  while (anchor?.kind === 'list') {
    const last: Valuation = anchor;
    const before = done.filter((each) => each.day < last.day).sort((one, other) => other.day - one.day)[0];
    if (before === undefined || Math.abs(Math.log(before.valuationUsd) - Math.log(last.valuationUsd)) > 0.01) break;
    anchor = before;
  }
  let end = -1;
  for (const history of Object.values(histories)) for (const [day] of history) if (day <= TODAY && day > end) end = day;
  const items: {
    value: number;
    weight: number;
    day: number;
    sure: boolean;
    isRound: boolean;
    kind: string;
    until: number;
  }[] = [];
  if (anchor !== undefined) {
    let value = anchor.valuationUsd;
    let until = anchor.day;
    if (end > anchor.day) {
      const ratios: number[] = [];
      for (const ticker of tickers) {
        const [from, to] = [priceOn(histories[ticker], anchor.day), priceOn(histories[ticker], end)];
        if (from !== undefined && to !== undefined) ratios.push(to / from);
      }
      const [from, to] = [priceOn(histories['SPY'], anchor.day), priceOn(histories['SPY'], end)];
      const broad = from === undefined || to === undefined ? 0 : 2;
      const n = ratios.length;
      if (n + broad > 0) {
        const average = ratios.reduce((sum, ratio) => sum + ratio, 0) / n;
        value *=
          (n === 0 ? 1 : average ** (n / (n + broad))) * (broad === 0 ? 1 : ((to ?? 1) / (from ?? 1)) ** (2 / (n + 2)));
        until = end;
      }
    }
    items.push({
      value,
      weight: (CLASS[anchor.confidence] ?? 0) * Math.exp((-Math.LN2 * (TODAY - anchor.day)) / 180),
      day: anchor.day,
      sure: true,
      isRound: anchor.kind === 'round',
      kind: 'last_round',
      until,
    });
  }
  const talks = valuations
    .filter((each) => each.confidence === 'indicative')
    .map((each) => ({ day: each.day, confidence: each.confidence, value: each.valuationUsd }));
  const priced = prints.map((each) => ({
    day: each.day,
    confidence: each.confidence,
    value: each.impliedValuationUsd,
  }));
  for (const { day, confidence, value } of [...priced, ...talks]) {
    if (value === null || day > TODAY || (anchor !== undefined && day < anchor.day)) continue;
    items.push({
      value,
      weight: (CLASS[confidence] ?? 0) * Math.exp((-Math.LN2 * (TODAY - day)) / 90),
      day,
      sure: confidence !== 'indicative',
      isRound: false,
      kind: 'secondary_print',
      until: day,
    });
  }
  if (items.length === 0) return null;
  const total = items.reduce((sum, { weight }) => sum + weight, 0);
  let [log, years, sure, round] = [0, 0, 0, 0];
  for (const item of items) {
    const share = item.weight / total;
    log += share * Math.log(item.value);
    years += (share * (TODAY - item.day)) / 365;
    if (item.sure) sure += share;
    if (item.kind === 'last_round') round += share;
  }
  let variance = 0;
  for (const item of items) variance += (item.weight / total) * (Math.log(item.value) - log) ** 2;
  const spread = Math.sqrt(variance + 0.01 + years / 4);
  const newest = Math.max(...items.map(({ day }) => day));
  const age = TODAY - newest;
  const fresh = items.some(({ isRound, day }) => isRound && TODAY - day <= 90);
  const apart = Math.sqrt(variance);
  let confidence = 'low';
  if (age <= 540 && apart <= 0.4 && sure >= 0.25) confidence = 'medium';
  if (age <= 180 && apart <= 0.2 && sure >= 0.5 && (items.every(({ weight }) => weight / total <= 0.9) || fresh))
    confidence = 'high';
  return {
    valuationUsd: Math.exp(log),
    lowUsd: Math.exp(log) / Math.exp(spread),
    highUsd: Math.exp(log) * Math.exp(spread),
    asOf: iso(Math.max(newest, ...items.map(({ until }) => until))),
    newestFactOn: iso(newest),
    confidence,
    basis: round >= 0.6 ? 'round_anchored' : 1 - round >= 0.6 ? 'secondary_led' : 'blended',
    count: items.length,
  };
}

function chance(seed: number) {
  const random = seededRandom(seed, 0, 0);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const classes = ['disclosed', 'reported', 'indicative'] as const;
  const many = (most: number): undefined[] => Array.from({ length: Math.floor(random() * (most + 1)) });
  const days = many(5).map((_, index) => TODAY - 900 + index * 200 + Math.floor(random() * 199));
  const valuations = days.map((day): Valuation => ({
    kind: pick(['round', 'list']),
    day,
    valuationUsd: pick([1e9, 1.005e9, 2e9]) * (random() < 0.7 ? 1 : 1 + random()),
    confidence: pick(classes),
    sourceUrl: null,
  }));
  const prints = many(4).map((): SecondaryPrint => ({
    day: TODAY - Math.floor(random() * 900) + 20,
    kind: 'block',
    confidence: pick(classes),
    impliedValuationUsd: random() < 0.2 ? null : 1e9 * (0.5 + 2 * random()),
    pricePerShare: null,
    sizeUsd: null,
    note: null,
    sourceUrl: 'https://example.com/a',
  }));
  const history = (): History => {
    let price = 50 + random() * 100;
    const first = TODAY - 1_000 + Math.floor(random() * 600);
    const rows: [number, number][] = [];
    for (let day = first; day < TODAY + 5; day += 1 + Math.floor(random() * 3))
      rows.push([day, (price *= 1 + (random() - 0.5) * 0.05)]);
    return rows;
  };
  const names = ['SPY', 'AAA', 'BBB', 'CCC'].filter(() => random() < 0.8);
  const histories = Object.fromEntries(names.map((name) => [name, history()]));
  return { valuations, prints, histories, tickers: ['AAA', 'BBB', 'CCC', 'DDD'].slice(0, Math.floor(random() * 5)) };
}

describe('marks computed twice', () => {
  it('agree for 2,000 invented companies', () => {
    const wrong: string[] = [];
    const seen = new Set<string>();
    for (let seed = 0; seed < 2_000; seed += 1) {
      const { valuations, prints, histories, tickers } = chance(seed);
      const closes = new Map(
        Object.entries(histories).map(([name, rows]) => [
          name,
          { days: Int32Array.from(rows, ([day]) => day), adjClose: Float64Array.from(rows, ([, price]) => price) },
        ]),
      );
      const [mark = null] = privateMarks(
        [{ valuations, prints, comparables: tickers }],
        { closes, benchmark: closes.get('SPY') ?? null },
        TODAY,
      );
      const expected = plainMark(valuations, prints, histories, tickers);
      const actual =
        mark === null
          ? null
          : {
              valuationUsd: mark.valuationUsd,
              lowUsd: mark.lowUsd,
              highUsd: mark.highUsd,
              asOf: mark.asOf,
              newestFactOn: mark.newestFactOn,
              confidence: mark.confidence,
              basis: mark.basis,
              count: mark.components.length,
            };
      wrong.push(...differences(actual, expected, String(seed)));
      seen.add(mark === null ? 'none' : `${mark.confidence} ${mark.basis}`);
    }
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(seen.size).toBeGreaterThan(7);
  });
});
