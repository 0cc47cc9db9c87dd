import { describe, expect, it } from '@jest/globals';
import { GRAMMAR_SUMMARY } from '../../../engines/alert-condition/grammar-summary.js';
import { faultSentence, parseCondition } from '../../../engines/alert-condition/parse.js';
import { conditionFault } from './condition-fault.js';

/** As `conditionNeeds` writes it. */
function messageAbout(text: string): string {
  const parsed = parseCondition(text);
  if (parsed.ok) throw new Error(`“${text}” is a condition.`);
  return `${faultSentence(parsed)} ${GRAMMAR_SUMMARY}`;
}

describe('a text that is no condition', () => {
  it.each([
    ['AAPL rssi < 30', 'AAPL ', 'rssi', ' < 30', '"rssi" is no metric; did you mean rsi?'],
    ['rsi < 30)', 'rsi < 30', ')', '', '")" does not continue the condition; join tests with and, or'],
    ['rsi <', 'rsi <', '', '', 'a metric or a number is expected, and the text ends'],
    ['rsi < 30 and\nrsi < 130', 'rsi < 30 and\nrsi < ', '130', '', 'rsi is from 0 to 100'],
  ])('%j is marked where it is wrong', (text, before, word, after, reason) => {
    expect(conditionFault(messageAbout(text), text)).toEqual({
      column: before.length + 1,
      reason: expect.stringContaining(reason) as unknown,
      before,
      word,
      after,
      grammar: GRAMMAR_SUMMARY,
    });
  });

  it('is nothing that another message is about', () => {
    expect(conditionFault('taskPrompt must contain a character that is not blank.', '')).toBeNull();
  });
});
