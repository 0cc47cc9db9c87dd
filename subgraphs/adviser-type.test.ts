import { expect, it } from '@jest/globals';
import { adviserType } from './adviser-type.js';

type Told = Parameters<typeof adviserType>[0];

const NOTHING: Told = {
  regulatoryAssetsUsd: null,
  fundAssetsUsd: null,
  funds: null,
  ventureFunds: null,
  equityFunds: null,
};

const CASES: readonly (readonly [what: string, told: Partial<Told>, type: ReturnType<typeof adviserType>])[] = [
  ['an adviser of whom nothing is told', {}, null],
  ['most funds are venture capital', { funds: 3, ventureFunds: 2, equityFunds: 1 }, 'VC'],
  ['most funds are private equity', { funds: 3, ventureFunds: 1, equityFunds: 2 }, 'Growth/PE'],
  ['as many of either', { funds: 2, ventureFunds: 1, equityFunds: 1 }, null],
  ['hedge funds', { funds: 4, ventureFunds: 0, equityFunds: 2 }, null],
  ['no fund', { funds: 0, ventureFunds: 0, equityFunds: 0 }, null],
  [
    'funds are half of the assets',
    { funds: 1, equityFunds: 1, regulatoryAssetsUsd: 100, fundAssetsUsd: 50 },
    'Growth/PE',
  ],
  [
    'funds are less than half of the assets',
    { funds: 1, equityFunds: 1, regulatoryAssetsUsd: 100, fundAssetsUsd: 49 },
    null,
  ],
  ['funds of unknown assets beside known ones', { funds: 1, ventureFunds: 1, regulatoryAssetsUsd: 100 }, null],
];

it.each(CASES)('%s', (_, told, type) => {
  expect(adviserType({ ...NOTHING, ...told })).toBe(type);
});
