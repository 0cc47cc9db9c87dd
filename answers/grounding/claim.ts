import type { AnswerSource } from '../answers.js';

/** Why a claim is not supported. */
export type Fault = 'value' | 'unit' | 'sign' | 'owner' | 'label' | 'date' | 'direction' | 'statement';

/**
 * A number, a date, a direction or the label of a signal that a text tells; or another statement, where those are read.
 */
export interface Claim {
  readonly kind: 'number' | 'date' | 'direction' | 'label' | 'statement';
  /** As it is written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Null if a fact supports it. */
  readonly fault: Fault | null;
  /** Sources of the facts that support it, each enough; empty where it follows from other claims or needs none. */
  readonly sources: readonly AnswerSource[];
}
