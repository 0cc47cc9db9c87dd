import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { feedDate } from './feed-date.js';
import { readFeed } from './read-feed.js';

const TEN = '2025-09-01T10:00:00.000Z';
const DATES: readonly (readonly [text: string, expected: string])[] = [
  ['Mon, 01 Sep 2025 10:00:00', TEN],
  ['01 Sep 2025 10:00', TEN],
  ['2025-09-01T10:00:00', TEN],
  ['2025-09-01T10:00:00.000', TEN],
  ['2025-09-01 10:00:00', TEN],
  ['Mon Sep  1 10:00:00 2025', TEN],
  ['Sep 1, 2025 10:00 AM', TEN],
  ['Mon, 01 Sep 2025', '2025-09-01T00:00:00.000Z'],
  ['2025-09-01', '2025-09-01T00:00:00.000Z'],
  ['01-Sep-2025', '2025-09-01T00:00:00.000Z'],
  ['Mon, 01 Sep 2025 10:00:00 GMT', TEN],
  ['Mon, 01 Sep 2025 10:00:00 Z', TEN],
  ['Mon, 01 Sep 2025 06:00:00 EDT', TEN],
  ['Mon Sep  1 05:00:00 EST 2025', TEN],
  ['Mon, 01 Sep 2025 12:00:00 +0200', TEN],
  ['Mon, 01 Sep 2025 12:00:00 +0200 (CEST)', TEN],
  ['2025-09-01T12:00:00+02:00', TEN],
  ['2025-09-01T06:00:00-0400', TEN],
  ['2025-09-01T10:00:00Z', TEN],
];
const XML = `<rss version="2.0"><channel><title>o</title>${DATES.map(([text], index) => `<item><title>Story ${index}</title><link>https://o.example/${index}</link><pubDate>${text}</pubDate></item>`).join('')}</channel></rss>`;
const ATOM =
  '<feed xmlns="http://www.w3.org/2005/Atom"><title>o</title><entry><title>Story</title><link href="https://o.example/a"/><updated>2025-09-01T10:00:00</updated></entry></feed>';
const NOW = new Date('2025-10-01T00:00:00Z');

describe('the date of a feed’s entry', () => {
  it.each(DATES)('%s is %s', (text, expected) => {
    expect(feedDate(text)?.toISOString()).toBe(expected);
  });

  it.each(['', 'yesterday', 'Mon, 01 Sep 2025 10:00:00 XYZT', '2025-13-01T10:00:00'])('%j is none', (text) => {
    expect(feedDate(text)).toBeNull();
  });

  it('is read so by the reader of feeds, RSS and Atom', () => {
    expect(readFeed({ text: XML, now: NOW }).articles.map(({ publishedAt }) => publishedAt.toISOString())).toEqual(
      DATES.map(([, expected]) => expected),
    );
    expect(readFeed({ text: ATOM, now: NOW }).articles.map(({ publishedAt }) => publishedAt.toISOString())).toEqual([
      TEN,
    ]);
  });

  it.each(['America/New_York', 'Asia/Tokyo', 'Pacific/Kiritimati'])(
    'does not depend on the machine’s zone: %s',
    (TZ) => {
      const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
      const built = pathToFileURL(path.join(root, 'dist', 'sources', 'news', 'read-feed.js')).href;
      const program = `
      const { readFeed } = await import(${JSON.stringify(built)});
      const dates = ${JSON.stringify([XML, ATOM])}.flatMap((text) => readFeed({ text, now: new Date(${NOW.valueOf()}) }).articles.map(({ publishedAt }) => publishedAt));
      console.log(JSON.stringify({ offset: new Date(2025, 8, 1).getTimezoneOffset(), dates }));`;
      const told = JSON.parse(
        execFileSync(process.execPath, ['--input-type=module', '-e', program], {
          encoding: 'utf8',
          env: { ...process.env, TZ },
        }),
      ) as { offset: number; dates: string[] };
      expect(told.offset).not.toBe(0);
      expect(told.dates).toEqual([...DATES.map(([, expected]) => expected), TEN]);
    },
  );
});
