import { describe, expect, it } from '@jest/globals';
import { statedTotalUsd } from './total-raised.js';

const total = (title: string, summary: string | null = null, roundUsd: number | null = null): number | null =>
  statedTotalUsd({ title, summary }, roundUsd);

describe('money raised in all', () => {
  it.each<[string, number]>([
    ['Alder raises $100 million, bringing its total funding to $300 million', 3e8],
    ['The round brings Alder’s total funding to more than $1.2 billion', 1.2e9],
    ['Alder has now raised $45 million to date', 4.5e7],
    ['The company has raised a total of $80M in total funding', 8e7],
    ['With the Series C, total capital raised to date is $210 million', 2.1e8],
    ['It brings the total to $95 million', 9.5e7],
  ])('is stated in %p', (sentence, usd) => {
    expect(total(sentence)).toBe(usd);
    expect(total('Alder closes a round', `Alder makes lamps. ${sentence}.`)).toBe(usd);
  });

  it.each([
    'Alder raises $100 million',
    'Alder raises $100 million at a valuation of $2 billion',
    'Alder had previously raised $30 million in total',
    'Alder, which has raised $30 million from investors, opens an office',
    'Its investors have raised $3 billion to date',
    'Alder raises €50 million, bringing its total funding to €120 million',
    'Fintech funding to date is up, with a total of 90 rounds',
    'Alder could bring its total funding to up to $300 million',
  ])('is not stated in %p', (sentence) => {
    expect(total(sentence)).toBeNull();
  });

  it('below the round that it is told with is read wrongly', () => {
    expect(total('Alder raises $100 million, bringing its total funding to $30 million', null, 1e8)).toBeNull();
  });
});
