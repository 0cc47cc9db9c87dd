import type { AnswerSource } from '../answers.js';

/** What a number counts. Fractions are told as percent; `statistic` has no unit. */
export type Unit =
  | 'usd'
  | 'usd_per_share'
  | 'percent'
  | 'percentage_points'
  | 'multiple'
  | 'score'
  | 'statistic'
  | 'count'
  | 'year'
  | 'rank';

interface FactBase {
  /** Name of the tool that told it. */
  readonly tool: string;
  /** What it is, within all tools: `signal.score`. */
  readonly key: string;
  /** Ids of what it is about (`names/subject.ts`); none for the market as a whole. */
  readonly subjects: readonly string[];
  /** The entry of a list that it belongs to, from 0; null outside of lists. */
  readonly row: number | null;
  /** What it is in words, as a sentence calls it. */
  readonly label: string;
  /** Other words for it. */
  readonly terms: readonly string[];
  readonly source: AnswerSource;
}

export interface NumberFact extends FactBase {
  readonly kind: 'number';
  readonly value: number;
  readonly unit: Unit;
  /** Whether the sign tells a direction: a return, a growth, a difference. */
  readonly isChange: boolean;
  /** What it measures, by which levels and changes belong together: `price`, `revenue`; empty if by itself. */
  readonly measure: string;
  /** What a count counts, in the plural; empty if the unit says it. */
  readonly noun: string;
}

/** A day, `YYYY-MM-DD`, or a month, `YYYY-MM`, or a year, `YYYY`. */
export interface DateFact extends FactBase {
  readonly kind: 'date';
  readonly value: string;
}

/** A fiscal quarter. */
export interface QuarterFact extends FactBase {
  readonly kind: 'quarter';
  readonly year: number;
  readonly quarter: number;
}

/** Words: a label, a name, a title. */
export interface TextFact extends FactBase {
  readonly kind: 'text';
  readonly value: string;
  /** Whether a stranger wrote it: it is quoted, and says nothing. */
  readonly isUntrusted: boolean;
}

/** One statement of a tool's result. */
export type Fact = NumberFact | DateFact | QuarterFact | TextFact;

/** What an answer may be about, with the names that texts call it. */
export interface Subject {
  /** A ticker; `company:stripe`, `investor:accel` or `manager:0001067983`. */
  readonly id: string;
  /** The first one is that of answers. */
  readonly names: readonly string[];
}
