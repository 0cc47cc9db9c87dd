import { describe, expect, it } from '@jest/globals';
import { parseDate, parseMinute } from './cells.js';
import { isoInstantMs, mailInstantMs } from './instants.js';
import { newYorkDay } from './read-cells.js';

const iso = (text: string): string | null => {
  const ms = [isoInstantMs(text), mailInstantMs(text)].find((each) => !Number.isNaN(each));
  return ms === undefined ? null : new Date(ms).toISOString();
};

describe('an instant', () => {
  it.each([
    ['2025-07-28T09:00:00Z', '2025-07-28T09:00:00.000Z'],
    ['2025-07-28 09:00Z', '2025-07-28T09:00:00.000Z'],
    ['2025-07-28T09:00:00.5+02:00', '2025-07-28T07:00:00.500Z'],
    ['2024-02-29T23:30:00.123456789-0500', '2024-03-01T04:30:00.123Z'],
    ['Mon, 28 Jul 2025 09:00:00 GMT', '2025-07-28T09:00:00.000Z'],
    ['8 Jul 2025 09:00 -0430', '2025-07-08T13:30:00.000Z'],
  ])('is %s', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it.each([
    ['without a zone', '2025-07-28T09:00:00'],
    ['of a day that does not exist', '2025-02-30T09:00:00Z'],
    ['of 29 February in another year', '2025-02-29T09:00:00Z'],
    ['of hour 24', '2025-07-28T24:00:00Z'],
    ['of minute 60', '2025-07-28T09:60:00Z'],
    ['of second 60', '2025-07-28T09:00:60Z'],
    ['with an offset of no place', '2025-07-28T09:00:00+99:00'],
    ['without a time', '2025-07-28Z'],
    ['with the day first', '28-07-2025T09:00:00Z'],
    ['with two digits of a year', 'Mon, 28 Jul 25 09:00:00 GMT'],
    ['of a month that does not exist', 'Mon, 28 Foo 2025 09:00:00 GMT'],
    ['in a sentence', 'Story 12 GMT'],
    ['that is a number', '20250728'],
  ])('is none %s', (_, text) => {
    expect(iso(text)).toBeNull();
  });
});

describe('a date', () => {
  it.each([
    '2025-07-28',
    '20250728',
    '7/28/2025 4:00 PM',
    '2025-07-28 00:00:00-04:00',
    '2025-07-28T09:30:00.000Z',
    '2025-07-28 16:00 EST',
    '20250728 093000',
    '2025-07-28T00:00:00.000000000',
  ])('may be followed by a time: %s', (text) => {
    expect(parseDate(text).day).toBe(20297);
  });

  it.each([
    '2025-07-28 soon',
    '2025-07-28T25:00:00Z',
    '2025-07-28 09:75',
    '2025-07-28-09',
    '2025-07-28, 2025-07-29',
    '7/28/2025/1',
  ])('is followed by nothing else: %s', (text) => {
    expect(() => parseDate(text)).toThrow(/is followed by what is no time/);
  });

  it('that does not exist is none with a zone either, in New York or elsewhere', () => {
    expect(() => newYorkDay('2025-02-30T09:00:00Z')).toThrow(/does not exist/);
    expect(() => parseMinute('2025-02-30T09:30:00Z')).toThrow(/does not exist/);
    expect(newYorkDay('2025-07-28T02:00:00Z')).toBe(20296);
  });
});

it('a minute with a zone is New York’s', () => {
  expect(parseMinute('2025-07-28T13:30:00Z')).toEqual({ day: 20297, minute: 570 });
  expect(parseMinute('2025-07-28 13:30:00+00:00')).toEqual({ day: 20297, minute: 570 });
  expect(parseMinute('1753709400123456789')).toEqual({ day: 20297, minute: 570 });
  expect(parseMinute('1753709399999999999')).toEqual({ day: 20297, minute: 569 });
  expect(() => parseMinute('1753709400123')).toThrow(/1753709400123/);
  expect(parseMinute('7/28/2025 9:30')).toEqual({ day: 20297, minute: 570 });
  expect(() => parseMinute('2025-07-28T13:30:00+99:00')).toThrow(/timestamp/);
});
