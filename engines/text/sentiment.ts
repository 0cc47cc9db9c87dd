import { Reader } from './sentiment-rules.js';
import { itemsOf } from './sentiment-terms.js';
import { tokensOf } from './tokens.js';

export interface Sentiment {
  readonly label: 'positive' | 'neutral' | 'negative';
  /** −1 to 1. */
  readonly score: number;
}

/** What a text must say beyond a weak word to be more than neutral, on the score. */
const POSITIVE_FROM = 0.5;
const NEGATIVE_TO = -0.5;

/** The sentiment of an English financial headline or sentence (docs/methodology.md). */
export function sentiment(text: string): Sentiment {
  const sum = new Reader(itemsOf(tokensOf(text))).sum();
  const score = sum / Math.sqrt(sum * sum + 1);
  return { label: score >= POSITIVE_FROM ? 'positive' : score <= NEGATIVE_TO ? 'negative' : 'neutral', score };
}
