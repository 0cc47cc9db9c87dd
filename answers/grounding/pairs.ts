import type { Quantity } from './quantities.js';
import type { SubjectMention } from './subject-mentions.js';

/** Two numbers that stand after the comparison of two subjects, each of one of them. */
export interface Pair {
  /** Where "than" stands. */
  readonly than: number;
  /** Places among the numbers of the sentence. */
  readonly first: number;
  readonly second: number;
  readonly left: readonly string[];
  readonly right: readonly string[];
}

const TO_FIRST = /^(?:['’]s)?\s?[,:]\s(?:(?:at|with)\s)?(?:US)?[$+−-]?$/;
const TO_SECOND = /^\s(?:against|versus|vs\.?|to|compared\s(?:with|to))\s(?:US)?[$+−-]?$/i;

/** "AAPL scores higher than MSFT: 55.5 against 47.2": null where a sentence has no such pair. */
export function pairIn(
  sentence: string,
  quantities: readonly Quantity[],
  mentions: readonly SubjectMention[],
): Pair | null {
  const than = /\bthan\s/.exec(sentence);
  if (than === null) return null;
  const end = than.index + than[0].length;
  const right = mentions.filter(({ start }) => start === end);
  const before = mentions.filter((mention) => mention.end <= than.index);
  const left = before.filter(({ start }) => start === before.at(-1)?.start);
  const first = quantities.findIndex(({ start }) => start >= end);
  const [one, other] = [quantities[first], quantities[first + 1]];
  const name = right[0];
  if (name === undefined || left.length === 0 || one === undefined || other === undefined) return null;
  if (!TO_FIRST.test(sentence.slice(name.end, one.start)) || !TO_SECOND.test(sentence.slice(one.end, other.start)))
    return null;
  const ids = (of: readonly SubjectMention[]): readonly string[] => of.map(({ id }) => id);
  return { than: than.index, first, second: first + 1, left: ids(left), right: ids(right) };
}
