import { fiscalYearOf, type QuarterIndex } from './fiscal-quarter.js';

const SEQUENTIAL = /\bsequential(?:ly)?\b/i;
const COMPOUND = /\b(?:compound(?:ed)?|CAGR|(?:two|three|2|3)[- ]year)\b/i;
const AGAINST =
  /\b(?:above|below|over|versus|compared (?:to|with)|relative to) (?:the )?(?:\w+ (?:quarter|half) (?:of |in )?)?(?:fiscal )?(?:year )?(20\d\d)\b/i;

/** What a change is measured against: the quarter before, several years, a named year, or else the year before. */
export type ComparisonBase = 'sequential' | 'compound' | 'year' | number;

/** What words say that a change is measured against. */
export function comparisonBase(text: string): ComparisonBase {
  if (COMPOUND.test(text)) return 'compound';
  if (SEQUENTIAL.test(text)) return 'sequential';
  const year = AGAINST.exec(text)?.[1];
  return year === undefined ? 'year' : Number(year);
}

/** Whether two changes of the period that ends with `due` are measured against the same. */
export function isSameBase(one: ComparisonBase, other: ComparisonBase, due: QuarterIndex): boolean {
  const plain = (base: ComparisonBase): ComparisonBase => (base === fiscalYearOf(due) - 1 ? 'year' : base);
  return plain(one) === plain(other);
}
