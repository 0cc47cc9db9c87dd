import { INTENT_ROWS } from '../generated/intents.js';
import type { Intent } from './intent.js';
import type { Question } from './question.js';

export const INTENTS: readonly Intent[] = Object.values(INTENT_ROWS);

/** Below this, a question is of no known kind. */
const LEAST = 1;
/** From this on, a second kind is answered too, if other words ask for it. */
const SECOND = 3;

interface Scored {
  readonly intent: Intent;
  readonly score: number;
  /** Where the words are that tell the kind best. */
  readonly place: readonly [number, number];
}

function scored(intent: Intent, question: Question): Scored {
  let score = 0;
  let best = 0;
  let place: readonly [number, number] = [0, 0];
  for (const [pattern, weight] of intent.signs) {
    const found = pattern.exec(question.plain);
    if (found === null) continue;
    score += weight;
    if (weight <= best) continue;
    best = weight;
    place = [found.index, found.index + found[0].length];
  }
  return { intent, score, place };
}

const overlap = ([from, to]: Scored['place'], [start, end]: Scored['place']): boolean => from < end && to > start;

/** The kinds of a question, the best first: one for most, up to three if different words ask for different things. */
export function chooseIntents(question: Question): readonly Intent[] {
  const all = INTENTS.filter((intent) => intent.fits(question))
    .map((intent) => scored(intent, question))
    .filter(({ score }) => score >= LEAST)
    .sort((one, other) => other.score - one.score || (one.intent.name < other.intent.name ? -1 : 1));
  const [best] = all;
  if (best === undefined) return [];
  const asksMore = /(?:\band\b|\?.+\?|,|;|\balso\b)/.test(question.plain);
  const chosen = [best];
  for (const other of asksMore ? all.slice(1) : [])
    if (chosen.length < 3 && other.score >= SECOND && !chosen.some(({ place }) => overlap(place, other.place))) chosen.push(other);
  return chosen.map(({ intent }) => intent);
}
