import { describe, expect, it } from '@jest/globals';
import { createDirectory } from '../names/directory.js';
import { otherLanguage } from './notes.js';
import { readQuestion } from './question.js';

const directory = createDirectory({
  securities: [{ ticker: 'AAPL', name: 'Apple Inc.', kind: 'EQUITY', sector: 'Technology' }],
  companies: [],
  investors: [],
});
const languageOf = (question: string): string | null =>
  otherLanguage(readQuestion({ question, tickers: [], mode: 'digest', nowMs: 0 }, directory));

describe('the language of a question', () => {
  it.each([
    ['Was ist Apple wert?', 'German'],
    ['Warum ist die Aktie von Apple gefallen?', 'German'],
    ['Combien vaut une action Apple et est-elle en hausse cette semaine?', 'French'],
    ['¿Cuánto vale la acción de Apple hoy?', 'Spanish'],
  ])('of %p is %s', (question, language) => {
    expect(languageOf(question)).toBe(language);
  });

  it.each([
    'What was the price of Apple last week?',
    'Was Apple worth more in 2020?',
    'Did Apple die in the last crash?',
    'Apple de facto value',
    'AAPL',
  ])('of %p is or may be English', (question) => {
    expect(languageOf(question)).toBeNull();
  });
});
