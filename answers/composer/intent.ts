import type { Fact } from '../facts/fact.js';
import type { Found } from './found.js';
import type { Line } from './line.js';
import type { Question } from './question.js';

/** A call of a tool that an answer needs. */
export interface PlannedCall {
  readonly tool: string;
  readonly input: object;
}

/** A reading that says up, down or neither of a subject; readings that agree make an assessment more certain. */
export interface Reading {
  readonly subject: string;
  readonly sign: -1 | 0 | 1;
  /** Names the reading in a sentence: "the composite", "analysts". */
  readonly name: string;
}

/** What an intent writes: the answer in one sentence, and what supports it, the most important first. */
export interface Section {
  readonly headline: Line;
  readonly lines: readonly Line[];
  /** Share of the figures asked for that the tools had, 0 to 1. */
  readonly coverage: number;
  readonly readings?: readonly Reading[];
  /** Words of the question for a time that the answer has read, although no sentence repeats them. */
  readonly timeRead?: RegExp;
  /** Bounds and exclusions of the question, in its own words, that the section was read by. */
  readonly used?: readonly string[];
  /** Sentences about parts of the question that were not used as they are. */
  readonly unread?: readonly Line[];
  /** Figures that the section computed from those of the tools. */
  readonly computed?: readonly Fact[];
}

/** One kind of question: how it is recognised, which tools it needs, and what is written from their facts. */
export interface Intent {
  readonly name: string;
  /** Patterns over `Question.plain` with their weights; what a question scores is the sum of those that it matches. */
  readonly signs: readonly (readonly [RegExp, number])[];
  /** Whether it can be answered at all: whom it must name. */
  readonly fits: (question: Question) => boolean;
  readonly plan: (question: Question) => readonly PlannedCall[];
  /** Further calls of research. */
  readonly research?: (question: Question) => readonly PlannedCall[];
  /** Null if the tools told nothing. */
  readonly write: (question: Question, found: Found) => Section | null;
}

/** The part of all that something is true of; 0 of nothing. */
export function share<Each>(all: readonly Each[], isTrue: (each: Each) => boolean): number {
  return all.length === 0 ? 0 : all.filter(isTrue).length / all.length;
}

export const isKnown = <Value>(value: Value | null | undefined): value is Value =>
  value !== null && value !== undefined;
