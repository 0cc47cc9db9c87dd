import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { civilOf, isoDate, weekdayOf } from '../../calendar/days.js';
import { isSession } from '../../calendar/nyse.js';
import { macroRelease, macroReleaseKey } from '../../store/macro-releases.js';
import { MACRO_CALENDAR } from './macro-calendar.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';

const of = (title: string) => MACRO_CALENDAR.filter((release) => release.title === title);
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

it('every row is valid, has an https source, and stands once', () => {
  for (const release of MACRO_CALENDAR) {
    expect(macroRelease.parse(release)).toEqual(release);
    expect(release.sourceUrl).toMatch(/^https:\/\//);
  }
  expect(new Set(MACRO_CALENDAR.map(macroReleaseKey)).size).toBe(MACRO_CALENDAR.length);
});

it.each(['FOMC decision', 'Consumer Price Index', 'Employment Situation'])(
  'dates of %s are in order, on weekdays',
  (title) => {
    const days = of(title).map(({ day }) => day);
    expect(days).toEqual([...new Set(days)].sort((one, other) => one - other));
    expect(days.filter((day) => weekdayOf(day) % 6 === 0).map(isoDate)).toEqual([]);
  },
);

it('a meeting ends on a Wednesday, the day after it began, five to eight weeks after the one before', () => {
  const meetings = of('FOMC decision');
  for (const [index, { day, period, minute }] of meetings.entries()) {
    expect([weekdayOf(day), isSession(day), minute, period]).toEqual([
      3,
      true,
      840,
      `Meeting of ${isoDate(day - 1)} and ${isoDate(day)}`,
    ]);
    const before = meetings[index - 1]?.day ?? day - 42;
    expect(day - before).toBeGreaterThanOrEqual(35);
    expect(day - before).toBeLessThanOrEqual(56);
  }
  for (const year of [2026, 2027]) expect(meetings.filter(({ day }) => civilOf(day).year === year)).toHaveLength(8);
});

it.each(['Consumer Price Index', 'Employment Situation'])(
  'each %s is about the month before, one a month, at 8:30',
  (title) => {
    const releases = of(title);
    expect(releases).toHaveLength(12);
    for (const [index, { day, period, minute }] of releases.entries()) {
      const { month, year } = civilOf(day);
      const about = `${MONTHS[(month + 10) % 12] ?? ''} ${month === 1 ? year - 1 : year}`;
      expect([month, period, minute]).toEqual([index + 1, about, 510]);
    }
  },
);

it('the jobs report precedes the consumer prices of its month', () => {
  const jobs = of('Employment Situation');
  for (const [index, cpi] of of('Consumer Price Index').entries())
    expect([cpi.period, (jobs[index]?.day ?? NaN) < cpi.day]).toEqual([cpi.period, true]);
});

it('the docs say where each series ends', () => {
  const page = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'catalysts.md'), 'utf8');
  for (const title of ['FOMC decision', 'Consumer Price Index', 'Employment Situation']) {
    const last = isoDate(Math.max(...of(title).map(({ day }) => day)));
    expect(page).toMatch(new RegExp(`${title}[^|]*\\|[^|]*\\| ${last}`));
  }
});

(hasExternalData ? it : it.skip)('the decisions of 2026 are those of the reference data', () => {
  const [, ...lines] = readFileSync(externalFile('macro', 'fomc_decisions_2015_2026.csv'), 'utf8')
    .trim()
    .split(/\r?\n/);
  const reference = lines.map((line) => line.split(',')[0] ?? '').filter((date) => date.startsWith('2026'));
  const decided = of('FOMC decision').map(({ day }) => isoDate(day));
  expect(decided.filter((date) => date.startsWith('2026'))).toEqual(reference);
});
