import type { RatingActionKind, Stance } from '../../store/rating-actions.js';

const GRADES: Readonly<Record<Stance, readonly string[]>> = {
  buy_like: [
    'accumulate',
    'add',
    'buy',
    'conviction buy',
    'gradually accumulate',
    'long term buy',
    'market outperform',
    'moderate buy',
    'outperform',
    'outperformer',
    'overweight',
    'positive',
    'sector outperform',
    'speculative buy',
    'strong buy',
    'top pick',
  ],
  hold_like: [
    'equal weight',
    'fair value',
    'hold',
    'in line',
    'market perform',
    'mixed',
    'neutral',
    'peer perform',
    'perform',
    'sector perform',
    'sector performer',
    'sector weight',
  ],
  sell_like: [
    'market underperform',
    'moderate sell',
    'negative',
    'reduce',
    'sector underperform',
    'sell',
    'strong sell',
    'underperform',
    'underperformer',
    'underweight',
  ],
};

const STANCE_OF = new Map(
  Object.entries(GRADES).flatMap(([stance, grades]) => grades.map((grade) => [grade, stance as Stance] as const)),
);

/** What a firm's grade comes to, whatever its case and hyphens; null if the wording is not known. */
export function stanceOf(grade: string): Stance | null {
  return STANCE_OF.get(plain(grade)) ?? null;
}

/** Vendors' words for each action. */
const ACTIONS: Readonly<Record<RatingActionKind, readonly string[]>> = {
  upgrade: ['up', 'upgrade', 'upgraded', 'upgrades'],
  downgrade: ['down', 'downgrade', 'downgraded', 'downgrades'],
  initiation: [
    'init',
    'initiate',
    'initiated',
    'initiates',
    'initiates coverage on',
    'initiation',
    'assumed',
    'assumes',
  ],
  reiteration: [
    'main',
    'maintain',
    'maintained',
    'maintains',
    'reit',
    'reiterate',
    'reiterated',
    'reiterates',
    'reiteration',
  ],
  resumption: ['reinstated', 'reinstates', 'resume', 'resumed', 'resumes', 'resumption'],
  termination: ['suspended', 'suspends', 'terminated', 'terminates', 'terminates coverage on', 'termination'],
};

const ACTION_OF = new Map(
  Object.entries(ACTIONS).flatMap(([action, words]) => words.map((word) => [word, action] as const)),
);

/** The action that a vendor's word means; the word itself if it is not known. */
export function ratingActionOf(word: string): string {
  return ACTION_OF.get(plain(word)) ?? word;
}

function plain(words: string): string {
  return words
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
}
