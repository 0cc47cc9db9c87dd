import { sumOfFindings } from './sentiment-rules.js';
import { itemsOf } from './sentiment-terms.js';
import { tokensOf } from './tokens.js';

export interface Sentiment {
  readonly label: 'positive' | 'neutral' | 'negative';
  /** −1 to 1. */
  readonly score: number;
}

/** The least score, of either sign, that is a label: more than one weak word. */
const LABEL_FROM = 0.5;

/** The sentiment of an English financial headline or sentence (docs/methodology.md). */
export function sentiment(text: string): Sentiment {
  const sum = sumOfFindings(itemsOf(tokensOf(text)));
  const score = sum === 0 ? 0 : sum / Math.sqrt(sum * sum + 1);
  return { label: score >= LABEL_FROM ? 'positive' : score <= -LABEL_FROM ? 'negative' : 'neutral', score };
}
