import type { Line } from '../line.js';

/** A figure of the record that speaks for a security (1), against it (-1) or for neither side (0). */
export interface SidedFigure {
  readonly name: string;
  readonly side: -1 | 0 | 1;
  /** Distance to the neutral value, in the unit of its rule: what figures of a side are ordered by. */
  readonly strength: number;
  readonly line: Line;
}

/** The figures of a side, the strongest first. */
export const onSide = (figures: readonly SidedFigure[], side: SidedFigure['side']): readonly SidedFigure[] =>
  figures.filter((figure) => figure.side === side).sort((one, other) => other.strength - one.strength);

/** What the chair says of two sides. */
export type Verdict = 'bull' | 'bear' | 'balanced';

/** Figures that a side must have more than the other, and its part of those of both, to be better supported. */
export const LEAD = 2;
export const PART = 0.6;

/** Which side is better supported by its number of figures. */
export function verdictOf(forIt: number, againstIt: number): Verdict {
  const [more, less] = [Math.max(forIt, againstIt), Math.min(forIt, againstIt)];
  if (more - less < LEAD || more / (more + less) < PART) return 'balanced';
  return forIt > againstIt ? 'bull' : 'bear';
}
