import type { Fact, Subject } from '../facts/fact.js';
import type { NameDirectory } from '../names/directory.js';
import { storedNamesIn } from '../names/resolve-names.js';
import { subjectsOf } from '../names/subjects-of.js';
import { evidenceOf } from './evidence.js';
import { checkBy, type GroundingCheck } from './grounding.js';
import type { NameFinder } from './subject-mentions.js';

/** What the text of an answer is checked by. */
export interface Grounds {
  readonly facts: readonly Fact[];
  /** Whom the facts are about, by the names that texts call them. */
  readonly subjects: readonly Subject[];
  /** By all facts. */
  readonly check: GroundingCheck;
  /** Of every statement, for texts that a model wrote. */
  readonly strict: GroundingCheck;
}

/** Names that a question has and that nobody stored has, each its own id. */
function finderOf(unknown: readonly string[]): NameFinder {
  const patterns = unknown
    .filter((name) => name.length > 1)
    .map((name) => {
      const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return { id: `unknown:${name}`, pattern: new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'giu') };
    });
  return (text) =>
    patterns.flatMap(({ id, pattern }) =>
      Array.from(text.matchAll(pattern), ({ index, 0: name }) => ({
        start: index,
        end: index + name.length,
        ids: [id],
      })),
    );
}

/** A check that reads each text once: a sentence of a model is reviewed, and then checked with the whole answer. */
function rememberedCheck(check: GroundingCheck): GroundingCheck {
  const known = new Map<string, ReturnType<GroundingCheck>>();
  return (text, before = '') => {
    const key = `${before}\n\n${text}`;
    const found = known.get(key) ?? check(text, before);
    known.set(key, found);
    return found;
  };
}

/**
 * The grounds of one answer, whose `facts` are only added to: prepared again once there are more. `unknown` are the
 * names and tickers of the question that nobody stored has.
 */
export function groundsOf(facts: readonly Fact[], directory: NameDirectory, unknown: readonly string[]): () => Grounds {
  let made: Grounds | null = null;
  const unknownIn = finderOf(unknown);
  // A sentence is read once by all facts and then by those of each source.
  const read = new Map<string, ReturnType<NameFinder>>();
  const known: NameFinder = (text) => {
    const names = read.get(text) ?? [...storedNamesIn(text, directory), ...unknownIn(text)];
    read.set(text, names);
    return names;
  };
  return () => {
    if (made?.facts.length === facts.length) return made;
    const told = [...facts];
    const subjects = subjectsOf(told, directory);
    const evidence = evidenceOf(told, subjects, known);
    const [check, strict] = [rememberedCheck(checkBy(evidence, false)), rememberedCheck(checkBy(evidence, true))];
    return (made = { facts: told, subjects, check, strict });
  };
}
