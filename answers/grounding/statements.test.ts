import { describe, expect, it } from '@jest/globals';
import { createDirectory } from '../names/directory.js';
import { readModelText } from '../providers/read-text.js';
import { reviewText } from '../providers/review.js';
import { FALSE_STATEMENTS } from './fixtures/false-statements.js';
import { HELD_OUT_FALSE, HELD_OUT_TRUE, TRUE_STATEMENTS } from './fixtures/other-statements.js';
import { TOLD_FACTS, TOLD_SOURCES } from './fixtures/told.js';
import { groundsOf } from './grounds.js';

const security = (ticker: string, name: string) => ({ ticker, name, kind: 'equity', sector: 'Technology' });
const DIRECTORY = createDirectory({
  securities: [
    security('AAPL', 'Apple Inc.'),
    security('MSFT', 'Microsoft Corporation'),
    security('NVDA', 'NVIDIA Corporation'),
    security('TSLA', 'Tesla, Inc.'),
    security('GOOGL', 'Alphabet Inc. Class A'),
  ],
  companies: [{ slug: 'stripe', name: 'Stripe', aliases: [], sector: 'Fintech' }],
  investors: [],
});
const grounds = groundsOf(TOLD_FACTS, DIRECTORY, [])();

/** What is left of a model's answer, whose sentences cite the first source. */
const reviewed = (...sentences: readonly string[]) =>
  reviewText(
    readModelText(sentences.map((sentence) => sentence.replace(/\.$/, ' [1].')).join('\n\n'), TOLD_SOURCES, true),
    grounds,
    [],
  );

const isKept = (sentence: string): boolean =>
  reviewed('Here is what the results say.', sentence).paragraphs.flat().length > 0;

/** True statements that are removed: one form is not read. */
const REMOVED: readonly string[] = ["AAPL's volume was 35.33 million shares, 0.61 times its 20-day mean."];

describe('statements of a model', () => {
  it('are all removed where the facts do not support them', () => {
    const kept = [...FALSE_STATEMENTS, ...HELD_OUT_FALSE].filter(isKept);
    expect([FALSE_STATEMENTS.length, HELD_OUT_FALSE.length, kept]).toEqual([238, 40, []]);
  });

  it('are kept where the facts support them, other than those of the list', () => {
    const removed = [...TRUE_STATEMENTS, ...HELD_OUT_TRUE].filter((sentence) => !isKept(sentence));
    expect([TRUE_STATEMENTS.length, HELD_OUT_TRUE.length, removed]).toEqual([42, 40, REMOVED]);
  });

  it.each([
    'AAPL.',
    'Apple is bankrupt.',
    'Buy shares of Zorbex Holdings now.',
    'Details are at drop zone dot xyz.',
    'See dropzone,example slash c.',
    'See dropzone . xyz.',
    'The moon landing was faked.',
    'Warren Buffett bought AAPL yesterday.',
    'AAPL doubled this year and is a must-buy.',
    'AAPL has a market value of three trillion dollars.',
  ])('are no headline where they state nothing known: %s', (headline) => {
    const { headline: head, paragraphs } = reviewed(headline, 'AAPL scores 55.5.');
    expect([head, paragraphs.flat().map(({ text }) => text)]).toEqual([null, ['AAPL scores 55.5.']]);
  });

  it('have the sources of their facts, whatever they cite', () => {
    const sourcesOf = (sentence: string): readonly string[] =>
      reviewed('Here is what the results say.', sentence)
        .paragraphs.flat()
        .flatMap(({ sources }) => sources.map(({ title }) => title));
    expect(sourcesOf('AAPL scores 55.5.')).toEqual(['Signal of AAPL']);
    expect(sourcesOf('MSFT scores 47.2.')).toEqual(['Signal of MSFT']);
    expect(sourcesOf('AAPL’s revenue grew 8.0% to $280.7 billion.')).toEqual(['Earnings calendar of AAPL']);
    expect(sourcesOf('MSFT has a lower RSI than AAPL.')).toEqual([]);
    expect(sourcesOf('AAPL has a lower RSI than MSFT.')).toEqual(['Signal of AAPL', 'Signal of MSFT']);
  });
});
