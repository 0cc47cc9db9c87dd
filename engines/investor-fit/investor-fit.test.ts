import { describe, expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { SECTORS, STAGES } from '../../sources/curated/corpus-files.js';
import { firmFit, rankInvestors, type FitCriteria, type FitFirm } from './investor-fit.js';
import { placeOf } from './places.js';
import { SECTOR_NAMES, sectorOf } from './sectors.js';
import { STAGE_NAMES, stageOf } from './stages.js';

const day = (date: string): number => parseIsoDate(date) ?? Number.NaN;
/** Four times 365.25 days after the middle of 2021. */
const TODAY = day('2025-07-01');

const UNKNOWN: FitFirm = {
  slug: 'unknown',
  firmType: 'VC',
  aumUsd: null,
  fund: null,
  checkMinUsd: null,
  checkMaxUsd: null,
  sectorFocus: [],
  stageFocus: [],
  places: { focus: [], country: null },
  investments: [],
};
const CRITERIA: FitCriteria = {
  sector: 'Fintech',
  stage: 'Seed',
  geography: placeOf('Europe') ?? null,
  raisingUsd: 2e7,
};
const ago = (days: number, company = 'a') => ({ day: TODAY - days, company: `${company}${days}` });

const SPECIALIST: FitFirm = {
  ...UNKNOWN,
  slug: 'specialist',
  fund: { sizeUsd: 4e8, year: 2021 },
  checkMinUsd: 1e6,
  checkMaxUsd: 5e6,
  sectorFocus: ['Fintech'],
  stageFocus: ['Series A'],
  places: { focus: ['Germany'], country: 'DE' },
  investments: [ago(0), ago(365), ago(730)],
};
const SOVEREIGN: FitFirm = {
  ...UNKNOWN,
  slug: 'sovereign',
  firmType: 'Sovereign',
  aumUsd: 1e12,
  sectorFocus: ['Software'],
  places: { focus: ['Global'], country: 'NO' },
};
const STRATEGIC: FitFirm = {
  ...UNKNOWN,
  slug: 'strategic',
  firmType: 'Strategic/CVC',
  sectorFocus: ['Space'],
  stageFocus: ['Buyout'],
  places: { focus: [], country: 'DE' },
  investments: [ago(1460)],
};

describe('the fit of a firm', () => {
  it('of which all is known is the weighted mean, by hand 80.026', () => {
    const fit = firmFit(SPECIALIST, CRITERIA, TODAY);
    // Pace 1.75 / 4.75; dry powder a fifth of 400 million against 20 million.
    expect(fit?.axes).toEqual({
      pace: 0.3684210526315789,
      dryPowder: expect.closeTo(0.8, 12),
      checkSize: 1,
      sector: 1,
      stage: 0.5,
      geography: 1,
    });
    expect(fit?.score).toBeCloseTo(80.02631579, 7);
    expect([fit?.coverage, fit?.reasons.length]).toEqual([1, 6]);
  });

  it('of which half the weight is known has at most half the score, by hand 35.470', () => {
    const fit = firmFit(SOVEREIGN, CRITERIA, TODAY);
    expect(fit?.axes).toMatchObject({ pace: null, checkSize: null, sector: 0.5, stage: null, geography: 0.7 });
    expect(fit?.axes.dryPowder).toBeCloseTo(1e10 / 1.002e10, 12);
    expect(fit?.score).toBeCloseTo(35.47005988, 7);
    expect(fit?.reasons.at(-1)).toBe(
      'Coverage: 50% of the weight is known; what is not known adds nothing to the score.',
    );
  });

  it('with another focus keeps its headquarters, by hand 7.5', () => {
    const fit = firmFit(STRATEGIC, CRITERIA, TODAY);
    expect(fit?.axes).toEqual({ pace: 0, dryPowder: null, checkSize: null, sector: 0, stage: 0, geography: 0.5 });
    expect(fit?.score).toBeCloseTo(7.5, 7);
  });

  it('has no axis for what is not asked, and none at all for a firm of which nothing is known', () => {
    const fit = firmFit(SPECIALIST, { sector: 'Fintech', stage: null, geography: null, raisingUsd: null }, TODAY);
    expect([fit?.axes.stage, fit?.axes.checkSize, fit?.coverage, fit?.reasons.length]).toEqual([null, null, 1, 3]);
    expect(firmFit(UNKNOWN, CRITERIA, TODAY)).toBeNull();
  });

  it('counts a round once however many pages tell it, and none after the day', () => {
    const twice = {
      ...UNKNOWN,
      investments: [
        { day: TODAY - 30, company: 'x' },
        { day: TODAY, company: 'x' },
        { day: TODAY + 1, company: 'y' },
      ],
    };
    const weight = 0.5 ** (30 / 365);
    expect(firmFit(twice, CRITERIA, TODAY)?.axes.pace).toBeCloseTo(weight / (weight + 3), 12);
  });

  it('models a check from the fund, and measures the distance to the round', () => {
    const small = { ...UNKNOWN, fund: { sizeUsd: 1e7, year: null } };
    // Up to 1 million, where 2 million are wanted.
    expect(firmFit(small, CRITERIA, TODAY)?.axes).toMatchObject({ checkSize: 0.5, dryPowder: null });
    expect(firmFit(small, CRITERIA, TODAY)?.reasons[2]).toContain('modelled from the fund');
    const only = { ...UNKNOWN, checkMinUsd: 4e7 };
    expect(firmFit(only, CRITERIA, TODAY)?.axes.checkSize).toBe(0.25);
  });
});

describe('a ranking', () => {
  it('puts a good fit of which all is known before a perfect one of which one fact is known', () => {
    const known = { ...UNKNOWN, slug: 'one-fact', sectorFocus: ['Fintech'] };
    const ranked = rankInvestors([known, SPECIALIST], CRITERIA, TODAY);
    expect(ranked.map(({ slug, score }) => [slug, Number(score.toFixed(1))])).toEqual([
      [SPECIALIST.slug, 80],
      ['one-fact', 20],
    ]);
  });

  it('is by score, equal ones by slug, without firms of which nothing is known', () => {
    const firms = [STRATEGIC, UNKNOWN, { ...SPECIALIST, slug: 'b' }, SOVEREIGN, { ...SPECIALIST, slug: 'a' }];
    expect(rankInvestors(firms, CRITERIA, TODAY).map(({ slug }) => slug)).toEqual(['a', 'b', 'sovereign', 'strategic']);
  });
});

describe('words', () => {
  it('for sectors and stages are those of the corpus, and usual others', () => {
    expect([SECTOR_NAMES, STAGE_NAMES]).toEqual([SECTORS, STAGES]);
    expect(['AI', 'FinTech', 'climate', 'SaaS', 'Defence'].map(sectorOf)).toEqual([
      'Artificial intelligence',
      'Fintech',
      'Energy and climate',
      'Software',
      'Defense',
    ]);
    expect(['series-a', 'Series A', 'A', 'pre seed', 'SEED', 'Series D'].map(stageOf)).toEqual([
      'Series A',
      'Series A',
      'Series A',
      'Pre-seed',
      'Seed',
      'Growth',
    ]);
    expect([sectorOf('quantum'), stageOf('Z'), placeOf('Atlantis'), placeOf('Я')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'are none of the names that every object has: %s',
    (word) => {
      expect([sectorOf(word), stageOf(word), placeOf(word)]).toEqual([undefined, undefined, undefined]);
    },
  );

  it('for places are names, codes and regions', () => {
    expect(['de', 'Germany', 'UK', 'Latam', 'worldwide', 'São Tomé'].map((word) => placeOf(word)?.name)).toEqual([
      'Germany',
      'Germany',
      'United Kingdom',
      'Latin America',
      'Global',
      undefined,
    ]);
    expect(placeOf('Southeast Asia')?.countries.has('SG')).toBe(true);
  });
});
