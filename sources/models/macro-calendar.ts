import { parseIsoDate } from '../../calendar/days.js';
import type { MacroRelease } from '../../store/macro-releases.js';

/**
 * The calendar of the economy that comes with the program, checked on 2026-11-22. Nothing in it is computed: where the
 * publisher's dates were not to be read, it ends, and an operator imports what follows.
 *
 * - FOMC: the schedules that the Federal Reserve announced on 2024-08-09 (for 2026) and 2025-09-05 (for 2027), as
 *   republished at the addresses below.
 * - BLS: the Bureau of Labor Statistics' release calendar of 2026, from public copies of it that agree with each other;
 *   the dates of January and February 2026 are those set after the lapse in appropriations of 2025. Its calendar of
 *   2027 was not to be read.
 */
const SOURCES = {
  fomc2026:
    'https://mondovisione.com/media-and-resources/news/federal-open-market-committee-announces-its-tentative-meeting-schedule-for-2025/',
  fomc2027:
    'https://www.einpresswire.com/article/846495920/federal-open-market-committee-announces-its-tentative-meeting-schedule-for-2027',
  bls2026: 'https://www.bls.gov/schedule/2026/',
} as const;

/** First and second day of each meeting; the decision is published on the second. */
const FOMC_MEETINGS: readonly (readonly [first: string, decision: string, source: keyof typeof SOURCES])[] = [
  ['2026-01-27', '2026-01-28', 'fomc2026'],
  ['2026-03-17', '2026-03-18', 'fomc2026'],
  ['2026-04-28', '2026-04-29', 'fomc2026'],
  ['2026-06-16', '2026-06-17', 'fomc2026'],
  ['2026-07-28', '2026-07-29', 'fomc2026'],
  ['2026-09-15', '2026-09-16', 'fomc2026'],
  ['2026-10-27', '2026-10-28', 'fomc2026'],
  ['2026-12-08', '2026-12-09', 'fomc2026'],
  ['2027-01-26', '2027-01-27', 'fomc2027'],
  ['2027-03-16', '2027-03-17', 'fomc2027'],
  ['2027-04-27', '2027-04-28', 'fomc2027'],
  ['2027-06-08', '2027-06-09', 'fomc2027'],
  ['2027-07-27', '2027-07-28', 'fomc2027'],
  ['2027-09-14', '2027-09-15', 'fomc2027'],
  ['2027-10-26', '2027-10-27', 'fomc2027'],
  ['2027-12-07', '2027-12-08', 'fomc2027'],
  ['2028-01-25', '2028-01-26', 'fomc2027'],
];

/** The month that the release is about, and its date. */
const CPI: readonly (readonly [period: string, date: string])[] = [
  ['December 2025', '2026-01-13'],
  ['January 2026', '2026-02-13'],
  ['February 2026', '2026-03-11'],
  ['March 2026', '2026-04-10'],
  ['April 2026', '2026-05-12'],
  ['May 2026', '2026-06-10'],
  ['June 2026', '2026-07-14'],
  ['July 2026', '2026-08-12'],
  ['August 2026', '2026-09-11'],
  ['September 2026', '2026-10-14'],
  ['October 2026', '2026-11-10'],
  ['November 2026', '2026-12-10'],
];

const EMPLOYMENT: typeof CPI = [
  ['December 2025', '2026-01-09'],
  ['January 2026', '2026-02-11'],
  ['February 2026', '2026-03-06'],
  ['March 2026', '2026-04-03'],
  ['April 2026', '2026-05-08'],
  ['May 2026', '2026-06-05'],
  ['June 2026', '2026-07-02'],
  ['July 2026', '2026-08-07'],
  ['August 2026', '2026-09-04'],
  ['September 2026', '2026-10-02'],
  ['October 2026', '2026-11-06'],
  ['November 2026', '2026-12-04'],
];

/** Half past eight and two o'clock in New York. */
const BLS_MINUTE = 510;
const FOMC_MINUTE = 840;

function dayOfDate(date: string): number {
  const day = parseIsoDate(date);
  if (day === null) throw new RangeError(`${date} in the macro calendar does not exist`);
  return day;
}

function blsReleases(title: string, detail: string, rows: typeof CPI): readonly MacroRelease[] {
  return rows.map(([period, date]) => ({
    title,
    period,
    day: dayOfDate(date),
    minute: BLS_MINUTE,
    detail,
    importance: 'high',
    sourceUrl: SOURCES.bls2026,
  }));
}

/** FOMC decisions, consumer prices and employment reports of the United States. */
export const MACRO_CALENDAR: readonly MacroRelease[] = [
  ...FOMC_MEETINGS.map(([first, decision, source]): MacroRelease => ({
    title: 'FOMC decision',
    period: `Meeting of ${first} and ${decision}`,
    day: dayOfDate(decision),
    minute: FOMC_MINUTE,
    detail: 'Policy statement of the Federal Reserve, and a news conference half an hour later',
    importance: 'high',
    sourceUrl: SOURCES[source],
  })),
  ...blsReleases('Consumer Price Index', 'Published by the Bureau of Labor Statistics', CPI),
  ...blsReleases('Employment Situation', 'Jobs report of the Bureau of Labor Statistics', EMPLOYMENT),
];
