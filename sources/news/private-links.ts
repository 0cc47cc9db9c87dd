import { searchWords } from '../../engines/private-news/search-words.js';
import { startupMentions } from '../../engines/text/startup-mentions.js';
import type { NewsArticle } from '../../store/news-model.js';
import type { NewsWords, PrivateNewsLink } from '../../store/private-news.js';
import type { PrivateCompanyNames } from './private-company-names.js';

export interface PrivateNewsRows {
  readonly words: readonly NewsWords[];
  readonly links: readonly PrivateNewsLink[];
}

/** What is in the summary alone. */
const SUMMARY_SHARE = 0.6;
/** A story about more companies is about each a little less. */
const FULL_COMPANIES = 3;

/** The private companies that a story is about: of each, the most that one of its articles is. */
function linksOf(
  story: string,
  articles: readonly NewsArticle[],
  names: PrivateCompanyNames,
): readonly PrivateNewsLink[] {
  const weights = new Map<string, number>();
  const note = (slug: string, weight: number): void => void weights.set(slug, Math.max(weight, weights.get(slug) ?? 0));
  for (const article of articles) {
    const { inTitle, inSummary } = startupMentions(article, names);
    for (const slug of inTitle) note(slug, 1);
    for (const slug of inSummary) note(slug, SUMMARY_SHARE);
  }
  const focus = Math.min(1, FULL_COMPANIES / weights.size);
  return Array.from(weights, ([slug, weight]) => ({ story, slug, relevance: weight * focus }));
}

/** What a story is found by: the words of its earliest article, and the private companies that it is about. */
export function privateNewsRows(articles: readonly NewsArticle[], names: PrivateCompanyNames): PrivateNewsRows {
  const first = articles.find(({ key, story }) => key === story);
  if (first === undefined) return { words: [], links: [] };
  const { story, publishedAt, source, title, summary } = first;
  const words = searchWords(`${title} ${summary ?? ''}`);
  return { words: [{ story, publishedAt, source, words }], links: linksOf(story, articles, names) };
}

/** The rows of several stories. */
export function joined(rows: readonly PrivateNewsRows[]): PrivateNewsRows {
  return { words: rows.flatMap(({ words }) => words), links: rows.flatMap(({ links }) => links) };
}
