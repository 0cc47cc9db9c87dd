import { describe, expect, it } from '@jest/globals';
import { estimatedTokens, tokenCount } from './token-count.js';

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

describe('what a provider says that a call used', () => {
  const size = { requestBytes: 4_000, maxOutputTokens: 900 };
  const told = (input: unknown, output: unknown) =>
    tokenCount({ inputTokens: { total: input }, outputTokens: { total: output } }, size, () => ({
      input: 1_333,
      output: 7,
    }));

  it.each([
    [1_000, 200],
    [5_200, 900],
    [204_000, 200_900],
  ])('counts as it says, for %d and %d', (input, output) => {
    expect(told(input, output)).toEqual({ input, output, isEstimated: false });
  });

  it.each([
    [1e18, 200],
    [204_001, 200],
    [1_000, 200_901],
    [1_000, Infinity],
    [0, 200],
    [-5, 200],
    [Number.NaN, 200],
    ['1000', 200],
    [undefined, undefined],
  ])('is estimated where the call cannot have used %p and %p', (input, output) => {
    expect(told(input, output)).toEqual({ input: 1_333, output: 7, isEstimated: true });
  });
});
