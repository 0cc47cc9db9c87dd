import { TOPIC_WORDS } from './lexicon/topic-words.js';

/** The topics of startup news, as the contract spells them. */
export type StartupTopic = keyof typeof TOPIC_WORDS;

export const TOPICS = Object.keys(TOPIC_WORDS) as readonly StartupTopic[];

const escaped = (words: string): string => words.replace(/[.+*?()[\]{}|\\]/g, '\\$&').replace(/[ -]/g, '[ -]');

/** Words and phrases with a letter or digit on neither side; those in capitals only as they are written. */
function patternsOf({ words, capitals }: { readonly words: string; readonly capitals: string }): readonly RegExp[] {
  const lists = [
    [words, 'iu'],
    [capitals, 'u'],
  ] as const;
  return lists.flatMap(([list, flags]) => {
    const each = list
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
    return each.length === 0
      ? []
      : [new RegExp(`(?<![\\p{L}\\p{N}])(?:${each.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, flags)];
  });
}

const PATTERNS = TOPICS.map((topic) => [topic, patternsOf(TOPIC_WORDS[topic])] as const);

/** The topics that a text names, in the order of the contract. */
export function startupTopics(text: string): readonly StartupTopic[] {
  return PATTERNS.flatMap(([topic, patterns]) => (patterns.some((pattern) => pattern.test(text)) ? [topic] : []));
}
