import { editDistance } from '../../access/parameters/edit-distance.js';
import type { Entity } from './entity.js';
import { squashed, type ManagerNames } from './manager-names.js';
import { isMeaningful } from './misspelled.js';
import { isCapital, type Word } from './names-at.js';

const BEFORE = new Set('does did is has do by'.split(' '));
const AFTER = new Set(
  (
    'own owns hold holds holding buy buys buying bought sell selling sold add adding added trim trimming trimmed have ' +
    '13f holdings positions portfolio'
  ).split(' '),
);
/** What makes a name something else: "Elliott wave", "Buffett indicator". */
const OTHER_AFTER = new Set('wave waves indicator rule ratio tweet tweets quote quotes book account'.split(' '));

const BESIDE = new Set(['vs', 'versus', 'against']);

/** What only a holder has. */
const HELD = new Set('13f holding holdings position positions portfolio stake stakes puts calls'.split(' '));

/** "What does vanguard own", "vanguard 13f", "Citadel vs": a word of English that stands where only a holder can. */
const isHolder = (all: readonly Word[], at: number, after: Word | undefined): boolean =>
  at === 0
    ? after === undefined || AFTER.has(after.text) || BESIDE.has(after.text) || all.some(({ text }) => HELD.has(text))
    : BEFORE.has(all[at - 1]?.text ?? '') && AFTER.has(after?.text ?? '');

/** Whether words of a question are meant as the name of a manager: words of English alone need capitals. */
function isMeant(all: readonly Word[], at: number, words: readonly Word[]): boolean {
  const after = all[at + words.length];
  return (
    words.some(({ text, isPossessive }) => isPossessive || !isMeaningful(text)) ||
    words.every((word) => isCapital(word) && (at > 0 || words.length > 1)) ||
    isHolder(all, at, after)
  );
}

export interface ManagerMention {
  readonly start: number;
  readonly end: number;
  readonly entity: Entity;
  /** Number of words. */
  readonly length: number;
}

/** Names of managers among words. */
export function managersAt(all: readonly Word[], { byKey, longest }: ManagerNames): readonly ManagerMention[] {
  const found: ManagerMention[] = [];
  for (let at = 0; at < all.length; at += 1)
    // One more word than names have, for initials that are written apart.
    for (let length = Math.min(longest + 1, all.length - at); length > 0; length -= 1) {
      const words = all.slice(at, at + length);
      const [first, last] = [words[0], words.at(-1)];
      const entity = byKey.get(squashed(words.map(({ text }) => text)));
      if (entity === undefined || first === undefined || last === undefined) continue;
      if (OTHER_AFTER.has(all[at + length]?.text ?? '') || !isMeant(all, at, words)) continue;
      found.push({ start: first.start, end: last.end, entity, length });
      at += length - 1;
      break;
    }
  return found;
}

const SHORTEST_MISSPELLED = 6;
const known = new WeakMap<ManagerNames, readonly (readonly [string, Entity])[]>();

/** The manager whose name of one word is spelled nearly so; null if none or several are. */
export function nearManager(word: string, managers: ManagerNames): Entity | null {
  if (word.length < SHORTEST_MISSPELLED || isMeaningful(word)) return null;
  let names = known.get(managers);
  if (names === undefined) {
    names = [...managers.byKey].filter(([key]) => key.length >= SHORTEST_MISSPELLED);
    known.set(managers, names);
  }
  const near = names.filter(
    ([key]) =>
      key.charAt(0) === word.charAt(0) && Math.abs(key.length - word.length) < 2 && editDistance(word, key) === 1,
  );
  const entities = [...new Set(near.map(([, entity]) => entity))];
  return entities.length === 1 ? (entities[0] ?? null) : null;
}
