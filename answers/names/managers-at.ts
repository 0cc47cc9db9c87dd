import type { Entity } from './entity.js';
import type { ManagerNames } from './managers.js';
import { isMeaningful } from './misspelled.js';
import { isCapital, type Word } from './names-at.js';

const BEFORE = new Set('does did is has do by'.split(' '));
const AFTER = new Set(
  (
    'own owns hold holds holding buy buys buying bought sell selling sold add adding added trim trimming trimmed have ' +
    '13f holdings positions portfolio'
  ).split(' '),
);

/** "What does vanguard own": a word of English that stands where only a holder can. */
const isHolder = (before: Word | undefined, after: Word | undefined): boolean =>
  BEFORE.has(before?.text ?? '') && AFTER.has(after?.text ?? '');

/** Whether words of a question are meant as the name of a manager: words of English alone need capitals. */
const isMeant = (words: readonly Word[], before: Word | undefined, after: Word | undefined): boolean =>
  words.some(({ text }) => !isMeaningful(text)) || words.every((word) => isCapital(word)) || isHolder(before, after);

/** Names of managers among the words that nobody else is named by. */
export function managersAt(
  all: readonly Word[],
  { byKey, longest }: ManagerNames,
  isCovered: (word: Word) => boolean,
): readonly { readonly start: number; readonly end: number; readonly entity: Entity }[] {
  const found: { start: number; end: number; entity: Entity }[] = [];
  for (let at = 0; at < all.length; at += 1)
    for (let length = Math.min(longest, all.length - at); length > 0; length -= 1) {
      const words = all.slice(at, at + length);
      const [first, last] = [words[0], words.at(-1)];
      const entity = byKey.get(words.map(({ text }) => text).join(' '));
      if (entity === undefined || first === undefined || last === undefined) continue;
      if (words.some(isCovered) || !isMeant(words, all[at - 1], all[at + length])) continue;
      // The first word of a sentence has its capital from there.
      if (length === 1 && first.isFirst && !first.isPossessive && isMeaningful(first.text)) continue;
      found.push({ start: first.start, end: last.end, entity });
      at += length - 1;
      break;
    }
  return found;
}
