import { describe, expect, it } from '@jest/globals';
import { createFactList } from '../facts/fact-list.js';
import { groundingCheck } from './grounding.js';
import { quantitiesIn } from './quantities.js';

const SOURCE = { title: 'Test', ref: '/api/v1/gap-stats?ticker=AAPL', asOf: '2026-11-20T21:00:00.000Z' };
const list = createFactList('test');
const facts = list.about('AAPL', SOURCE);
facts.number('price', 'price', 297.48, 'usd_per_share', { terms: ['trades'] });
facts.number('rsi', 'RSI', 44.31, 'statistic');
facts.count('gaps', 'gaps', 1325, 'gaps');
facts.count('upgrades', 'upgrades', 12, 'upgrades');
facts.count('sessions', 'sessions', 2516, 'sessions');
facts.number('fill', 'fill rate', 66.4, 'percent', { terms: ['filled'] });
facts.number('follow', 'follow-through', 50.2, 'percent', { terms: ['followed'] });
facts.number('raised', 'raised', 3_000_000, 'usd');
facts.quote('title', 'title', 'The ½-price sale ends in ４２ days');
facts.quarter('quarter', 'quarter', { year: 2026, quarter: 3 });
const check = groundingCheck(list.facts, [{ id: 'AAPL', names: ['AAPL', 'Apple'] }]);
const faultsOf = (text: string): readonly unknown[] =>
  check(text).flatMap(({ claims }) => claims.flatMap(({ fault }) => fault ?? []));

describe('a number that no fact has', () => {
  it.each([
    'Apple had ４２４２ gaps.',
    'Apple trades at $９９９.',
    'Apple trades at ＄999.',
    'Apple’s RSI is ８９.',
    'Apple had ٤٢٤٢ gaps.',
    'Apple had ४२४२ gaps.',
    'Apple filled ٨٩٪ of its gaps.',
    'Apple had 𝟒𝟐𝟒𝟐 gaps.',
    'Apple had ④② gaps.',
    'Apple had ⅠⅤ gaps.',
    'Apple had 四千 gaps.',
    'Apple filled ¼ of its gaps.',
    'Apple filled 1/4 of its gaps.',
    'Apple’s RSI is 3½.',
    'Apple filled ninety-nine percent of its gaps.',
    'Apple filled ｎｉｎｅｔｙ percent of its gaps.',
    'Apple filled nine\u200Bty percent of its gaps.',
    'Apple trades at one thousand dollars.',
    'Apple trades at a thousand dollars.',
    'Apple trades at ninety-nine dollars.',
    'Apple trades at one dollar.',
    'Apple’s RSI is eighty.',
    'Apple’s RSI is eighty-one.',
    'Apple’s RSI is forty-four point nine.',
    'Apple had a dozen gaps.',
    'Apple had two hundred and five gaps.',
    'Apple had 5 hundred gaps.',
    'Apple filled a quarter of its gaps.',
    'Apple filled three quarters of its gaps.',
    'Apple filled a third of its gaps.',
    'Apple’s filled gaps are nearly three-quarters.',
    'A story says “４２ days”.',
  ])('is refused in whatever form: %s', (sentence) => {
    expect(faultsOf(sentence).length).toBeGreaterThan(0);
  });
});

describe('a number that a fact has', () => {
  it.each([
    'Apple had １３２５ gaps.',
    'Apple had ١٣٢٥ gaps.',
    'Apple had ١٬٣٢٥ gaps.',
    'Apple had one thousand three hundred and twenty-five gaps.',
    'Apple’s RSI is forty-four.',
    'Apple’s RSI is forty-four point three one.',
    'Apple had a dozen upgrades.',
    'Apple had twelve upgrades.',
    'Apple filled two thirds of its gaps.',
    'Apple filled two-thirds of its gaps.',
    'Apple filled ⅔ of its gaps.',
    'Apple followed in half of its gaps.',
    'Apple followed in ½ of its gaps.',
    'Apple raised three million dollars.',
  ])('is supported in whatever form: %s', (sentence) => {
    expect(faultsOf(sentence)).toEqual([]);
  });
});

describe('words that tell no number', () => {
  it.each([
    'Apple is one of them, and no one knows more than the other one.',
    'A quarter and a half later Apple reports by the quarter.',
    'In the third quarter of 2026 Apple reports for half a year.',
    'The quarter of 2026 is not over, and the other half of the story is open.',
    'Apple has a dozenth of nothing, thousands of readers, and a point.',
    'A story says “The ½-price sale ends in ４２ days”.',
    'The trend, at last, is up… and Apple’s mid-forties are over.',
  ])('are no claims: %s', (sentence) => {
    expect(faultsOf(sentence)).toEqual([]);
  });
});

describe('numbers in words', () => {
  it.each([
    ['twenty-one', 21],
    ['a hundred', 100],
    ['nine hundred and ninety-nine', 999],
    ['two hundred five thousand', 205_000],
    ['one million two hundred thousand and six', 1_200_006],
    ['three dozen', 36],
    ['1.5 hundred', 150],
    ['two point five billion', 2.5e9],
  ])('%s is %d', (text, value) => {
    expect(quantitiesIn(`It has ${text} of them.`).map((quantity) => quantity.value)).toEqual([value]);
  });

  it('are read apart where they are listed', () => {
    expect(quantitiesIn('It has two and three, twenty and five, nineteen twenty.').map(({ value }) => value)).toEqual([
      2, 3, 20, 5, 19, 20,
    ]);
  });
});
