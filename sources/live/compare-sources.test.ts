import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { readQuote } from '../finnhub/company-answers.js';
import { readSurprises } from '../finnhub/earnings-answers.js';
import { toDailyColumns } from '../models/daily-bar.js';
import { companyFacts, readFacts } from '../sec/facts.js';
import { quartersOf } from '../sec/quarters.js';
import { comparedClose, comparedEarnings } from './compare-sources.js';

const series = (text: string, close: number) => ({
  bars: toDailyColumns([
    { day: parseIsoDate(text) ?? 0, open: close, high: close, low: close, close, adjClose: close, volume: 1 },
  ]),
  splits: [],
  dividends: [],
  source: 'yahoo',
  version: 1,
  symbol: 'PBLO',
});
/** Of Monday, 2030-05-13, 16:00 in New York. */
const quote = { last: 101, open: 100, high: 102, low: 99, previousClose: 100, at: '2030-05-13T20:00:00.000Z' };

describe('two sources', () => {
  it('are compared over the session that is stored, and disagree beyond half a percent', () => {
    const compared = (text: string, close: number) =>
      comparedClose(series(text, close), quote, 'finnhub').map(({ of, served, other, agrees }) => [
        of,
        served.value,
        other.value,
        agrees,
      ]);
    expect(compared('2030-05-13', 101.4)).toEqual([['2030-05-13', 101.4, 101, true]]);
    expect(compared('2030-05-10', 70)).toEqual([['2030-05-10', 70, 100, false]]);
    expect(compared('2030-05-09', 100)).toEqual([]);
    const onSunday = { ...quote, at: '2030-05-12T20:00:00.000Z' };
    expect(comparedClose(series('2030-05-10', 101), onSunday, 'finnhub').map(({ agrees }) => agrees)).toEqual([true]);
    expect(comparedClose(undefined, quote, 'finnhub')).toEqual([]);
  });

  (hasExternalData ? it : it.skip)(
    "agree on Apple's earnings per share of three quarters; the fourth is never filed, in the SEC's facts and Finnhub's answer",
    () => {
      const read = (...names: readonly [string, ...string[]]): unknown =>
        JSON.parse(readFileSync(externalFile(...names), 'utf8'));
      const { facts } = readFacts(
        companyFacts.parse(read('sec_edgar', 'companyfacts', 'CIK0000320193.json')),
        parseIsoDate('2026-11-20') ?? 0,
      );
      const reports = quartersOf(facts, { ticker: 'AAPL', cik: 320193 }).reports.map((report) => ({
        ...report,
        source: 'edgar',
        acceptedAt: null,
        form: null,
      }));
      const { rows } = readSurprises(read('finnhub_recorded', 'earnings_surprises_aapl.json'));
      const compared = comparedEarnings(reports, rows, 'finnhub');
      expect(compared.map(({ of, served, other, agrees }) => [of, served.value, other.value, agrees])).toEqual([
        ['2024-06-29', 1.4, 1.4, true],
        ['2024-12-28', 2.4, 2.4, true],
        ['2025-03-29', 1.65, 1.65, true],
      ]);
      const adjusted = rows.map((row) => ({ ...row, eps: (row.eps ?? 0) + 0.01 }));
      expect(comparedEarnings(reports, adjusted, 'finnhub').map(({ agrees }) => agrees)).toEqual([false, false, false]);
      const [recorded] = readQuote(read('finnhub_recorded', 'quote_aapl.json')).rows;
      expect(comparedClose(series('2025-07-18', 211.18), recorded, 'finnhub').map(({ other }) => other.value)).toEqual([
        211.18,
      ]);
    },
  );
});
