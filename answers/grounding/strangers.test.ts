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
const security = (ticker: string, name: string, kind = 'equity') => ({ ticker, name, kind, sector: 'Technology' });
const DIRECTORY = createDirectory({
  securities: [
    security('AAPL', 'Apple Inc.'),
    security('MSFT', 'Microsoft Corporation'),
    security('TSLA', 'Tesla, Inc.'),
    security('NVDA', 'NVIDIA Corporation'),
    security('V', 'Visa Inc.'),
    security('A', 'Agilent Technologies'),
    security('IT', 'Gartner, Inc.'),
    security('ON', 'ON Semiconductor Corporation'),
    security('TGT', 'Target Corporation'),
    security('MMM', '3M Company'),
    security('MS', 'Morgan Stanley'),
    security('GOOG', 'Alphabet Inc. Class C'),
    security('GOOGL', 'Alphabet Inc. Class A'),
    security('BRK.B', 'Berkshire Hathaway Inc. Class B'),
    security('SPY', 'SPDR S&P 500 ETF Trust', 'etf'),
    security('COMP', 'Compass, Inc.'),
  ],
  companies: [{ slug: 'stripe', name: 'Stripe', aliases: [], sector: 'Fintech' }],
  investors: [{ slug: 'general-catalyst', name: 'General Catalyst', aliases: [] }],
});

const list = createFactList('test');
const facts = list.about('AAPL', SOURCE);
facts.text('name', 'name', 'Apple Inc.');
facts.number('price', 'price', 297.48, 'usd_per_share', { measure: 'price', terms: ['trades', 'closed'] });
facts.number('change', 'change of the session', -0.54, 'percent', { measure: 'price', isChange: true });
facts.number('score', 'composite score', 55.5, 'score', { terms: ['scores', 'score'] });
facts.number('rsi', 'RSI', 44.31, 'statistic');
facts.count('up', 'gaps up', 760, 'gaps');
facts.count('volume', 'volume', 3_000_000, 'shares', { terms: ['traded'] });
facts.date('next', 'next report', '2027-02-22');
facts.text('firm', 'firm', 'Morgan Stanley', { row: 0 });
facts.number('target', 'price target', 320, 'usd_per_share', { row: 0, terms: ['target'] });
list.about('GOOGL', SOURCE).number('price', 'price', 180.12, 'usd_per_share', { measure: 'price', terms: ['trades'] });
const manager = list.about('manager:0001067983', SOURCE);
manager.text('name', 'name', 'BERKSHIRE HATHAWAY INC');
manager.count('shares', 'shares held', 300_000_000, 'shares', { terms: ['holds'] });

const { check } = groundsOf(list.facts, DIRECTORY, ['ZZZT', 'Zorblax'])();
const faultsOf = (text: string): readonly Fault[] =>
  check(text).flatMap(({ claims }) => claims.flatMap(({ fault }) => fault ?? []));

describe('a figure of somebody of whom nothing was read', () => {
  it.each([
    'Microsoft trades at $297.48.',
    'microsoft trades at $297.48.',
    'MSFT trades at $297.48.',
    'msft trades at $297.48.',
    'Tesla’s RSI is 44.31.',
    "Tesla's RSI is 44.31.",
    'Stripe is worth $297.48.',
    'Microsoft had 760 gaps up.',
    'Nvidia trades at $297.48.',
    'The score of MSFT is 55.5.',
    'Apple scores 55.5, Microsoft 55.5.',
    'Visa trades at $297.48.',
    'The price of Visa is $297.48.',
    'Visa’s RSI is 44.31.',
    'Target trades at $297.48.',
    '3M trades at $297.48.',
    '$A trades at $297.48.',
    'ZZZT trades at $297.48.',
    'Zorblax has an RSI of 44.31.',
    'Microsoft is the larger one. It trades at $297.48.',
    'Morgan Stanley trades at $297.48.',
    'The S&P 500 trades at $297.48.',
    'Berkshire Hathaway trades at $297.48.',
    'General Catalyst holds 760 gaps.',
  ])('is refused as of another: %s', (sentence) => {
    expect(faultsOf(sentence)).toEqual(['owner']);
  });

  it('is refused beside the right one of another', () => {
    expect(faultsOf('Microsoft scores 55.5, Apple 55.5.')).toEqual(['owner']);
  });

  it('is refused of dates and of directions', () => {
    expect(faultsOf('Microsoft reports on 22 February 2027.')).toEqual(['date']);
    expect(faultsOf('Today Microsoft fell.')).toEqual(['direction']);
  });
});

describe('a figure of whom was read', () => {
  it.each([
    'Apple trades at $297.48.',
    'apple trades at $297.48.',
    'AAPL had 760 gaps up.',
    'AAPL fell 0.54%.',
    'It trades at $297.48 on a score of 55.5.',
    // Words that are tickers or names elsewhere
    'ON balance Apple scores 55.5; IT stocks and A shares aside.',
    'In IT, Apple scores 55.5.',
    'Target prices of Apple reach $320.',
    'Apple’s target price is $320.',
    'Apple traded 3M shares.',
    'No general catalyst is known; Apple scores 55.5.',
    'Within its compass the score of Apple is 55.5.',
    // Whom an entry of a list names
    'Apple was rated by Morgan Stanley with a target of $320.',
    // Another name of whom was read, as the directory has it
    'Google trades at $180.12.',
    'Alphabet trades at $180.12.',
    'Berkshire Hathaway holds 300 million shares.',
    // Others without figures
    'Apple, which scores 55.5, was not compared with Microsoft.',
    'Nothing is stored about Zorblax.',
  ])('is supported: %s', (sentence) => {
    expect(faultsOf(sentence)).toEqual([]);
  });
});
