import { describe, expect, it } from '@jest/globals';
import { BatchOutcomes, paidBatch, verdictOf, type Verdict } from './batch-outcomes.js';

const BATCH = paidBatch(['a']);
const ALL = (): boolean => true;

function outcomesOf(fields: readonly Verdict[], entries: readonly Verdict[]): BatchOutcomes {
  const outcomes = new BatchOutcomes();
  outcomes.charged(BATCH, 'Query.securitiesByTicker');
  for (const verdict of entries) outcomes.entry(BATCH, verdict);
  for (const verdict of fields) outcomes.field(BATCH, verdict);
  return outcomes;
}

describe('the unit of a batch', () => {
  it.each<[string, readonly Verdict[], readonly Verdict[], boolean]>([
    ['stays used if nothing fails', ['served', 'served'], ['served', 'served'], false],
    ['stays used if one field is answered', ['failed', 'served', 'failed'], ['served', 'served'], false],
    ['stays used if only entries are read', [], ['served', 'served'], false],
    ['stays used if one entry is read, and nothing below it', [], ['failed', 'served'], false],
    ['stays used if a ticker is unknown and others fail', [], ['served', 'failed'], false],
    ['stays used if all fields are refused', ['neutral'], ['served', 'served'], false],
    ['is given back if all fields fail', ['failed', 'failed'], ['served', 'served'], true],
    ['is given back if all entries fail', [], ['failed', 'failed'], true],
    ['is given back if one entry fails, and all fields of the other', ['failed'], ['failed', 'served'], true],
    ['is given back if what was not refused fails', ['neutral', 'failed'], ['served'], true],
  ])('%s', (_name, fields, entries, isGivenBack) => {
    expect(outcomesOf(fields, entries).decide(ALL).length).toBe(isGivenBack ? 1 : 0);
  });

  it('is decided once', () => {
    const outcomes = outcomesOf(['failed'], []);
    expect([outcomes.decide(ALL).length, outcomes.decide(ALL).length, outcomes.isEmpty]).toEqual([1, 0, true]);
  });

  it('is decided where it was charged, with what other processes tell in any order', () => {
    const elsewhere = new BatchOutcomes();
    elsewhere.field(BATCH, 'failed');
    const [first, second] = [outcomesOf([], ['served']).toRecord()[BATCH], elsewhere.toRecord()[BATCH]];
    if (first === undefined || second === undefined) throw new Error('An outcome is missing.');
    for (const order of [
      [first, second],
      [second, first],
    ]) {
      const merged = new BatchOutcomes();
      for (const outcome of order) merged.merge(BATCH, outcome);
      expect(merged.decide(ALL)).toMatchObject([{ units: 1, field: 'Query.securitiesByTicker' }]);
    }
  });
});

it('counts refusals before the work for neither, as they cost nothing outside of a batch', () => {
  expect([500, 503, 400, 403, 429, 404, 422].map(verdictOf)).toEqual([
    'failed',
    'failed',
    'neutral',
    'neutral',
    'neutral',
    'served',
    'served',
  ]);
});
