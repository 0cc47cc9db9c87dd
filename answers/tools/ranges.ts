/** A range of a measure, of which one end may be open; `isStrict` if the ends themselves are left out. */
export interface Range {
  readonly atLeast: number | null;
  readonly atMost: number | null;
  readonly isStrict: boolean;
}

export function isWithin(value: number, { atLeast, atMost, isStrict }: Range): boolean {
  const isLow = atLeast !== null && (isStrict ? value <= atLeast : value < atLeast);
  const isHigh = atMost !== null && (isStrict ? value >= atMost : value > atMost);
  return !isLow && !isHigh;
}

/** Whether each range has one end alone. */
export const areOpen = (ranges: readonly Range[]): boolean =>
  ranges.every(({ atLeast, atMost }) => atLeast === null || atMost === null);

/** How far a value is beyond the end of the range that it is in; of ranges with two ends, the lowest is the largest. */
export function fromEnd(value: number, ranges: readonly Range[]): number {
  if (!areOpen(ranges)) return -value;
  return Math.max(
    ...ranges
      .filter((range) => isWithin(value, range))
      .map(({ atLeast, atMost }) => Math.abs(value - (atLeast ?? atMost ?? value))),
    -Infinity,
  );
}
