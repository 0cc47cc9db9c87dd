import { INTENT_ROWS } from '../generated/intents.js';
import type { Entity } from '../names/entity.js';
import type { Intent } from './intent.js';
import type { Question } from './question.js';

const INTENTS: readonly Intent[] = Object.values(INTENT_ROWS);

/** Below this, a question is of no known kind. */
const LEAST = 1;
/** From this sum, and this weight of one pattern, on, a second kind is answered too, if other words ask for it. */
const SECOND = 3;
const SECOND_SIGN = 2.4;

interface Scored {
  readonly intent: Intent;
  readonly score: number;
  /** Weight of the pattern that tells the kind best. */
  readonly best: number;
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
  return { intent, score, best, place };
}

const overlap = ([from, to]: Scored['place'], [start, end]: Scored['place']): boolean => from < end && to > start;

/** What is told of somebody if the question asks for nothing that is known of them. */
const GENERAL: readonly (readonly [
  keyof Pick<Question, 'securities' | 'companies' | 'investors' | 'managers'>,
  string,
])[] = [
  ['securities', 'signal'],
  ['companies', 'company'],
  ['investors', 'investor'],
  ['managers', 'manager-holdings'],
];

/** "What about Apple and Stripe?": what is told in general of one is told of the other too. */
function generalOthers(question: Question, chosen: readonly Scored[]): readonly Intent[] {
  const [first] = chosen;
  const isGeneral =
    chosen.length === 1 &&
    first !== undefined &&
    first.best < SECOND_SIGN &&
    GENERAL.some(([, name]) => name === first.intent.name);
  if (!isGeneral) return [];
  // A company may also be an investor by the same words.
  const isOther = ({ id }: Entity): boolean => {
    const own = question.names.mentions.find(({ entity }) => entity.id === id);
    return question.names.mentions.every(({ start, entity }) => entity.id === id || start !== own?.start);
  };
  const names = GENERAL.filter(([kind, name]) => name !== first.intent.name && question[kind].some(isOther)).map(
    ([, name]) => name,
  );
  return INTENTS.filter(({ name }) => names.includes(name));
}

/** Kinds of a question, the best first. */
export interface Chosen {
  readonly intents: readonly Intent[];
  /** Whether the words of the question told none, and whom it names alone decides. */
  readonly isGuess: boolean;
}

/** The kinds of a question: one for most, up to three if different words ask for different things. */
export function chooseIntents(question: Question): Chosen {
  const all = INTENTS.filter((intent) => intent.fits(question))
    .map((intent) => scored(intent, question))
    .filter(({ score }) => score >= LEAST)
    .sort((one, other) => other.score - one.score || (one.intent.name < other.intent.name ? -1 : 1));
  const [best] = all;
  if (best === undefined) {
    const name = GENERAL.find(([kind]) => question[kind].length > 0)?.[1];
    return { intents: INTENTS.filter((intent) => intent.name === name), isGuess: true };
  }
  const asksMore = /(?:\band\b|\?.+\?|,|;|\balso\b)/.test(question.plain);
  const chosen = [best];
  for (const other of asksMore ? all.slice(1) : [])
    if (
      chosen.length < 3 &&
      other.score >= SECOND &&
      other.best >= SECOND_SIGN &&
      !chosen.some(({ place }) => overlap(place, other.place))
    )
      chosen.push(other);
  return { intents: [...chosen.map(({ intent }) => intent), ...generalOthers(question, chosen)], isGuess: false };
}
