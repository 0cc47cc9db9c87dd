import { describe, expect, it } from '@jest/globals';
import type { ToldRound } from '../../store/private-rounds.js';
import type { SecondaryEvent } from '../../store/secondary-events.js';
import { newestValuation } from './company-valuations.js';

const SOURCED = {
  slug: 'alder',
  asOfDay: 20_000,
  sourceUrl: 'https://example.com/a',
  source: 'curated',
  dayPrecision: 'day',
  asOfPrecision: 'day',
  recordedAt: new Date(0),
} as const;
const round = (day: number, postMoneyUsd: number | null, confidence: ToldRound['confidence']): ToldRound => ({
  ...SOURCED,
  kind: 'round',
  day,
  stage: 'A',
  amountUsd: null,
  postMoneyUsd,
  leadInvestors: [],
  investors: [],
  confidence,
  origin: null,
});
const event = (
  day: number,
  impliedValuationUsd: number | null,
  confidence: SecondaryEvent['confidence'],
): SecondaryEvent => ({
  ...SOURCED,
  key: String(day),
  kind: 'tender',
  day,
  confidence,
  impliedValuationUsd,
  pricePerShare: null,
  sizeUsd: null,
  note: null,
});

describe('the current valuation', () => {
  it('is the newest that is disclosed or reported, of rounds and of sales of existing shares', () => {
    const rounds = [round(100, 1e9, 'disclosed'), round(300, 9e9, 'indicative'), round(310, null, 'disclosed')];
    expect(newestValuation(rounds, [])).toMatchObject({ day: 100, usd: 1e9 });
    expect(newestValuation(rounds, [event(200, 2e9, 'reported')])).toMatchObject({
      day: 200,
      usd: 2e9,
      confidence: 'reported',
    });
    expect(newestValuation(rounds, [event(200, 2e9, 'indicative'), event(320, null, 'disclosed')])).toMatchObject({
      day: 100,
    });
  });

  it('is the surer one of one day, and a round before a sale', () => {
    expect(newestValuation([round(100, 1e9, 'reported')], [event(100, 2e9, 'disclosed')])).toMatchObject({ usd: 2e9 });
    expect(newestValuation([round(100, 1e9, 'reported')], [event(100, 2e9, 'reported')])).toMatchObject({ usd: 1e9 });
  });

  it('is an indication only where there is nothing else', () => {
    expect(newestValuation([round(100, 1e9, 'indicative')], [event(200, 2e9, 'indicative')])).toMatchObject({
      usd: 2e9,
      confidence: 'indicative',
    });
    expect(newestValuation([round(100, null, 'disclosed')], [])).toBeUndefined();
  });
});
