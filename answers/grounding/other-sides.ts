import type { NumberFact } from '../facts/fact.js';
import { entryOf } from './evidence.js';
import { naming } from './measures.js';
import type { Place } from './place.js';
import { stemsIn } from './vocabulary.js';

const CONNECTS = /\b(?:above|below|higher|lower|than|against|versus|vs|compared\s(?:with|to))\b/i;

/**
 * "5.5 points above Microsoft at 50.2", "55.7 against 50.2": the measure of the number that it is compared with, of
 * another subject, where nothing between them names another measure.
 */
export function isOfComparedMeasure(
  { sentence, quantity, told }: Place,
  fact: NumberFact,
  rivals: readonly NumberFact[],
): boolean {
  const last = told.filter((each) => each.fact !== null).at(-1);
  if (!last?.fact || last.fact.label !== fact.label || last.fact.tool !== fact.tool) return false;
  if (last.fact.subjects.join() === fact.subjects.join()) return false;
  const between = sentence.slice(last.quantity.end, quantity.start);
  if (/[;:.]/.test(between.replace(/\d\.\d/g, '')) || !CONNECTS.test(between)) return false;
  const words = new Set(stemsIn(between));
  return rivals.every((other) => other.label === fact.label || other.unit !== fact.unit || naming(other, words) === 0);
}

const YEAR_BEFORE = /^\s(?:a|one|the)\syear\s(?:before|earlier|ago)\b/i;

/** Whether a number is said to be of a year before: that of the same quarter, beside one that is told. */
export const isYearBefore = ({ sentence, quantity }: Place): boolean => YEAR_BEFORE.test(sentence.slice(quantity.end));

/** Whether a quarterly figure is of the same quarter of the year before that of the last one told of its measure. */
export function isOfYearBefore(fact: NumberFact, { told, evidence }: Place): boolean {
  const last = told.findLast((each) => each.fact?.key === fact.key)?.fact;
  if (!last || last.subjects.join() !== fact.subjects.join()) return false;
  const quarterOf = (of: NumberFact) =>
    evidence.entries
      .get(entryOf(of))
      ?.find((each) => each.kind === 'quarter' && each.subjects.join() === of.subjects.join());
  const [now, before] = [quarterOf(last), quarterOf(fact)];
  return (
    now?.kind === 'quarter' &&
    before?.kind === 'quarter' &&
    before.quarter === now.quarter &&
    before.year === now.year - 1
  );
}
