import { foldedName } from '../text/folded-name.js';
import { searchWords } from './search-words.js';

/** A story that answers a search. */
export interface FoundStory {
  readonly title: string;
  readonly summary: string | null;
  /** Epoch milliseconds. */
  readonly publishedAtMs: number;
  /** How much it is about each company that it names, by slug: above 0, at most 1. */
  readonly links: ReadonlyMap<string, number>;
}

/** The company that a search asks about. */
export interface RelevantCompany {
  readonly slug: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly boostTerms: readonly string[];
  readonly newsTopics: readonly string[];
}

export interface NewsSearch {
  /** Words of the search (`searchWords`), at least one. */
  readonly words: readonly string[];
  /** Companies whose name the search is; empty if it is none's. */
  readonly named: readonly string[];
  /** Whose terms count; null for the search alone. */
  readonly company: RelevantCompany | null;
}

/** Weight of what is only in the summary, against the title. */
const SUMMARY_SHARE = 0.6;
const HALF_LIFE_MS = 7 * 86_400_000;
/** Of the search itself, the company's name, a curated boost term, and a curated topic of its news. */
const WEIGHTS = { search: 0.2, name: 0.6, boost: 0.3, topic: 0.2 } as const;

interface FoldedText {
  readonly title: string;
  readonly summary: string;
}

const padded = (text: string): string => ` ${foldedName(text)} `;

/** 1 in the title, less in the summary alone, 0 in neither. */
function presence(isIn: (text: string) => boolean, { title, summary }: FoldedText): number {
  if (isIn(title)) return 1;
  return isIn(summary) ? SUMMARY_SHARE : 0;
}

/** How present a search is: as the company that it names, or the mean of its words. */
function searchPresence({ words, named }: NewsSearch, story: FoundStory): number {
  const asName = named.reduce((most, slug) => Math.max(most, story.links.get(slug) ?? 0), 0);
  if (asName > 0 || words.length === 0) return asName;
  const [title, summary] = [new Set(searchWords(story.title)), new Set(searchWords(story.summary ?? ''))];
  const each = words.map((word) => (title.has(word) ? 1 : summary.has(word) ? SUMMARY_SHARE : 0));
  return each.reduce<number>((sum, value) => sum + value, 0) / words.length;
}

/** Terms of a company with their weights, folded: each once, at its largest weight, without the company's names. */
function termWeights({ name, aliases, boostTerms, newsTopics }: RelevantCompany): ReadonlyMap<string, number> {
  const names = new Set([name, ...aliases].map(foldedName));
  const weights = new Map<string, number>();
  for (const topic of newsTopics) weights.set(foldedName(topic), WEIGHTS.topic);
  for (const term of boostTerms) weights.set(foldedName(term), WEIGHTS.boost);
  for (const own of [...names, '']) weights.delete(own);
  return weights;
}

/** The weight of a story for a search, above 0 and at most 1: 1 − Π(1 − weight · presence) over all evidence. */
function weigher(search: NewsSearch): (story: FoundStory) => number {
  const { company } = search;
  if (company === null) return (story) => searchPresence(search, story);
  const terms = [...termWeights(company)];
  return (story) => {
    const text = { title: padded(story.title), summary: padded(story.summary ?? '') };
    let missing = 1 - WEIGHTS.search * searchPresence(search, story);
    missing *= 1 - WEIGHTS.name * (story.links.get(company.slug) ?? 0);
    for (const [term, weight] of terms) missing *= 1 - weight * presence((part) => part.includes(` ${term} `), text);
    return 1 - missing;
  };
}

/**
 * The relevance of stories for a search, in their order: weight · 2^(−age / 7 days), at most 1. The age is counted from
 * the newest of them, so that an answer stays as it is until a story comes; the order is that by age from now.
 */
export function newsRelevances(stories: readonly FoundStory[], search: NewsSearch): readonly number[] {
  const newestMs = stories.reduce((newest, { publishedAtMs }) => Math.max(newest, publishedAtMs), -Infinity);
  const weigh = weigher(search);
  return stories.map((story) => weigh(story) * 2 ** ((story.publishedAtMs - newestMs) / HALF_LIFE_MS));
}
