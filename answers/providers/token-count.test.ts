import { describe, expect, it } from '@jest/globals';
import { estimatedTokens } from './token-count.js';

describe('the tokens that a text should have at most', () => {
  it.each([
    ['ASCII by three characters', 'abc'.repeat(100), 100],
    ['Chinese by more than one each', '中'.repeat(100), 150],
    ['Cyrillic by one each', 'ж'.repeat(100), 100],
    ['Khmer by its bytes', 'ក'.repeat(100), 300],
    ['emoji by their bytes', '😀'.repeat(100), 400],
    ['punctuation of English by one each', '’–“'.repeat(10), 30],
    ['a mix by the sum', `${'abc'.repeat(10)}${'中'.repeat(10)}`, 25],
  ])('are counted for %s', (_, text, tokens) => {
    expect(estimatedTokens(text)).toBe(tokens);
  });
});
