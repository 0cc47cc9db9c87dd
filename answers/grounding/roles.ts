import type { TextFact } from '../facts/fact.js';
import type { StatementClaim, StatementReading } from './comparisons.js';
import { isOf } from './evidence.js';
import { stemsIn } from './vocabulary.js';

interface Role {
  /** What leads to the names. */
  readonly said: RegExp;
  /** What follows a name: "… is its chief executive". */
  readonly saidAfter?: RegExp;
  /** Labels of the texts that have this role. */
  readonly labels: readonly string[];
}

/** Names may follow these words only in their role. */
const ROLES: readonly Role[] = [
  {
    said: /\b(?:led|co-led)\sby\s|\blead\sinvestors?\s(?:is|are|was|were|being)\s/giu,
    saidAfter: /\s(?:co-)?led\s(?!by\b)/giu,
    labels: ['lead investor'],
  },
  {
    said: /\b(?:chief\sexecutive(?:\sofficer)?|CEO)\s(?:is|was|:)?\s?(?!of\b|officer\b)/giu,
    saidAfter: /\s(?:is|was)\s(?:(?:the|its|their)\s)?(?:[\p{L}\p{N}]+['’]s?\s)?(?:chief\sexecutive|CEO)\b/giu,
    labels: ['chief executive'],
  },
  {
    said: /\bproducts?\s(?:is|are|include|includes)\s/giu,
    labels: ['product'],
  },
  {
    said: /\bfounded\sby\s|\bfounders?\s(?:is|are|was|were|include|includes)\s/giu,
    labels: ['founder'],
  },
  {
    said: /\b(?:rivals?|competitors?)\s(?:is|are|include|includes)\s|\bcompetes\swith\s/giu,
    labels: ['rival'],
  },
  {
    said: /\b(?:backers?|investors?)\s(?:is|are|include|includes)\s|\bbacked\sby\s/giu,
    labels: ['investor', 'lead investor'],
  },
];

/** Names in a row: "A, B and C". */
const NAMES = /^(?:the\s)?\p{Lu}[\p{L}\p{N}.&’'-]*(?:(?:,\s|,\sand\s|\sand\s|\s&\s|\s)(?:\p{Lu}[\p{L}\p{N}.&’'-]*))*/u;
const SEPARATORS = /,\sand\s|,\s|\sand\s/u;

const sameWords = (one: string, other: string): boolean => stemsIn(one).join(' ') === stemsIn(other).join(' ');

/** Whether a text is a name of a role; the names of some have "and" themselves. */
function isNamed(text: string, facts: readonly TextFact[]): boolean {
  return facts.some(({ value }) => sameWords(text, value) || sameWords(text, value.replace(/\s*\([^)]*\)/g, '')));
}

/**
 * Names that a sentence tells in a role: a round's leads, a chief executive, products. Each must be one of its
 * subject's in that role; what is read so needs no other check of its words.
 */
export const roleClaims = (reading: StatementReading): readonly StatementClaim[] => [
  ...namesAfter(reading),
  ...namesBefore(reading),
];

/** "Sam Altman is its chief executive": the name that the sentence begins with. */
function namesBefore({ sentence, evidence }: StatementReading): readonly StatementClaim[] {
  return ROLES.flatMap(({ saidAfter, labels }) =>
    Array.from(saidAfter === undefined ? [] : sentence.matchAll(saidAfter)).flatMap(
      ({ index, 0: raw }): readonly StatementClaim[] => {
        const start = /^\s*/.exec(sentence)?.[0].length ?? 0;
        const names = NAMES.exec(sentence.slice(start, index))?.[0] ?? '';
        const known = evidence.labels.filter(({ label }) => labels.includes(label));
        if (names === '' || start + names.length !== index || known.length === 0) return [];
        const place = { start, end: index + raw.length };
        const isSo = isNamed(names, known) || names.split(SEPARATORS).every((name) => isNamed(name, known));
        return [
          {
            ...place,
            sources: isSo ? known.slice(0, 1).map(({ source }) => source) : null,
          },
        ];
      },
    ),
  );
}

function namesAfter({ sentence, evidence, ownersAt }: StatementReading): readonly StatementClaim[] {
  return ROLES.flatMap(({ said, labels }) =>
    Array.from(sentence.matchAll(said)).flatMap(({ index, 0: lead }): readonly StatementClaim[] => {
      const start = index + lead.length;
      const names = NAMES.exec(sentence.slice(start))?.[0].replace(/[.,’']+$/, '') ?? '';
      const place = { start: index, end: start + names.length };
      const owners = ownersAt({
        start: index,
        end: index + lead.trimEnd().length,
      });
      const known = evidence.labels.filter((fact) => labels.includes(fact.label) && isOf(fact, owners));
      if (names === '' || !evidence.labels.some(({ label }) => labels.includes(label))) return [];
      const isSo = isNamed(names, known) || names.split(SEPARATORS).every((name) => isNamed(name, known));
      return [
        {
          ...place,
          sources: isSo ? known.slice(0, 1).map(({ source }) => source) : null,
        },
      ];
    }),
  );
}
