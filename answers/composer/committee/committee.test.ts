import { describe, expect, it } from '@jest/globals';
import { createFactList } from '../../facts/fact-list.js';
import type { Fact } from '../../facts/fact.js';
import { createDirectory } from '../../names/directory.js';
import type { Toolbox } from '../../toolbox.js';
import { Found } from '../found.js';
import { readQuestion } from '../question.js';
import { committeePart } from './committee.js';
import { onSide, verdictOf } from './figures.js';
import { sidedFigures } from './rules.js';

const SOURCE = { title: 'Signal of AAPL', ref: '/api/v1/signal?ticker=AAPL', asOf: '2026-01-02T21:00:00.000Z' };
/** Days since 1970 of 2 January 2026. */
const TODAY = 20_455;

type Told = Readonly<Record<string, readonly [value: number, row?: number]>>;

function factsOf(told: Told): Fact[] {
  const facts: Fact[] = [];
  for (const [key, [value, row]] of Object.entries(told)) {
    const [tool = '', name = ''] = key.split('.');
    const list = createFactList(tool);
    list.about('AAPL', SOURCE).number(name, name, value, 'statistic', row === undefined ? {} : { row });
    facts.push(...list.facts);
  }
  return facts;
}

const foundOf = (told: Told): Found => new Found(factsOf(told), []);

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

describe('a view without a figure', () => {
  const directory = createDirectory({
    securities: [{ ticker: 'AAPL', name: 'Apple Inc.', kind: 'EQUITY', sector: 'Technology' }],
    companies: [],
    investors: [],
  });
  const question = readQuestion(
    { question: 'Is AAPL a buy?', tickers: ['AAPL'], mode: 'committee', nowMs: Date.UTC(2026, 0, 2, 22) },
    directory,
  );

  /** Tools that have told these figures. */
  function toolboxOf(told: Told): Toolbox {
    const facts = factsOf(told);
    return {
      facts,
      refusals: [],
      calls: [],
      call: () => Promise.resolve({ facts: [], refusals: [] }),
      add: (computed) => void facts.push(...computed),
    };
  }

  it('says that none of the figures speaks for its side', async () => {
    const told: Told = { 'signal.score': [80], 'signal.momentum': [70] };
    const headlines = await Promise.all(
      (['bull', 'bear'] as const).map(
        async (part) => (await committeePart(part, question, toolboxOf(told))).headline.text,
      ),
    );
    expect(headlines).toEqual([
      'Of the 2 figures of the record, 2 speak for Apple (AAPL); strongest by the composite.',
      'None of the 2 figures of the record speaks against Apple (AAPL).',
    ]);
  });

  it('says that nothing can be weighed where nothing is stored', async () => {
    const { headline, confidence } = await committeePart('chair', question, toolboxOf({}));
    expect([headline.text, confidence]).toEqual(['No figure of Apple (AAPL) can be weighed.', 0]);
  });
});
