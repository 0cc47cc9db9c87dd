import { describe, expect, it } from '@jest/globals';
import { createFactList } from '../../facts/fact-list.js';
import { createDirectory } from '../../names/directory.js';
import { Found } from '../found.js';
import { readQuestion } from '../question.js';
import { INTENT } from './signal-history.js';

const directory = createDirectory({
  securities: [{ ticker: 'MSFT', name: 'Microsoft Corporation', kind: 'EQUITY', sector: 'Technology' }],
  companies: [],
  investors: [],
});

function headline(changedOn: string | null): string | undefined {
  const question = readQuestion(
    { question: 'how long has MSFT been rated buy', tickers: [], mode: 'digest', nowMs: Date.UTC(2026, 0, 2, 22) },
    directory,
  );
  const list = createFactList('signal_history');
  const facts = list.about('MSFT', {
    title: 'Recorded signals',
    ref: '/graphql#signalHistory',
    asOf: '2026-01-02T21:00:00.000Z',
  });
  facts.count('sessions', 'recorded sessions', 63, 'sessions');
  facts.number('score', 'recorded score', 57, 'score');
  facts.text('label', 'recorded signal', 'Buy');
  if (changedOn !== null) facts.date('flip_on', 'last label change', changedOn);
  return INTENT.write(question, new Found(list.facts, []))?.headline.text;
}

describe('answers about how long a label has stood', () => {
  it('tell the day of the last change', () => {
    expect(headline('2025-11-05')).toBe('Microsoft (MSFT) has been Buy since 5 November 2025.');
  });

  it('tell how many sessions are on record where none of them changed it', () => {
    expect(headline(null)).toBe('Microsoft (MSFT) has been Buy in all 63 recorded sessions.');
  });
});

describe('the session that a signal is compared with', () => {
  it.each([
    ['How has the signal of MSFT changed over the last 2 weeks?', 10],
    ['How did the score of MSFT change since yesterday?', 1],
    ['What was the score of MSFT three days ago?', 3],
    ['How did the score of MSFT change?', 21],
  ])('is as far back as the question asks: %s', (text, sessionsBack) => {
    const question = readQuestion({ question: text, tickers: [], mode: 'digest', nowMs: 0 }, directory);
    expect(INTENT.plan(question)[0]?.input).toEqual({ tickers: ['MSFT'], sessionsBack });
  });
});
