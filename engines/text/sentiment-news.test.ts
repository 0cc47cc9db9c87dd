import { describe, expect, it } from '@jest/globals';
import { NEGATIVE_NEWS } from './fixtures/negative-news.js';
import { NEUTRAL_NEWS } from './fixtures/neutral-news.js';
import { POSITIVE_NEWS } from './fixtures/positive-news.js';
import { sentiment } from './sentiment.js';

const labelOf = (text: string): string => sentiment(text).label;
const lines = (text: string): string[] => text.trim().split('\n');

describe('sentences of company news', () => {
  it.each([
    ['positive', POSITIVE_NEWS],
    ['neutral', NEUTRAL_NEWS],
    ['negative', NEGATIVE_NEWS],
  ])('that are %s are so, in capitals too', (label, text) => {
    const sentences = lines(text);
    expect(sentences.length).toBeGreaterThan(150);
    expect(sentences.filter((sentence) => labelOf(sentence) !== label)).toEqual([]);
    expect(sentences.filter((sentence) => labelOf(sentence.toUpperCase()) !== label)).toEqual([]);
  });
});

describe('rules of company news', () => {
  it.each([
    // The earlier value in brackets; with a currency it is the same value converted.
    ['Net sales were EUR 10.5 (8.3) million', 'positive'],
    ['Net sales were EUR 8.1 (8.3) million', 'negative'],
    ['Operating profit was EUR 0.5m (0.8m)', 'negative'],
    ['Gearing was 43% (41%)', 'negative'],
    ['Net sales were EUR 10.5 mn ($ 12.1 mn)', 'neutral'],
    // What an earlier period was says nothing by itself.
    ['Net loss in the same period in 2024 was EUR 3 million', 'neutral'],
    ['Net loss in 2024 was EUR 3 million', 'negative'],
    // Counts of shares and flagged holdings.
    ['The number of shares will grow by 9 %', 'neutral'],
    ['The number of customers will grow by 9 %', 'positive'],
    ['Its holding fell below 5 %', 'neutral'],
    // What is borrowed or rented is no new business.
    ['Larkspur signed an agreement on a five-year loan', 'neutral'],
    ['Larkspur signed a lease agreement on its new office', 'neutral'],
    ['Larkspur signed an agreement on the delivery of pumps', 'positive'],
    // A deed "to order" is no order; one received far behind its subject is.
    ['Larkspur gets time to order parts', 'neutral'],
    ['A contract on the maintenance of all the lifts and escalators of the tower was signed', 'positive'],
    // A percentage, a fraction or an adverb makes a plain finding of a weak one, but not of prices.
    ['The market grew', 'neutral'],
    ['The market grew three percent', 'positive'],
    ['The market grew by a fifth', 'positive'],
    ['The market has grown rapidly', 'positive'],
    ['Prices rose 4%', 'neutral'],
    ['Larkspur added 1.1%', 'positive'],
    ['Larkspur was 1.2% lower', 'negative'],
    // "Number of" and "of its" lead on to what is counted.
    ['Larkspur aims to triple the number of its customers', 'positive'],
    ['Larkspur will close two of its stores', 'negative'],
    // A participle before its noun.
    ['Rising costs', 'negative'],
    ['Weakened demand', 'negative'],
    ['Falling costs', 'positive'],
    ['Strong sales growth', 'positive'],
    ['Profit growth slowed', 'negative'],
    // What is expected of a cost.
    ['Expenses were lower than expected', 'positive'],
    ['Impairments were higher than expected', 'negative'],
    ['Revenue was lower than expected', 'negative'],
    // "But" has the point behind it.
    ['Net sales rose 4 %, but operating profit fell 11 %', 'negative'],
    ['Profit fell, but sales rose', 'neutral'],
    // Turns with the state before them.
    ['Larkspur turned a net loss into a profit', 'positive'],
    ['The losses of the bank turned into a profit', 'positive'],
    ['The company slipped into the red', 'negative'],
    // What a clause with "after" tells was before.
    ['Shares climbed 1.2% after having lost 7.4% in May', 'positive'],
    // Passive verbs close what stands before them.
    ['The plant will be shut in May', 'negative'],
    ['The plant was built in 1964', 'neutral'],
    // An intensifier makes a weak word a plain one.
    ['A professional approach', 'neutral'],
    ['A very professional approach', 'positive'],
    // The strength of a currency is good for some and bad for others.
    ['The strong euro', 'neutral'],
    // The state left behind.
    ['The outlook was changed to stable from negative', 'positive'],
    // A verb that is also a word of the lexicon.
    ['The talks concern 140 employees', 'neutral'],
    ['Larkspur will record a gain', 'neutral'],
    ['For more information, see the report on orders', 'neutral'],
    ['The firm sells pumps as well as boats', 'neutral'],
    ['The year has started well', 'positive'],
  ])('"%s" is %s', (text, label) => {
    expect(labelOf(text)).toBe(label);
  });
});
