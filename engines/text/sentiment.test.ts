import { describe, expect, it } from '@jest/globals';
import { hasPhraseBank, heldOutSentences, scoresOf } from '../../test/independent/phrasebank.js';
import { NEGATIVE, NEUTRAL, POSITIVE } from './fixtures/sentences.js';
import { sentiment } from './sentiment.js';

const lines = (text: string): string[] => text.trim().split('\n');
const TABLE = Object.entries({ positive: lines(POSITIVE), neutral: lines(NEUTRAL), negative: lines(NEGATIVE) }).flatMap(
  ([label, texts]) => texts.map((text) => ({ label, text })),
);
const labelOf = (text: string): string => sentiment(text).label;
const changed = (change: (text: string) => string): string[] =>
  TABLE.map(({ text }) => text).filter((text) => labelOf(change(text)) !== labelOf(text));

describe('the sentiment of our own sentences', () => {
  it.each(TABLE)('is $label: $text', ({ label, text }) => {
    expect(labelOf(text)).toBe(label);
  });

  it('is the same in capitals and in small letters', () => {
    expect(changed((text) => text.toUpperCase())).toEqual([]);
    expect(changed((text) => text.toLowerCase())).toEqual([]);
  });

  it('is the same with other punctuation at the end', () => {
    for (const end of ['.', '!', ' ...', '?', '"']) expect(changed((text) => text + end)).toEqual([]);
  });

  it('is the same with other digits, where no two amounts are compared', () => {
    const compared = /\d.*(?:compared|versus|from|than)/i;
    const others = TABLE.map(({ text }) => text).filter((text) => !compared.test(text));
    expect(others.filter((text) => /\d/.test(text)).length).toBeGreaterThan(20);
    for (const digit of ['1', '7'])
      expect(others.filter((text) => labelOf(text.replace(/\d/g, digit)) !== labelOf(text))).toEqual([]);
  });

  it('has a score of its sign between −1 and 1', () => {
    for (const { text } of TABLE) {
      const { label, score } = sentiment(text);
      expect(Math.abs(score)).toBeLessThanOrEqual(1);
      expect(label === 'neutral' ? Math.abs(score) < 0.5 : label === 'positive' ? score >= 0.5 : score <= -0.5).toBe(
        true,
      );
    }
  });
});

describe('direction and polarity', () => {
  const [GOOD, BAD] = [
    ['Profit', 'Revenue', 'Net sales', 'Orders', 'Market share', 'Cash flow'],
    ['Costs', 'Net debt', 'Bad loans', 'Expenses', 'The deficit', 'Unemployment'],
  ];
  const [UP, DOWN] = [
    ['rose', 'increased', 'climbed', 'surged', 'grew'],
    ['fell', 'decreased', 'declined', 'dropped', 'slid'],
  ];

  it.each([
    { nouns: GOOD, verbs: UP, label: 'positive' },
    { nouns: GOOD, verbs: DOWN, label: 'negative' },
    { nouns: BAD, verbs: UP, label: 'negative' },
    { nouns: BAD, verbs: DOWN, label: 'positive' },
  ])('$nouns.0 and others that $verbs.0 are $label', ({ nouns, verbs, label }) => {
    const texts = nouns.flatMap((noun) => verbs.map((verb) => `${noun} ${verb} in the second quarter`));
    expect(texts.filter((text) => labelOf(text) !== label)).toEqual([]);
  });

  it.each([
    ['Larkspur loses patent case', 'negative'],
    ['Larkspur loses lawsuit over patents', 'negative'],
    ['Court dismisses lawsuit against Larkspur', 'positive'],
    ['Larkspur settles lawsuit', 'positive'],
    ['Larkspur settles lawsuit for $2 billion', 'neutral'],
    ['Larkspur loss widens less than feared', 'positive'],
    ['Sales fell less than feared', 'positive'],
    ['Larkspur tumbles after earnings', 'negative'],
    ['Costs tumbled in May', 'positive'],
    ['Bank hit with record fine', 'negative'],
    ['Chief executive arrested', 'negative'],
    ['Bank lifts restrictions', 'positive'],
    ['Strike ends at Larkspur', 'positive'],
    ['Larkspur averts strike', 'positive'],
    ['Strike at Larkspur', 'negative'],
    ['Congress averts shutdown', 'positive'],
    ['Unemployment at a record low', 'positive'],
    ['Shares hit a record low', 'negative'],
    ['Loan defaults at a record high', 'negative'],
  ])('is by what is lost, paid, feared or hit: "%s" is %s', (text, label) => {
    expect(labelOf(text)).toBe(label);
  });

  it('turns round with the order of two amounts', () => {
    for (const [noun, sign] of [
      ['Operating profit', 1],
      ['Operating loss', -1],
      ['Net sales', 1],
    ] as const) {
      for (const link of ['compared to', 'versus', 'against', 'compared with']) {
        const text = (now: string, then: string): string =>
          `${noun} was EUR ${now} mn ${link} EUR ${then} mn a year earlier`;
        expect(Math.sign(sentiment(text('5.4', '5.1')).score)).toBe(sign);
        expect(Math.sign(sentiment(text('5.1', '5.4')).score)).toBe(-sign);
      }
    }
  });

  it.each([
    ['Larkspur Q4 EPS $1.64, est. $1.60', 'positive'],
    ['Larkspur revenue $94.9B (est. $95.6B)', 'negative'],
    ['Larkspur Q3 EPS 0.81 vs. 0.90', 'negative'],
    ['Larkspur revenue of $35.1 billion against consensus of $33.2 billion', 'positive'],
    ['Profit was EUR 3.6 million, or EUR 0.07 per share, compared to EUR 2.1 million', 'positive'],
    ['Profit was $3 million, or $1.20 a share, compared to $1.40 a share', 'negative'],
  ])('compares amounts of one kind: "%s" is %s', (text, label) => {
    expect(labelOf(text)).toBe(label);
  });

  it.each([
    ['Profit will grow this year', 'Profit will not grow this year'],
    ['Sales improved', "Sales haven't improved"],
    ['The company expects margins to rise', 'The company no longer expects margins to rise'],
    ['Larkspur beat expectations', "Larkspur didn't beat expectations"],
    ['Costs fell in May', 'Costs did not fall in May'],
    ['The bank warned of losses', 'The bank never warned of losses'],
  ])('a denial turns "%s" round', (text, denial) => {
    expect(Math.sign(sentiment(denial).score)).toBe(-Math.sign(sentiment(text).score));
    expect(sentiment(text).score).not.toBe(0);
  });

  it('does not take "not only" for a denial', () => {
    expect(labelOf('Not only profit rose')).toBe('positive');
  });
});

describe('any text', () => {
  it('without words is neutral, 0', () => {
    for (const text of ['', ' ', '...', '5 10 2025', '😀', 'Apple', '\u0000'])
      expect(sentiment(text)).toEqual({ label: 'neutral', score: 0 });
  });

  it('gets an answer, whatever its characters', () => {
    let state = 5;
    const below = (limit: number): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % limit;
    for (let k = 0; k < 2000; k += 1) {
      const characters = Array.from({ length: below(60) }, () =>
        below(3) === 0 ? String.fromCharCode(below(0x10000)) : String.fromCodePoint(below(0x110000)),
      );
      const words = [
        'profit',
        'fell',
        'from',
        'not',
        '5',
        '%',
        'while',
        'signed',
        'contract',
        'to',
        'a',
        'loss',
        "n't",
        '-',
        '$',
      ].map((word) => (below(2) === 0 ? word : ''));
      const { score } = sentiment([...characters, ...words].sort(() => below(3) - 1).join(below(2) === 0 ? ' ' : ''));
      expect(Number.isFinite(score)).toBe(true);
    }
  });

  it('of any length takes the rules no further than their reach: a long text says what its parts say', () => {
    const long = `${'The report lists the sites of the firm. '.repeat(250)}Profit fell.`;
    expect(long.length).toBeGreaterThan(10_000);
    expect(sentiment(long)).toEqual(sentiment('Profit fell.'));
  });

  it('answers a text of 1 MB without a line end', () => {
    for (const part of ['profit fell from ', '1,1.1', "not'", 'a.', 'to a loss ', '((('])
      expect(Number.isFinite(sentiment(part.repeat(1_000_000 / part.length)).score)).toBe(true);
  });
});

(hasPhraseBank ? describe : describe.skip)('the held-out labelled sentences', () => {
  it('are answered as the methodology says', () => {
    const { accuracy, macroF1, negativeF1 } = scoresOf(heldOutSentences(), labelOf);
    expect(accuracy).toBeGreaterThan(0.795);
    expect(macroF1).toBeGreaterThan(0.785);
    expect(negativeF1).toBeGreaterThan(0.8);
  });
});
