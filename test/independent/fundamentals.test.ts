import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { fundamentalsHistory, surprisesAt } from '../../engines/signal/fundamentals.js';
import { companyFacts, readFacts } from '../../sources/sec/facts.js';
import { quartersOf } from '../../sources/sec/quarters.js';
import { externalFile, hasExternalData } from './datasets.js';

interface RawFact {
  readonly start: string;
  readonly end: string;
  readonly val: number;
  readonly form: string;
  readonly filed: string;
}

const MILLION = 1_000_000;

const days = ({ start, end }: RawFact): number => (Date.parse(end) - Date.parse(start)) / 86_400_000;

/**
 * Net income of each quarter as first filed, by the quarter's end: the quarter's fact, or the year less its nine
 * months.
 */
function firstNetIncomes(file: string): ReadonlyMap<string, { readonly value: number; readonly filed: string }> {
  const content = JSON.parse(readFileSync(externalFile('sec_edgar', 'companyfacts', file), 'utf8')) as {
    facts: { 'us-gaap': { NetIncomeLoss: { units: { USD: readonly RawFact[] } } } };
  };
  const all = content.facts['us-gaap'].NetIncomeLoss.units.USD.filter(({ form }) => form === '10-Q' || form === '10-K');
  // Only what a filing says of its own period: one that ends within 100 days before it.
  const own = all.filter(({ end, filed }) => Date.parse(filed) - Date.parse(end) < 100 * 86_400_000);
  const found = new Map<string, { value: number; filed: string }>();
  for (const { end, val, filed } of own.filter((fact) => days(fact) > 80 && days(fact) < 100))
    if (!found.has(end)) found.set(end, { value: val, filed });
  for (const year of own.filter((fact) => days(fact) > 350)) {
    const rest = own.find((fact) => fact.start === year.start && days(fact) > 240 && days(fact) < 300);
    if (rest !== undefined && !found.has(year.end))
      found.set(year.end, { value: year.val - rest.val, filed: year.filed });
  }
  return found;
}

(hasExternalData ? describe : describe.skip)('surprises in the net income of the SEC’s own files', () => {
  it.each([
    ['AAPL', 'CIK0000320193.json', 45],
    ['NVDA', 'CIK0001045810.json', 45],
  ])('%s: equal a plain computation from the raw facts', (ticker, file, least) => {
    const content: unknown = JSON.parse(readFileSync(externalFile('sec_edgar', 'companyfacts', file), 'utf8'));
    const { facts } = readFacts(companyFacts.parse(content), parseIsoDate('2026-11-20') ?? 0);
    const { reports } = quartersOf(facts, { ticker, cik: 1 });
    const history = fundamentalsHistory(reports.map((report) => ({ ...report, acceptedAt: null })));
    const first = firstNetIncomes(file);
    const quarters = [...first].sort(([one], [other]) => (one < other ? -1 : 1));
    // The files begin with a third quarter: of the fourth one after it, three quarters were not filed one by one then.
    const isInRow = (index: number): boolean =>
      index >= 15 &&
      Date.parse(quarters[index]?.[0] ?? '') - Date.parse(quarters[index - 12]?.[0] ?? '') < 3.1 * 365 * 86_400_000;
    let compared = 0;
    for (const [index, [end, { filed }]] of quarters.entries()) {
      if (!isInRow(index)) continue;
      const value = (place: number): number => quarters[place]?.[1].value ?? NaN;
      const changes = Array.from({ length: 9 }, (_, back) => value(index - back) - value(index - back - 4));
      const [newest = NaN, ...before] = changes;
      const mean = before.reduce((sum, change) => sum + change, 0) / 8;
      const variance = before.reduce((sum, change) => sum + change ** 2, 0) / 7 - (mean ** 2 * 8) / 7;
      const deviation = Math.sqrt(variance + variance / 8);
      const expected = (newest - mean) / deviation;
      // Filings in millions round each quarter and the nine months by themselves.
      const tolerance = 1e-6 + (2 * MILLION) / deviation;
      const ours = surprisesAt(history, (parseIsoDate(filed) ?? 0) + 4)?.earnings ?? NaN;
      expect([ticker, end, Math.abs(ours - expected) < tolerance]).toEqual([ticker, end, true]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(least);
  });
});
