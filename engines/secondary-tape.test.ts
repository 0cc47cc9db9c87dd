import { describe, expect, it } from '@jest/globals';
import { dayOf } from '../calendar/days.js';
import { privateLiquidity } from './private-liquidity.js';
import type { SecondaryPrint, Valuation } from './private-marks/evidence.js';
import { sortedTapes, tapeEvents, tapeOf, type TapeOrder } from './secondary-tape.js';

const TODAY = dayOf(2026, 1, 15);
const URL = 'https://example.com/a';
const round = (day: number, valuationUsd: number, confidence: Valuation['confidence'] = 'reported'): Valuation => ({
  kind: 'round',
  day,
  valuationUsd,
  confidence,
  sourceUrl: null,
});
const print = (
  day: number,
  impliedValuationUsd: number | null,
  more: Partial<SecondaryPrint> = {},
): SecondaryPrint => ({
  day,
  kind: 'tender',
  confidence: 'reported',
  impliedValuationUsd,
  pricePerShare: null,
  sizeUsd: null,
  note: null,
  sourceUrl: URL,
  ...more,
});

describe('the tape', () => {
  it('measures a premium by the last round before the event, and not by later ones or talks', () => {
    const rounds = [
      round(TODAY - 100, 80),
      round(TODAY - 50, 100),
      round(TODAY - 30, 500, 'indicative'),
      round(TODAY - 20, 200),
    ];
    const events = tapeEvents(
      [
        print(TODAY - 200, 90),
        print(TODAY - 50, 100),
        print(TODAY - 20, 125),
        print(TODAY - 10, null),
        print(TODAY + 1, 900),
      ],
      rounds,
      TODAY,
    );
    expect(events.map(({ date, premiumPct }) => [date, premiumPct])).toEqual([
      ['2026-01-05', null],
      ['2025-12-26', 25],
      ['2025-11-26', 25],
      ['2025-06-29', null],
    ]);
  });

  it('has what the source says of an event', () => {
    expect(tapeEvents([print(TODAY - 9, 1, { note: 'At a discount' })], [], TODAY)).toMatchObject([
      { note: 'At a discount' },
    ]);
  });

  it('has the events that match, and is null without any', () => {
    const events = tapeEvents(
      [print(TODAY - 9, 1), print(TODAY - 5, 2, { kind: 'block', confidence: 'disclosed' })],
      [],
      TODAY,
    );
    expect(tapeOf(events, {})).toMatchObject({ prints: 2, latest: '2026-01-10' });
    expect(tapeOf(events, { kind: 'tender' })).toMatchObject({ prints: 1, latest: '2026-01-06' });
    expect(tapeOf(events, { kind: 'tender', confidence: 'disclosed' })).toBeNull();
  });

  it.each<[TapeOrder, readonly string[]]>([
    ['fresh', ['b', 'c', 'a', 'd']],
    ['value', ['a', 'b', 'c', 'd']],
    ['premium', ['b', 'a', 'c', 'd']],
    ['prints', ['c', 'a', 'b', 'd']],
  ])('is sorted by %s, those without the value last', (order, expected) => {
    const tapes = {
      a: tapeEvents([print(TODAY - 9, 30)], [round(TODAY - 99, 30)], TODAY),
      b: tapeEvents([print(TODAY - 1, 20)], [round(TODAY - 99, 10)], TODAY),
      c: tapeEvents([print(TODAY - 2, 10), print(TODAY - 8, 90)], [], TODAY),
      d: tapeEvents([print(TODAY - 30, null)], [], TODAY),
    };
    const rows = Object.entries(tapes).flatMap(([slug, events]) => {
      const tape = tapeOf(events, {});
      return tape === null ? [] : [{ slug, ...tape }];
    });
    expect(sortedTapes(rows.toReversed(), order).map(({ slug }) => slug)).toEqual(expected);
  });
});

describe('liquidity', () => {
  const days = (...prints: readonly SecondaryPrint[]) => privateLiquidity(tapeEvents(prints, [], TODAY), null, TODAY);

  it('has the prices of the last 365 days, and a model that is labelled so', () => {
    const found = days(print(TODAY - 365, 1), print(TODAY - 364, 2, { pricePerShare: 7 }));
    expect(found.marks).toEqual([
      {
        date: '2025-01-16',
        datePrecision: 'day',
        price: 7,
        impliedValuationUsd: 2,
        premiumToLastRoundPct: null,
        kind: 'tender',
        class: 'reported',
        sourceUrl: URL,
      },
    ]);
    expect(found).toMatchObject({
      dataBasis: 'model',
      instruments: ['tender_offer', 'direct_sale', 'spv_interest', 'forward_contract'],
    });
    expect(found.restrictions.notes).toContain('not facts about this company');
  });

  it.each([
    ['authorized_secondary', 45],
    ['block', 60],
    ['indication', 75],
  ] as const)('expects %s to take %d days', (kind, expectedDays) => {
    expect(days(print(TODAY - 3, 1, { kind })).timing.expectedDays).toBe(expectedDays);
  });

  it('expects the slowest sale without prices', () => {
    expect(days(print(TODAY - 400, 1))).toMatchObject({
      marks: [],
      instruments: ['direct_sale', 'spv_interest', 'forward_contract'],
      timing: { expectedDays: 120 },
    });
  });
});
