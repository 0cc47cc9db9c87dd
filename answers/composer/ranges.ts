import type { Range } from '../tools/ranges.js';

/** A range with its place in the question. */
export interface PlacedRange extends Range {
  readonly start: number;
  readonly end: number;
}

const highest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);
const lowest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** What is within both; null if only one of them has its own ends. */
function within(one: Range, other: Range): Range | null {
  const [atLeast, atMost] = [highest(one.atLeast, other.atLeast), lowest(one.atMost, other.atMost)];
  return one.isStrict === other.isStrict ? { atLeast, atMost, isStrict: one.isStrict } : null;
}

/**
 * The ranges of one measure, of which one must hold: "below 30 or above 70" are two, "above 40 and below 60" is one.
 * Null if they are no such ranges. The parts are in the order of the question.
 */
export function alternatives(plain: string, parts: readonly PlacedRange[]): readonly Range[] | null {
  const ranges: Range[] = [];
  for (const [at, { atLeast, atMost, isStrict, start }] of parts.entries()) {
    const own = { atLeast, atMost, isStrict };
    const before = ranges.at(-1);
    if (before === undefined || /\bor\b/.test(plain.slice(parts[at - 1]?.end ?? 0, start))) {
      ranges.push(own);
      continue;
    }
    const both = within(before, own);
    if (both === null) return null;
    ranges[ranges.length - 1] = both;
  }
  return ranges.every((each) => (each.atLeast ?? -Infinity) <= (each.atMost ?? Infinity)) ? ranges : null;
}
