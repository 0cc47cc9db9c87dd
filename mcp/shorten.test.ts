import { describe, expect, it } from '@jest/globals';
import { shorten, type Shortened } from './shorten.js';

const within =
  (bytes: number) =>
  ({ value }: Shortened): boolean =>
    Buffer.byteLength(JSON.stringify(value)) <= bytes;
const bars = { ticker: 'AAPL', bars: Array.from({ length: 500 }, (_, i) => ({ day: i, close: 100 + i })) };

describe('shorten', () => {
  it('leaves a value as it is where it fits', () => {
    expect(shorten(bars, () => true)).toEqual({ value: bars, leftOut: [] });
  });

  it('keeps the first entries of long lists and says how many there are', () => {
    const { value, leftOut } = shorten(bars, within(300));
    expect(value).toEqual({ ticker: 'AAPL', bars: bars.bars.slice(0, 10) });
    expect(leftOut).toEqual(['bars: all but the first 10 of 500 entries']);
  });

  it('says what it cuts inside entries once', () => {
    const value = { rows: [1, 2, 3].map((n) => ({ n, notes: Array.from({ length: 30 }, () => 'text') })) };
    expect(shorten(value, within(250)).leftOut).toEqual(['rows[].notes: all but the first 8 of 30 entries']);
  });

  it('cuts texts and levels where lists are not enough, and names at most eight parts', () => {
    const deep = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`part${i}`, { text: 'x'.repeat(400), inner: { inner: { n: i } } }]),
    );
    const { value, leftOut } = shorten(deep, within(600));
    expect(within(600)({ value, leftOut })).toBe(true);
    expect(leftOut).toHaveLength(9);
    expect(leftOut.at(-1)).toMatch(/^and \d+ more$/);
  });

  it('cuts texts after a word, and leaves out what stands in one piece, with a note', () => {
    const value = {
      rows: [{ source_url: `https://example.com/${'x'.repeat(2_000)}`, text: 'word '.repeat(600) }],
    };
    const { value: short, leftOut } = shorten(value, within(400));
    expect(short).toEqual({ rows: [{ text: `${'word '.repeat(60).trim()}…` }] });
    expect(leftOut).toEqual([
      'rows[].source_url: values of more than 300 characters',
      'rows[].text: texts after 300 characters',
    ]);
  });

  it('keeps a cursor whole', () => {
    const value = { text: 'word '.repeat(600), rows: [1], next_cursor: 'c'.repeat(300) };
    expect(shorten(value, within(600)).value).toMatchObject({ rows: [1], next_cursor: 'c'.repeat(300) });
  });

  it('leaves a cursor out that follows entries which are left out, and says the limit that it fits to', () => {
    const value = { rows: bars.bars, next_cursor: 'after 500' };
    const { value: short, leftOut } = shorten(value, within(240));
    expect(short).toEqual({ rows: bars.bars.slice(0, 10) });
    expect(leftOut).toEqual([
      'rows: all but the first 10 of 500 entries',
      'next_cursor: it follows entries that are left out; with limit: 10 it follows the last one shown',
    ]);
    const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const page = { rows: [{ text: 'some words '.repeat(200) }], words, next_cursor: 'after 1' };
    expect(shorten(page, within(500)).value).toMatchObject({ words, next_cursor: 'after 1' });
    expect(shorten({ ...value, next_cursor: null }, within(300)).value).toMatchObject({ next_cursor: null });
  });

  it('always fits in the end', () => {
    expect(shorten({ text: 'x'.repeat(9_000) }, ({ value }) => value === null)).toEqual({
      value: null,
      leftOut: ['all of it'],
    });
  });

  it('keeps the end of what has happened until now, and the beginning of what is to come or of a page', () => {
    const days = (year: number) =>
      Array.from({ length: 60 }, (_, i) => ({ date: new Date(Date.UTC(year, 0, i + 1)).toISOString().slice(0, 10) }));
    const entriesOf = (value: object, bytes = 100) => shorten(value, within(bytes));
    const past = entriesOf({ bars: days(2024) });
    expect([past.value, past.leftOut]).toEqual([
      { bars: days(2024).slice(-4) },
      ['bars: all but the last 4 of 60 entries'],
    ]);
    expect(entriesOf({ events: days(2999) }).value).toEqual({ events: days(2999).slice(0, 4) });
    expect(entriesOf({ rows: days(2024), next_cursor: 'abc' }).value).toMatchObject({ rows: days(2024).slice(0, 4) });
  });

  it('keeps short lists of words whole, and leaves out lists of whose entries nothing is left', () => {
    const types = ['earnings', 'ipo', 'dividend', 'split', 'analyst', 'insider', 'congress'];
    const rows = Array.from({ length: 50 }, (_, i) => ({ n: i, text: 'some words '.repeat(20) }));
    expect(shorten({ limits: { types }, rows }, within(400)).value).toMatchObject({ limits: { types } });
    const deep = { events: { earnings: rows, dividends: [] }, more: rows };
    const { value, leftOut } = shorten(deep, within(180));
    expect(JSON.stringify(value)).not.toContain('null');
    expect(leftOut.join('\n')).toMatch(/^events\.earnings: all$/m);
  });
});
