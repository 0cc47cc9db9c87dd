import { describe, expect, it } from '@jest/globals';
import type { AnswerSource } from '../answers.js';
import { createFactList } from '../facts/fact-list.js';
import { createDirectory } from '../names/directory.js';
import type { Fault } from './grounding.js';
import { groundsOf } from './grounds.js';

const SOURCE: AnswerSource = {
  title: 'Signal of AAPL',
  ref: '/api/v1/signal?ticker=AAPL',
  asOf: '2026-11-20T21:00:00.000Z',
};
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
apple.fraction('fill', 'fill rate', 0.387, { terms: ['filled', 'fill'] });
const microsoft = list.about('MSFT', SOURCE);
microsoft.text('label', 'signal', 'Strong Buy');
microsoft.text('grade', 'grade after', 'Sell', { row: 0 });
microsoft.number('score', 'composite score', 40.1, 'score', { terms: ['scores', 'score'] });

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

describe('a share of gaps', () => {
  it.each([
    '38.7% of the gaps of Apple stayed unfilled.',
    '38.7% of the gaps of Apple did not fill.',
    'The share of unfilled gaps of Apple is 38.7%.',
    '61.3% of the gaps of Apple filled.',
    '38.7% of the gaps of Apple filled, and 38.7% stayed unfilled.',
  ])('is not told of those that did the opposite: %s', (sentence) => {
    expect(faultsOf(sentence).length).toBeGreaterThan(0);
  });

  it.each([
    '38.7% of the gaps of Apple filled.',
    '61.3% of the gaps of Apple stayed unfilled.',
    '61.3% of the gaps of Apple were never filled.',
    'The share of unfilled gaps of Apple is 61.3%, against 38.7% that filled.',
    '38.7% of the gaps of Apple filled, and 61.3% stayed unfilled.',
    '61.3% of the gaps of Apple stayed unfilled, and 38.7% filled.',
  ])('is told of those that it is of: %s', (sentence) => {
    expect(faultsOf(sentence)).toEqual([]);
  });
});

describe('a subject that stands beside another one', () => {
  it.each([
    'Apple, unlike Microsoft, scores 55.5.',
    'Apple, in contrast to Microsoft, scores 55.5.',
    'Unlike Microsoft, Apple scores 55.5.',
  ])('does not take its figure: %s', (sentence) => {
    expect(faultsOf(sentence)).toEqual([]);
  });

  it.each([
    'Apple, unlike Microsoft, scores 40.1.',
    'Unlike Microsoft, Apple scores 40.1.',
    'Apple beats Microsoft, which scores 55.5.',
  ])('does not give it its own: %s', (sentence) => {
    expect(faultsOf(sentence)).toEqual(['owner']);
  });
});
