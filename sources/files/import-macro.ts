import { z } from 'zod';
import { civilOf, isoDate } from '../../calendar/days.js';
import {
  macroRelease,
  macroReleaseDay,
  macroReleaseKey,
  macroTitle,
  type MacroRelease,
} from '../../store/macro-releases.js';
import { MACRO_CALENDAR } from '../models/macro-calendar.js';
import { CellError } from './cells.js';
import { plainName } from './columns.js';
import type { FileImport } from './import-files.js';
import { lowerCase, newYorkDay, optionalText, text, type Cell } from './read-cells.js';
import { readHead } from './read-rows.js';
import { columnNames, readRowFile, rowImport, type RowFormat } from './row-import.js';
import { baseName } from './ticker-name.js';

const CLOCK = /^(\d{1,2}):(\d{2})(?::00)?(?:\s*(am|pm))?$/i;
const HALF_DAY = 12;

/** `08:30`, `2:00 PM`; blank is not known. */
function minute(cell: Cell, label: string): number | null {
  const given = text(cell);
  if (given === '') return null;
  const [, hours, minutes, half] = CLOCK.exec(given) ?? [];
  const isTwelve = half !== undefined;
  const hour = isTwelve ? (Number(hours) % HALF_DAY) + (half.toLowerCase() === 'pm' ? HALF_DAY : 0) : Number(hours);
  const isClock = hours !== undefined && Number(minutes) < 60 && hour < 24 && (!isTwelve || Number(hours) <= HALF_DAY);
  if (!isClock) throw new CellError(`${label} ${JSON.stringify(given)} is not a time such as 08:30 in New York`);
  return hour * 60 + Number(minutes);
}

function lateFault(day: number, now: Date): string | undefined {
  return civilOf(day).year > now.getUTCFullYear() + 2 ? `date ${isoDate(day)} is later than in two years` : undefined;
}

const TITLES = ['title', 'release', 'event'];
const DAYS = ['date', 'release date', 'decision date'];

const CALENDAR = rowImport<typeof macroRelease>({
  kind: 'macro',
  summary: "Releases of the economic calendar with their sources, CSV or JSON rows; times are New York's.",
  noun: 'economic calendar',
  columns: {
    title: [(cell) => macroTitle(text(cell)), ...TITLES],
    period: [text, 'period', 'reference period', 'reference month', 'for'],
    day: [newYorkDay, ...DAYS],
    minute: [minute, 'time', 'release time'],
    detail: [optionalText, 'detail', 'description'],
    importance: [lowerCase, 'importance', 'impact'],
    sourceUrl: [optionalText, 'source url', 'source', 'url'],
  },
  model: macroRelease,
  keyOf: (row) => [macroReleaseKey(row), macroReleaseDay(row)],
  faultOf: ({ day }, now) => lateFault(day, now),
  nameOf: ({ title, period }) => `${title}, ${period},`,
  async save(store, tx, rows, { source }) {
    await store.macroReleases.save(
      tx,
      rows.map((row) => ({ ...row, source })),
    );
    return [];
  },
  sample: {
    file: [
      'Title,Period,Date,Time,Detail,Importance,Source URL',
      'Consumer Price Index,March 2031,2026-05-12,8:30 AM,,high,https://example.com/calendar',
      'Producer Price Index,March 2031,2026-05-13,08:30,Prices of producers,medium,',
      'Consumer Price Index,march 2031,2026-05-14,08:30,,high,https://example.com/calendar',
      'Housing Starts,March 2031,2026-05-14,half past eight,,low,',
      'Housing Starts,April 2031,2026-05-14,,,huge,',
      'Housing Starts,May 2031,2026-05-14,,,low,calendar.html',
      'Consumer price  index,Mar 2031,2026-05-12,,,high,',
      'US CPI,Mar 2031,2026-05-12,,,high,',
      'Non-farm payrolls,March 2031,2026-05-08,08:30,,high,',
    ].join('\n'),
    stored: 3,
    refused: [
      'line 4: Consumer Price Index, march 2031, is already on line 2; the first one counts',
      'line 5: time "half past eight" is not a time such as 08:30 in New York',
      'line 6: importance "huge" is not low, medium or high',
      'line 7: the address of the source is not an http or https URL',
      'line 8: Consumer Price Index, Mar 2031, is already on line 2; the first one counts',
      'line 9: Consumer Price Index, Mar 2031, is already on line 2; the first one counts',
    ],
  },
});

const SCHEDULES: ReadonlyMap<string, boolean> = new Map([
  ['scheduled', true],
  ['0', true],
  ['false', true],
  ['no', true],
  ['unscheduled', false],
  ['1', false],
  ['true', false],
  ['yes', false],
]);

/** `scheduled`, or whether it was unscheduled: `1`. */
function isScheduled(cell: Cell, label: string): boolean {
  const known = SCHEDULES.get(lowerCase(cell));
  if (known !== undefined) return known;
  throw new CellError(`${label} ${JSON.stringify(text(cell))} is not scheduled or unscheduled, 0 or 1`);
}

const meeting = z.object({ day: z.int(), isScheduled: z.boolean().nullable() });

/** Days of decisions of the FOMC, as lists for research have them, without titles and periods. */
const MEETINGS: RowFormat<typeof meeting> = {
  noun: 'list of FOMC decisions',
  columns: {
    day: [newYorkDay, ...DAYS],
    isScheduled: [isScheduled, 'type', 'unscheduled'],
  },
  model: meeting,
  keyOf: ({ day }) => `The decision of ${isoDate(day)}`,
  faultOf: ({ day }, now) => lateFault(day, now),
};

const DECISION = 'FOMC decision';
const KNOWN_DECISIONS: ReadonlyMap<number, MacroRelease> = new Map(
  MACRO_CALENDAR.filter(({ title }) => title === DECISION).map((release) => [release.day, release]),
);

/** The release of the calendar that comes with the program, if it has the day; else one whose time is not known. */
function decisionOf({ day, isScheduled: isOnSchedule }: z.infer<typeof meeting>): MacroRelease {
  const known = KNOWN_DECISIONS.get(day);
  if (known !== undefined) return known;
  return {
    title: DECISION,
    period: `${isOnSchedule === false ? 'Unscheduled meeting' : 'Meeting'} of ${isoDate(day)}`,
    day,
    minute: null,
    detail: 'Policy statement of the Federal Reserve',
    importance: 'high',
    sourceUrl: null,
  };
}

const JSON_START = /^\uFEFF?\s*[[{]/;

/** Whether a CSV file is named as one of the FOMC and has no column of titles. */
async function hasMeetings(file: string): Promise<boolean> {
  if (!/fomc/i.test(baseName(file))) return false;
  const [header = ''] = (await readHead(file)).toString('utf8').split(/\r?\n/);
  return !JSON_START.test(header) && !header.split(/[,;\t|]/).some((name) => TITLES.includes(plainName(name)));
}

/** Releases of the economic calendar, in addition to the ones that come with the program or in their place. */
export const IMPORT: FileImport = {
  ...CALENDAR,
  columns: { ...CALENDAR.columns, ...columnNames(MEETINGS) },
  async read(store, file, context) {
    if (!(await hasMeetings(file))) return CALENDAR.read(store, file, context);
    const { rows, refused } = await readRowFile(MEETINGS, file, context);
    const releases = rows.map((row) => ({ ...decisionOf(row), source: context.source }));
    return {
      rows: rows.length,
      refused,
      notes: [],
      async save(tx) {
        await store.macroReleases.save(tx, releases);
        return [];
      },
    };
  },
};
