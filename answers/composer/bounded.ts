/** What a tool takes, inclusive. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** A value of a question, as a tool can take it. */
export interface Bounded {
  readonly value: number;
  /** Whether it is not what the question names. */
  readonly isOther: boolean;
}

/**
 * The whole number nearest to what a question names, within the bounds of a tool; `usual` where it names none. Up to
 * `tolerance`, a share of what is named, it counts as the same.
 */
export function bounded(asked: number | null, { least, most }: Bounds, usual: number, tolerance = 0): Bounded {
  if (asked === null) return { value: usual, isOther: false };
  const value = Math.min(most, Math.max(least, Math.round(asked)));
  return { value, isOther: Math.abs(value - asked) > tolerance * asked };
}
