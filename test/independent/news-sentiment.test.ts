import { expect, it } from '@jest/globals';
import { articleSentiment, newsScore } from '../../engines/news-sentiment.js';
import { sentiment } from '../../engines/text/sentiment.js';

const GOOD = 'Profit rises 9% and beats estimates';
const BAD = 'Profit falls 9% and misses estimates';
const PLAIN = 'Company publishes its annual report of 40 pages';
const articles = (...titles: readonly string[]) => titles.map((title) => ({ title, summary: null }));

/** By counting: each article moves the score from the middle by its share of the way to its end. */
function plainScore(texts: readonly { readonly title: string; readonly summary: string | null }[]): number | null {
  if (texts.length <= 2) return null;
  let score = 50;
  for (const { title, summary } of texts) {
    let read = sentiment(title).score;
    if (read === 0 && summary !== null) read = sentiment(summary).score;
    score += (Math.abs(read) * ((read > 0 ? 100 : 0) - 50)) / texts.length;
  }
  return score;
}

it('the score of a ticker agrees with a plain count', () => {
  for (const set of [articles(GOOD, GOOD, BAD), articles(BAD, BAD, BAD, PLAIN), articles(PLAIN, PLAIN, PLAIN, GOOD)])
    expect(newsScore(set)).toBeCloseTo(plainScore(set) ?? NaN, 9);
});

it('is above 50 for good news, below for bad news, 50 for plain ones, and null below three', () => {
  const scoreOf = (...titles: readonly string[]): number | null => newsScore(articles(...titles));
  expect(scoreOf(GOOD, GOOD, GOOD)).toBeGreaterThan(80);
  expect(scoreOf(BAD, BAD, BAD)).toBeLessThan(20);
  expect(scoreOf(PLAIN, PLAIN, PLAIN)).toBe(50);
  expect(scoreOf(GOOD, GOOD)).toBeNull();
});

it('a title that says nothing leaves the word to the summary', () => {
  expect(articleSentiment({ title: PLAIN, summary: BAD }).label).toBe('negative');
  expect(articleSentiment({ title: GOOD, summary: BAD }).label).toBe('positive');
});
