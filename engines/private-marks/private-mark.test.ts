import { describe, expect, it } from '@jest/globals';
import { dayOf, isoDate } from '../../calendar/days.js';
import type { MarkFacts } from './components.js';
import type { SecondaryPrint, Valuation } from './evidence.js';
import type { Closes, Market } from './market-move.js';
import { privateMarks, type PrivateMark } from './private-mark.js';

const TODAY = dayOf(2026, 1, 15);
const URL = 'https://example.com/a';

const closes = (...points: readonly (readonly [day: number, close: number])[]): Closes => ({
  days: Int32Array.from(points, ([day]) => day),
  adjClose: Float64Array.from(points, ([, close]) => close),
});
const SPY = closes([dayOf(2025, 7, 15), 600], [dayOf(2025, 10, 17), 610], [TODAY - 1, 660]);
const EMPTY: Market = { closes: new Map(), benchmark: null };
const market = (more: Readonly<Record<string, Closes>> = {}, benchmark: Closes | null = SPY): Market => ({
  closes: new Map(Object.entries(more)),
  benchmark,
});
const round = (day: number, billions: number, more: Partial<Valuation> = {}): Valuation => ({
  kind: 'round',
  day,
  valuationUsd: billions * 1e9,
  confidence: 'disclosed',
  sourceUrl: URL,
  ...more,
});
const print = (day: number, billions: number | null, more: Partial<SecondaryPrint> = {}): SecondaryPrint => ({
  day,
  kind: 'tender',
  confidence: 'disclosed',
  impliedValuationUsd: billions === null ? null : billions * 1e9,
  pricePerShare: null,
  sizeUsd: null,
  note: null,
  sourceUrl: URL,
  ...more,
});
const privateMark = (known: MarkFacts, closesOf: Market, today: number): PrivateMark | null =>
  privateMarks([known], closesOf, today)[0] ?? null;
const facts = (more: Partial<MarkFacts>): MarkFacts => ({ valuations: [], prints: [], comparables: [], ...more });

// The expected numbers were computed by hand, with a calculator and not with this code.
describe('three companies', () => {
  it('a round of half a year ago moves with the benchmark', () => {
    const mark = privateMark(facts({ valuations: [round(dayOf(2025, 7, 15), 10)] }), market(), TODAY);
    expect(mark).toMatchObject({
      asOf: '2026-01-14',
      newestFactOn: '2025-07-15',
      confidence: 'medium',
      basis: 'round_anchored',
      components: [
        {
          kind: 'last_round',
          weight: 1,
          asOf: '2025-07-15',
          sourceUrl: URL,
          note: 'Valuation of a funding round on 2025-07-15 (disclosed), times 1.1000, the move of SPY since then, beta 1.',
        },
      ],
    });
    expect(mark?.valuationUsd).toBeCloseTo(11e9, 3);
    expect(mark?.lowUsd).toBeCloseTo(7_607_056_860.527, 2);
    expect(mark?.highUsd).toBeCloseTo(15_906_283_102.453, 2);
  });

  it('a round whose day is not known says what it counts as', () => {
    const known = facts({
      valuations: [round(dayOf(2025, 7, 2), 10, { dayPrecision: 'year' })],
      prints: [print(dayOf(2025, 9, 15), 9, { dayPrecision: 'month' })],
    });
    expect(privateMark(known, { closes: new Map(), benchmark: null }, TODAY)?.components).toMatchObject([
      {
        asOf: '2025-07-02',
        asOfPrecision: 'year',
        note: 'Valuation of a funding round in 2025, counted as 2025-07-02 (disclosed), not moved: no closes of listed companies are stored for that time.',
      },
      {
        asOf: '2025-09-15',
        asOfPrecision: 'month',
        note: 'Tender offer in 2025-09, counted as 2025-09-15 (disclosed).',
      },
    ]);
  });

  it('two comparables are shrunk to the benchmark, and a tender weighs by its age', () => {
    const from = dayOf(2025, 10, 17);
    const histories = {
      AAA: closes([from, 100], [TODAY - 1, 120]),
      BBB: closes([from - 2, 50], [TODAY - 1, 55]),
      // Without a close near the day of the round.
      CCC: closes([from - 11, 1], [TODAY - 1, 9]),
    };
    const known = facts({
      valuations: [round(dayOf(2025, 1, 1), 1), round(from, 2, { confidence: 'reported' })],
      prints: [print(dayOf(2025, 10, 1), 9), print(dayOf(2025, 11, 16), 3), print(dayOf(2025, 12, 1), null)],
      comparables: ['AAA', 'BBB', 'CCC', 'NONE'],
    });
    const mark = privateMark(known, market(histories, closes([from, 600], [TODAY - 1, 630])), TODAY);
    expect(mark).toMatchObject({ basis: 'blended', confidence: 'high' });
    expect(mark?.components.map(({ kind, asOf }) => [kind, asOf])).toEqual([
      ['last_round', '2025-10-17'],
      ['secondary_print', '2025-11-16'],
    ]);
    expect(mark?.components.map(({ weight }) => weight)).toEqual([
      expect.closeTo(0.44000286883, 11),
      expect.closeTo(0.55999713117, 11),
    ]);
    expect(mark?.components[0]?.valuationUsd).toBeCloseTo(2e9 * Math.sqrt(1.15 * 1.05), 3);
    expect(mark?.valuationUsd).toBeCloseTo(2_616_109_294.046, 2);
    expect(mark?.lowUsd).toBeCloseTo(1_957_883_271.716, 2);
    expect(mark?.highUsd).toBeCloseTo(3_495_626_086.225, 2);
  });

  it('prices alone make a mark, and mostly indications a low one', () => {
    const known = facts({
      prints: [
        print(TODAY - 270, 0.8, { kind: 'block', confidence: 'reported' }),
        print(TODAY - 10, 1, { kind: 'indication', confidence: 'indicative' }),
      ],
    });
    const mark = privateMark(known, market(), TODAY);
    expect(mark).toMatchObject({ basis: 'secondary_led', confidence: 'low', asOf: isoDate(TODAY - 10) });
    expect(mark?.components.map(({ weight }) => weight)).toEqual([
      expect.closeTo(0.808889326212, 11),
      expect.closeTo(0.191110673788, 11),
    ]);
    expect(mark?.valuationUsd).toBeCloseTo(958_251_399.313, 2);
    expect([mark?.lowUsd, mark?.highUsd]).toEqual([
      expect.closeTo(752_256_159.786, 2),
      expect.closeTo(1_220_655_666.742, 2),
    ]);
    const indication = facts({ prints: known.prints.slice(1, 2) });
    expect(privateMark(indication, market(), TODAY)?.confidence).toBe('low');
  });
});

describe('a mark', () => {
  it('is null without a known valuation, and knows nothing of the future', () => {
    expect(privateMark(facts({}), market(), TODAY)).toBeNull();
    expect(privateMark(facts({ prints: [print(TODAY, null)] }), market(), TODAY)).toBeNull();
    const known = facts({ valuations: [round(TODAY - 30, 1)] });
    const later = facts({ valuations: [...known.valuations, round(TODAY + 1, 7)], prints: [print(TODAY + 1, 8)] });
    expect(privateMark(later, market(), TODAY)).toEqual(privateMark(known, market(), TODAY));
    expect(
      privateMark(later, market({}, closes([TODAY - 30, 1], [TODAY, 2], [TODAY + 1, 99])), TODAY)?.valuationUsd,
    ).toBeCloseTo(2e9, 3);
  });

  it('counts a list that repeats a valuation from the day on which it was first told', () => {
    const list = (day: number, billions: number): Valuation =>
      round(day, billions, { kind: 'list', confidence: 'reported', sourceUrl: null });
    const valuations = [round(TODAY - 500, 4.6), list(TODAY - 300, 4.6), list(TODAY - 100, 4.62)];
    const mark = privateMark(facts({ valuations }), EMPTY, TODAY);
    expect(mark?.components).toMatchObject([
      { asOf: isoDate(TODAY - 500), valuationUsd: 4.6e9, note: expect.stringContaining('not moved') },
    ]);
    const raised = privateMark(facts({ valuations: [...valuations, list(TODAY - 50, 5)] }), EMPTY, TODAY);
    expect(raised?.components).toMatchObject([
      { asOf: isoDate(TODAY - 50), sourceUrl: null, note: expect.stringContaining('Valuation of a list') },
    ]);
  });

  it('takes a round in talks as an indication, not as the last round', () => {
    const valuations = [round(TODAY - 100, 2), round(TODAY - 5, 4, { confidence: 'indicative' })];
    const mark = privateMark(facts({ valuations }), EMPTY, TODAY);
    expect(mark?.components.map(({ kind, note }) => [kind, note.slice(0, 14)])).toEqual([
      ['last_round', 'Valuation of a'],
      ['secondary_print', 'Round in talks'],
    ]);
  });

  it('never drops a price that is newer than the last valuation, however old', () => {
    const known = facts({ valuations: [round(TODAY - 720, 8)], prints: [print(TODAY - 450, 1)] });
    const mark = privateMark(known, EMPTY, TODAY);
    expect(mark?.components.map(({ weight }) => weight)).toEqual([
      expect.closeTo(2 / 3, 12),
      expect.closeTo(1 / 3, 12),
    ]);
    expect(mark?.valuationUsd).toBeCloseTo(4e9, 3);
    const alone = privateMark(facts({ prints: [print(TODAY - 3_000, 2)] }), EMPTY, TODAY);
    expect(alone).toMatchObject({ valuationUsd: expect.closeTo(2e9, 3), confidence: 'low' });
  });

  it('moves by less than 1% from one day to the next, whatever the age of its facts', () => {
    const known = facts({ valuations: [round(TODAY - 1_100, 8)], prints: [print(TODAY - 1_000, 1)] });
    const values = Array.from(
      { length: 1_000 },
      (_, index) => privateMark(known, EMPTY, TODAY - index)?.valuationUsd ?? NaN,
    );
    expect(values.slice(1).every((value, index) => Math.abs(value / (values[index] ?? NaN) - 1) < 0.01)).toBe(true);
  });

  it('is not sure where facts contradict each other or are old', () => {
    const valuations = [round(TODAY - 20, 1)];
    expect(privateMark(facts({ valuations }), EMPTY, TODAY)?.confidence).toBe('high');
    const apart = facts({ valuations, prints: [print(TODAY - 10, 4)] });
    expect(privateMark(apart, EMPTY, TODAY)?.confidence).toBe('low');
    expect(privateMark(facts({ valuations: [round(TODAY - 540, 1)] }), EMPTY, TODAY)?.confidence).toBe('medium');
    expect(privateMark(facts({ valuations: [round(TODAY - 541, 1)] }), EMPTY, TODAY)?.confidence).toBe('low');
  });

  it('is not made sure by facts without weight', () => {
    const talk = print(TODAY - 5, 1.1, { kind: 'indication', confidence: 'indicative' });
    const old = facts({ valuations: [round(TODAY - 1_500, 1)], prints: [talk] });
    expect(privateMark(old, EMPTY, TODAY)).toMatchObject({ components: [{}, {}], confidence: 'low' });
    const half = facts({ valuations: [round(TODAY - 450, 1)], prints: [talk] });
    expect(privateMark(half, EMPTY, TODAY)?.confidence).toBe('medium');
    const one = facts({ valuations: [round(TODAY - 1_500, 1)], prints: [print(TODAY - 100, 1.1)] });
    expect(privateMark(one, EMPTY, TODAY)?.confidence).toBe('medium');
  });

  it('is the geometric mean of its components by their weights', () => {
    const known = facts({
      valuations: [round(TODAY - 200, 3)],
      prints: [1, 2, 5].map((billions) => print(TODAY - 40 * billions, billions)),
    });
    const mark = privateMark(known, market(), TODAY);
    const log =
      mark?.components.reduce((sum, { weight, valuationUsd }) => sum + weight * Math.log(valuationUsd), 0) ?? NaN;
    expect(mark?.valuationUsd).toBeCloseTo(Math.exp(log), 2);
    expect(mark?.components.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
  });
});
