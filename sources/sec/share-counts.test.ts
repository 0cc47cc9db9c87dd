import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { dayOf, isoDate } from '../../calendar/days.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { companyFacts } from './facts.js';
import { readShareCounts } from './share-counts.js';

const TODAY = dayOf(2026, 1, 2);
const fact = (end: string, val: unknown, more: object = {}): unknown => ({
  end,
  val,
  accn: `0000000001-25-${end.replaceAll('-', '').slice(2)}`,
  form: '10-Q',
  filed: '2025-12-01',
  ...more,
});
const read = (...facts: readonly unknown[]) =>
  readShareCounts({ facts: { dei: { EntityCommonStockSharesOutstanding: { units: { shares: [...facts] } } } } }, TODAY);
const stated = (...facts: readonly unknown[]): readonly unknown[] =>
  read(...facts).counts.map(({ day, shares, classes }) => [isoDate(day), shares, classes]);

describe('shares outstanding', () => {
  it('are the sum over the classes of the newest day of a filing, and those of each filing', () => {
    expect(
      stated(
        fact('2025-01-31', 5e8),
        fact('2025-04-30', 6e8),
        fact('2025-04-30', 4e7),
        fact('2025-04-30', 6e8),
        fact('2025-03-31', 1, { accn: '0000000001-25-250430' }),
      ),
    ).toEqual([
      ['2025-01-31', 5e8, 1],
      ['2025-04-30', 6.4e8, 2],
    ]);
  });

  it('of classes that can have no common price are not known', () => {
    expect(stated(fact('2025-04-30', 1.3e9), fact('2025-04-30', 6e5))).toEqual([]);
  });

  it('of other forms, and none, are left out', () => {
    expect(read(fact('2025-01-31', 5e8, { form: '8-K' }), fact('2025-02-28', 0))).toEqual({ counts: [], refused: [] });
  });

  it.each([
    [fact('2025-01-32', 5), 'a date does not exist'],
    [fact('2025-01-31', -5), 'val -5 is no number of shares'],
    [fact('2025-01-31', 1e14), 'val 100000000000000 is no number of shares'],
    [fact('2025-01-31', 'many'), 'it has no end, val, accn, form or filed'],
    [null, 'it has no end, val, accn, form or filed'],
    [fact('2025-12-31', 5), 'end is after the filing'],
    [fact('2025-01-31', 5, { filed: '2026-01-03' }), 'the filing date is in the future'],
  ])('%j are refused', (raw, reason) => {
    expect(read(fact('2025-03-31', 5), raw).refused).toEqual([
      { line: 2, reason: `EntityCommonStockSharesOutstanding: ${reason}` },
    ]);
  });

  it('in another unit than before and after are refused, and a split is not', () => {
    const { counts, refused } = read(
      fact('2025-01-31', 5e8),
      fact('2025-04-30', 5.1e5),
      fact('2025-07-31', 5.2e8),
      fact('2025-10-31', 5.2e9),
    );
    expect(counts.map(({ shares }) => shares)).toEqual([5e8, 5.2e8, 5.2e9]);
    expect(refused).toEqual([{ line: 2, reason: expect.stringContaining('is in another unit than before and after') }]);
  });

  (hasExternalData ? it : it.skip)('of real companies are those of their covers', () => {
    const of = (file: string) =>
      readShareCounts(
        companyFacts.parse(JSON.parse(readFileSync(externalFile('sec_edgar', 'companyfacts', file), 'utf8'))),
        dayOf(2026, 6, 1),
      );
    const [apple, nvidia, snow] = ['CIK0000320193.json', 'CIK0001045810.json', 'SNOW_fixture.json'].map(of);
    expect([apple?.counts.length, nvidia?.counts.length, snow?.counts.length]).toEqual([68, 68, 0]);
    expect([apple?.refused, nvidia?.refused]).toEqual([[], []]);
    expect(apple?.counts.at(-1)).toEqual({
      accession: '0000320193-26-000006',
      form: '10-Q',
      day: dayOf(2026, 1, 16),
      shares: 14_681_140_000,
      classes: 1,
      filingDay: dayOf(2026, 1, 30),
    });
    expect(nvidia?.counts.find(({ accession }) => accession.startsWith('0001045810-25-0002'))).toMatchObject({
      shares: 24_300_000_000,
      day: dayOf(2025, 8, 22),
    });
  });
});
