import { fiscalYearOf, type QuarterIndex } from './fiscal-quarter.js';

const SEQUENTIAL = /\bsequential(?:ly)?\b/i;
const COMPOUND = /\b(?:compound(?:ed)?|CAGR|(?:two|three|2|3)[- ]year)\b/i;
const AGAINST = /\b(?:above|below|over|versus|compared (?:to|with)|relative to) (?:the )?(?:fiscal )?(20\d\d)\b/i;

/** What a growth of the period that ends with `due` is measured against, by its sentence; `year` by default. */
export function comparisonBase(sentence: string, due: QuarterIndex): string {
  if (COMPOUND.test(sentence)) return 'compound';
  if (SEQUENTIAL.test(sentence)) return 'sequential';
  const year = Number(AGAINST.exec(sentence)?.[1] ?? NaN);
  return Number.isNaN(year) || year === fiscalYearOf(due) - 1 ? 'year' : String(year);
}
