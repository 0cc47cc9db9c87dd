import type { Fact, Subject } from '../facts/fact.js';
import type { NameDirectory } from '../names/directory.js';
import { subjectsOf } from '../names/subjects-of.js';
import { groundingCheck, type GroundingCheck } from './grounding.js';

/** What the text of an answer is checked by. */
export interface Grounds {
  readonly facts: readonly Fact[];
  /** Whom the facts are about, by the names that texts call them. */
  readonly subjects: readonly Subject[];
  /** By all facts. */
  readonly check: GroundingCheck;
}

/** The grounds of one answer, whose `facts` are only added to: prepared again once there are more. */
export function groundsOf(facts: readonly Fact[], directory: NameDirectory): () => Grounds {
  let known: Grounds | null = null;
  return () => {
    if (known?.facts.length === facts.length) return known;
    const told = [...facts];
    const subjects = subjectsOf(told, directory);
    return (known = { facts: told, subjects, check: groundingCheck(told, subjects) });
  };
}
