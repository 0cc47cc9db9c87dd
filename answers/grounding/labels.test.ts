import { describe, expect, it } from '@jest/globals';
import type { AnswerSource } from '../answers.js';
import { createFactList } from '../facts/fact-list.js';
import { createDirectory } from '../names/directory.js';
import type { Fault } from './grounding.js';
import { groundsOf } from './grounds.js';

const SOURCE: AnswerSource = { title: 'Signal of AAPL', ref: '/api/v1/signal?ticker=AAPL', asOf: '2026-11-20T21:00:00.000Z' };
const DIRECTORY = createDirectory({
  securities: [
    { ticker: 'AAPL', name: 'Apple Inc.', kind: 'equity', sector: 'Technology' },
    { ticker: 'MSFT', name: 'Microsoft Corporation', kind: 'equity', sector: 'Technology' },
  ],
  companies: [],
  investors: [],
});

const list = createFactList('test');
const apple = list.about('AAPL', SOURCE);
apple.text('label', 'signal', 'Neutral');
apple.number('score', 'composite score', 55.5, 'score', { terms: ['scores', 'score'] });
apple.count('count', 'gaps', 1331, 'gaps');
apple.count('up_count', 'gaps up', 760, 'gaps');
apple.count('down_count', 'gaps down', 571, 'gaps');
apple.text('bucket', 'size', 'small gaps up (0.5% to 1%)', { row: 0 });
apple.count('bucket_count', 'gaps of this size', 420, 'gaps', { row: 0 });
apple.count('upgrades', 'upgrades', 13, 'upgrades');
apple.count('downgrades', 'downgrades', 18, 'downgrades');
apple.count('kept', 'kept', 5, 'promises');
apple.count('missed', 'missed', 3, 'promises');
list.about('MSFT', SOURCE).text('label', 'signal', 'Strong Buy');
list.about('MSFT', SOURCE).text('grade', 'grade after', 'Sell', { row: 0 });

const { check } = groundsOf(list.facts, DIRECTORY, [])();
const faultsOf = (text: string): readonly Fault[] =>
  check(text).flatMap(({ claims }) => claims.flatMap(({ fault }) => fault ?? []));

describe('a count', () => {
  it.each([
    'Apple had 760 gaps down.',
    'Apple had 571 gaps up.',
    'Apple had 1,331 gaps up and 571 gaps down.',
    'Of Apple’s 571 gaps up, most filled.',
    'Apple kept its word: 3 kept, 5 missed.',
    'Apple had 18 upgrades.',
  ])('is not of another group: %s', (text) => {
    expect(faultsOf(text)).not.toEqual([]);
  });

  it.each([
    'Apple had 760 gaps up and 571 gaps down.',
    'Apple had 1,331 gaps, 760 of them up.',
    'Of Apple’s 760 gaps up and its 571 gaps down, most filled.',
    'Gaps up: 760; gaps down: 571.',
    'Apple opened with 420 small gaps up.',
    'Apple: 5 kept, 3 missed.',
    'Apple had 13 upgrades and 18 downgrades.',
  ])('is of its own: %s', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});

describe('the label of a signal', () => {
  it.each([
    'Apple’s signal is Strong Buy.',
    'The signal of Apple is Sell.',
    'Apple’s overall rating is Sell.',
    'Apple reads Strong Buy with a score of 55.5.',
    'The signal for AAPL now stands at "Buy".',
    'Microsoft’s signal is Neutral.',
    'Apple trails. Its signal: strong sell.',
  ])('is not another one, nor that of somebody else: %s', (text) => {
    expect(faultsOf(text)).toEqual(['label']);
  });

  it.each([
    'Apple’s signal is Neutral.',
    'Apple reads Neutral with a score of 55.5.',
    'The signal of Microsoft is Strong Buy, that of Apple is Neutral.',
    'Microsoft is rated Sell by one firm.',
    'Against buy and hold, the signal buy-and-hold comparison says nothing.',
    'Whether to buy or sell Apple is not for a tool to say.',
  ])('is what the signal reads: %s', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});
