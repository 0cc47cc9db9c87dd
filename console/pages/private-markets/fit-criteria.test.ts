import { expect, it } from '@jest/globals';
import { SECTOR_NAMES } from '../../../engines/investor-fit/sectors.js';
import { STAGE_NAMES, stageOf } from '../../../engines/investor-fit/stages.js';
import { criteriaIn, fitLink, restOf, SECTORS, STAGES } from './fit-criteria.js';

const queryOf = (address: string): URLSearchParams => new URL(address, 'http://localhost').searchParams;

it('reads the criteria of a company from the link on its page', () => {
  expect(criteriaIn(queryOf(fitLink('Fintech', { stage: 'Series I', amountUsd: 6.5e9 })))).toEqual({
    sector: 'Fintech',
    stage: 'Series I',
    raisingUsd: 6.5e9,
  });
});

it('leaves out a round that is no stage, such as a tender offer', () => {
  expect(criteriaIn(queryOf(fitLink('Fintech', { stage: 'Tender offer', amountUsd: null })))).toEqual({
    sector: 'Fintech',
  });
});

it('asks for nothing without a criterion', () => {
  expect(criteriaIn(new URLSearchParams('sector=+&raising_usd='))).toBeNull();
});

it('offers the sectors and stages of the model', () => {
  expect([SECTORS, STAGES, stageOf('Series L')]).toEqual([SECTOR_NAMES, STAGE_NAMES, 'Late stage']);
});

it('names the criteria as the REST endpoint does', () => {
  expect(restOf({ geography: 'Europe', raisingUsd: 2e7 })).toBe('geo=Europe&raising_usd=20000000');
});
