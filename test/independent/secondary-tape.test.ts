import { describe, expect, it } from '@jest/globals';
import { privateLiquidity } from '../../engines/private-liquidity.js';
import type { SecondaryPrint, Valuation } from '../../engines/private-marks/evidence.js';
import { sortedTapes, tapeEvents, tapeOf } from '../../engines/secondary-tape.js';
import { seededRandom } from '../../sources/simulated/random.js';
import { differences } from './closeness.js';

const TODAY = 20_468;
const iso = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Distinct days, so that no two valuations compete for a day. */
function chance(seed: number) {
  const random = seededRandom(seed, 0, 0);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const classes = ['disclosed', 'reported', 'indicative'] as const;
  const valuations = Array.from({ length: Math.floor(random() * 6) }, (_, index): Valuation => ({
    kind: 'round',
    day: TODAY - 800 + index * 170 + Math.floor(random() * 150),
    valuationUsd: 1e9 * (1 + random()),
    confidence: pick(classes),
    sourceUrl: null,
  }));
  const prints = Array.from({ length: Math.floor(random() * 5) }, (_, index): SecondaryPrint => ({
    day: TODAY - 500 + index * 130 + Math.floor(random() * 120),
    kind: pick(['tender', 'block', 'indication', 'authorized_secondary']),
    confidence: pick(classes),
    impliedValuationUsd: random() < 0.2 ? null : 1e9 * (1 + random()),
    pricePerShare: random() < 0.5 ? null : 10 * random(),
    sizeUsd: null,
    note: random() < 0.5 ? null : 'In words',
    sourceUrl: 'https://example.com/a',
  }));
  return { valuations, prints };
}

/** The events, written down again: from the newest day backwards. */
function plainEvents({ valuations, prints }: ReturnType<typeof chance>) {
  const events = [];
  for (let day = TODAY; day > TODAY - 900; day -= 1) {
    for (const print of prints) {
      if (print.day !== day) continue;
      let last: number | null = null;
      for (let before = day - 1; last === null && before > TODAY - 1_000; before -= 1)
        for (const valuation of valuations)
          if (valuation.day === before && valuation.confidence !== 'indicative') last = valuation.valuationUsd;
      const { kind, confidence, impliedValuationUsd, pricePerShare, sizeUsd, note, sourceUrl } = print;
      const premiumPct =
        last === null || impliedValuationUsd === null ? null : ((impliedValuationUsd - last) * 100) / last;
      events.push({
        date: iso(day),
        kind,
        confidence,
        impliedValuationUsd,
        pricePerShare,
        sizeUsd,
        premiumPct,
        sourceUrl,
        note,
      });
    }
  }
  return events;
}

const DAYS: Readonly<Record<string, number>> = { tender: 45, authorized_secondary: 45, block: 60, indication: 75 };

describe('tapes and liquidity computed twice', () => {
  it('agree for 500 invented companies', () => {
    const wrong: string[] = [];
    for (let seed = 0; seed < 500; seed += 1) {
      const known = chance(seed);
      const events = tapeEvents(known.prints, known.valuations, TODAY);
      const expected = plainEvents(known);
      const shownEvents = events.map(({ datePrecision: _precision, recordedAt: _at, ...event }) => event);
      wrong.push(...differences(shownEvents, expected, `${seed}`));
      const liquidity = privateLiquidity(events, null, TODAY);
      const active = expected.filter(({ date }) => Date.parse(date) > (TODAY - 365) * 86_400_000);
      const days = Math.min(120, ...active.map(({ kind }) => DAYS[kind] ?? NaN));
      const marks = active.map((each) => [each.date, each.impliedValuationUsd, each.premiumPct, each.pricePerShare]);
      const shown = liquidity.marks.map((each) => [
        each.date,
        each.impliedValuationUsd,
        each.premiumToLastRoundPct,
        each.price,
      ]);
      wrong.push(...differences([shown, liquidity.timing.expectedDays], [marks, days], `liquidity ${seed}`));
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it('sort alike in every order', () => {
    const tapes = Array.from({ length: 200 }, (_, seed) => {
      const { prints, valuations } = chance(seed);
      const tape = tapeOf(tapeEvents(prints, valuations, TODAY), {});
      return tape === null ? [] : [{ slug: `company-${seed}`, ...tape }];
    }).flat();
    const first = (values: readonly (number | null)[]): number => values.find((value) => value !== null) ?? -Infinity;
    const keys = {
      fresh: ({ events }: (typeof tapes)[number]) => Date.parse(events[0]?.date ?? ''),
      value: ({ events }: (typeof tapes)[number]) => first(events.map((event) => event.impliedValuationUsd)),
      premium: ({ events }: (typeof tapes)[number]) => first(events.map((event) => event.premiumPct)),
      prints: ({ events }: (typeof tapes)[number]) => events.length,
    };
    for (const order of ['fresh', 'value', 'premium', 'prints'] as const) {
      const rows = sortedTapes(tapes, order);
      expect(rows).toHaveLength(tapes.length);
      const faults = rows.slice(1).filter((row, place) => {
        const before = rows[place] as (typeof tapes)[number];
        const [high, low] = [keys[order](before), keys[order](row)];
        return high < low || (high === low && before.slug > row.slug);
      });
      expect(faults).toEqual([]);
    }
  });
});
