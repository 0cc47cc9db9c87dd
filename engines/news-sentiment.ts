import { sentiment, type Sentiment } from './text/sentiment.js';

/** What an article says. */
export interface ArticleText {
  readonly title: string;
  readonly summary: string | null;
}

/** With fewer articles there is no score. */
const FEWEST_ARTICLES = 3;

/** The sentiment of the title or, if that says nothing, of the summary. */
export function articleSentiment({ title, summary }: ArticleText): Sentiment {
  const ofTitle = sentiment(title);
  return ofTitle.score !== 0 || summary === null ? ofTitle : sentiment(summary);
}

/**
 * The sentiment of a ticker's news, 0 (all articles say the worst) to 100 (the best): 50 + 50 times the mean of the
 * articles' scores. Null with fewer than three articles.
 */
export function newsScore(articles: readonly ArticleText[]): number | null {
  if (articles.length < FEWEST_ARTICLES) return null;
  const sum = articles.reduce((total, article) => total + articleSentiment(article).score, 0);
  return 50 + (50 * sum) / articles.length;
}
