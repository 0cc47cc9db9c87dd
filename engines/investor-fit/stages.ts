import { foldedName } from '../text/folded-name.js';

/** Stages in the order of a company's life, and the usual words for each, beside its own name. */
const STAGE_WORDS = {
  'Pre-seed': ['preseed', 'angel', 'pre seed round'],
  Seed: ['seed round', 'seed stage'],
  'Series A': ['a', 'a round', 'early', 'early stage'],
  'Series B': ['b', 'b round'],
  'Series C': ['c', 'c round'],
  Growth: ['growth stage', 'growth equity', 'series d', 'd', 'series e', 'e'],
  'Late stage': [
    'late',
    'later stage',
    'pre ipo',
    'crossover',
    'series f',
    'f',
    'series g',
    'series h',
    'series i',
    'series j',
    'series k',
    'series l',
  ],
  Buyout: ['lbo', 'leveraged buyout', 'control', 'private equity'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Stage = keyof typeof STAGE_WORDS;

export const STAGE_NAMES = Object.keys(STAGE_WORDS) as readonly Stage[];

const STAGE_OF: ReadonlyMap<string, Stage> = new Map(
  STAGE_NAMES.flatMap((name) => [name, ...STAGE_WORDS[name]].map((word) => [foldedName(word), name] as const)),
);

/** The stage that a word stands for; undefined for an unknown word. */
export function stageOf(word: string): Stage | undefined {
  return STAGE_OF.get(foldedName(word));
}

/** Stages between two, 0 for the same one. */
export function stepsBetween(one: Stage, other: Stage): number {
  return Math.abs(STAGE_NAMES.indexOf(one) - STAGE_NAMES.indexOf(other));
}
