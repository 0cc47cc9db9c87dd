import { describe, expect, it } from '@jest/globals';
import { readModelText } from '../providers/read-text.js';
import { reviewText } from '../providers/review.js';
import { LATER_SENTENCES } from './fixtures/later-sentences.js';
import { SENTENCES } from './fixtures/model-sentences.js';
import { factsOf, MARKET_NAMES } from './fixtures/tool-results.js';
import { groundsOf } from './grounds.js';

const TABLE = [...Object.entries(SENTENCES), ...Object.entries(LATER_SENTENCES)];

describe.each(TABLE)('sentences of a model about %s', (answer, { false: wrong, true: right }) => {
  const facts = factsOf(answer);
  const grounds = groundsOf(facts, MARKET_NAMES, [])();
  const sources = facts.map(({ source }) => source);
  const isKept = (sentence: string): boolean => {
    const text = `Here is what the results say.\n\n${sentence.replace(/\.$/, ' [1].')}`;
    return reviewText(readModelText(text, sources, true), grounds, []).paragraphs.flat().length > 0;
  };

  it('are removed where the results do not support them', () => {
    expect(wrong.filter(isKept)).toEqual([]);
  });

  it('are kept where they do', () => {
    expect(right.filter((sentence) => !isKept(sentence))).toEqual([]);
  });
});
