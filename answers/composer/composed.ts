import type { Line } from './line.js';

/** A text before its numbers are checked. */
export interface Composed {
  readonly headline: Line;
  /** Paragraphs of sentences; a digest has one. */
  readonly paragraphs: readonly (readonly Line[])[];
  readonly confidence: number;
  /** Kinds of the question, the best first. */
  readonly intents: readonly string[];
}
