import { describe, expect, it } from '@jest/globals';
import { createFactList } from '../../facts/fact-list.js';
import type { Fact } from '../../facts/fact.js';
import { Found } from '../found.js';
import { onSide, verdictOf } from './figures.js';
import { sidedFigures } from './rules.js';

const SOURCE = { title: 'Signal of AAPL', ref: '/api/v1/signal?ticker=AAPL', asOf: '2026-01-02T21:00:00.000Z' };
/** Days since 1970 of 2 January 2026. */
const TODAY = 20_455;

type Told = Readonly<Record<string, readonly [value: number, row?: number]>>;

function foundOf(told: Told): Found {
  const facts: Fact[] = [];
  for (const [key, [value, row]] of Object.entries(told)) {
    const [tool = '', name = ''] = key.split('.');
    const list = createFactList(tool);
    list.about('AAPL', SOURCE).number(name, name, value, 'statistic', row === undefined ? {} : { row });
    facts.push(...list.facts);
  }
  return new Found(facts, []);
}

const sides = (told: Told): Readonly<Record<string, number>> =>
  Object.fromEntries(sidedFigures(foundOf(told), 'AAPL', TODAY).map(({ name, side }) => [name, side]));

describe('the figures of a committee', () => {
  it.each<[string, Told, string, number]>([
    ['a score above 56', { 'signal.momentum': [56.1] }, 'the momentum factor', 1],
    ['a score below 44', { 'signal.momentum': [43.9] }, 'the momentum factor', -1],
    ['a score between', { 'signal.momentum': [55.9] }, 'the momentum factor', 0],
    ['a price above its average', { 'signal.price': [103], 'signal.sma200': [100] }, 'the 200-day average', 1],
    ['a price below its average', { 'signal.price': [97], 'signal.sma200': [100] }, 'the 200-day average', -1],
    ['a loss over a year', { 'price_history.return_1y': [-5.1] }, 'the return over one year', -1],
    [
      'targets below the price',
      { 'earnings_setup.target': [260], 'earnings_setup.target_count': [4], 'earnings_setup.upside': [-12.1] },
      'the price targets',
      -1,
    ],
    [
      'more revisions up than down',
      { 'earnings_setup.up_quarter': [3], 'earnings_setup.down_quarter': [1] },
      'the revisions of estimates',
      1,
    ],
    ['as many stories of both kinds', { 'news.shown': [8], 'news.positive': [2], 'news.negative': [2] }, 'the news', 0],
    ['falling earnings', { 'earnings_setup.eps_growth': [-9] }, 'the growth of earnings per share', -1],
    ['a positive surprise', { 'signal.earnings_surprise': [0.4] }, 'the earnings surprise', 1],
  ])('have %s on the side of its sign', (_what, told, name, side) => {
    expect(sides(told)).toEqual({ [name]: side });
  });

  it('are ordered by their distance to the neutral value', () => {
    const figures = sidedFigures(
      foundOf({ 'signal.technical': [60], 'signal.momentum': [80], 'price_history.return_1y': [-90] }),
      'AAPL',
      TODAY,
    );
    expect(onSide(figures, 1).map(({ name }) => name)).toEqual(['the momentum factor', 'the technical factor']);
    expect(onSide(figures, -1).map(({ name }) => name)).toEqual(['the return over one year']);
  });

  it.each<[number, number, string]>([
    [0, 0, 'balanced'],
    [1, 0, 'balanced'],
    [2, 0, 'bull'],
    [5, 4, 'balanced'],
    [7, 5, 'balanced'],
    [6, 4, 'bull'],
    [2, 11, 'bear'],
  ])('%d for and %d against are judged %s', (forIt, againstIt, verdict) => {
    expect(verdictOf(forIt, againstIt)).toBe(verdict);
  });
});
