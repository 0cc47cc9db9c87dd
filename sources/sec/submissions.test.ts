import { expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { acceptanceMs, readFilings, submissions } from './submissions.js';

const acceptedAt = (text: string, filed: string, form = '10-Q'): string | null => {
  const ms = acceptanceMs(text, parseIsoDate(filed) ?? 0, form);
  return ms === null ? null : new Date(ms).toISOString();
};

it('an acceptance time is in UTC or in New York time, as the filing date tells', () => {
  // 18:08 UTC is 14:08 in New York, whose filing date would be the same day.
  expect(acceptedAt('2030-11-06T18:08:27.000Z', '2030-11-07')).toBe('2030-11-06T23:08:27.000Z');
  expect(acceptedAt('2030-11-07T00:30:00.000Z', '2030-11-07')).toBe('2030-11-07T00:30:00.000Z');
  expect(acceptedAt('2030-11-06T21:05:00.000Z', '2030-11-06')).toBe('2030-11-06T21:05:00.000Z');
  expect(acceptedAt('2030-08-01T06:01:26.000Z', '2030-08-01')).toBe('2030-08-01T10:01:26.000Z');
});

it('of two possible instants it is the later one, and one that contradicts the filing date is unknown', () => {
  expect(acceptedAt('2030-08-01T13:00:00.000Z', '2030-08-01')).toBe('2030-08-01T17:00:00.000Z');
  expect(acceptedAt('2030-08-01T13:00:00.000Z', '2030-08-02')).toBeNull();
  expect(acceptedAt('2030-08-01', '2030-08-01')).toBeNull();
});

it('reads the reports among the filings, with the first ticker that is one', () => {
  const given = submissions.parse({
    cik: '0001234567',
    tickers: ['PBLO-PREFERRED-A', 'pbl-o', 'PBLX'],
    filings: {
      recent: {
        accessionNumber: [
          '0001234567-30-000001',
          '0001234567-30-000002',
          '0001234567-30-000003',
          'x',
          '0001234567-30-000005',
          '0001234567-30-000006',
        ],
        filingDate: ['2030-05-10', '2030-05-11', '2030-05-32', '2030-08-10', '2030-08-12', '2030-08-13'],
        acceptanceDateTime: [
          '2030-05-10T10:30:00.000Z',
          '2030-05-11T10:30:00.000Z',
          '',
          '2030-08-10T13:00:00.000Z',
          '2030-08-10T13:00:00.000Z',
          '2030-08-13T13:00:00.000Z',
        ],
        form: ['10-Q', '8-K', '10-Q', '10-Q', '10-Q/A', '10-Q'],
      },
    },
  });
  const { filings, refused } = readFilings(given, parseIsoDate('2030-08-12') ?? 0);
  expect(
    filings.map(({ accession, ticker, acceptedAt: at }) => [accession, ticker, at?.toISOString() ?? null]),
  ).toEqual([
    ['0001234567-30-000001', 'PBL.O', '2030-05-10T14:30:00.000Z'],
    ['0001234567-30-000005', 'PBL.O', null],
  ]);
  expect(refused).toEqual([
    { line: 3, reason: 'date "2030-05-32" does not exist' },
    { line: 4, reason: 'an accession number is 10, 2 and 6 digits' },
    { line: 6, reason: 'date 2030-08-13 is in the future' },
  ]);
});
