import type { NumberFact } from '../facts/fact.js';
import { isOf } from './evidence.js';
import { naming } from './measures.js';
import type { Place } from './place.js';
import { stemsIn } from './vocabulary.js';

const BREAK = /[;:()]|,\s|\b(?:and|while|whereas|but|as|with|on|after|despite)\b/giu;

/** Whether the words before a change of the price say that another measure moved: "its score fell 0.6%". */
export function isMoveOfOther(fact: NumberFact, { sentence, quantity, owners, evidence }: Place): boolean {
  if (!fact.isChange || fact.measure !== 'price' || fact.label !== 'change of the session') return false;
  const clause = sentence.slice(0, quantity.start).split(BREAK).at(-1) ?? '';
  const words = new Set(stemsIn(clause));
  if (['price', 'share', 'stock', 'clos', 'chang'].some((word) => words.has(word))) return false;
  return evidence.numbers.some(
    (other) => other.tool === fact.tool && other.measure !== 'price' && isOf(other, owners) && naming(other, words) > 0,
  );
}
