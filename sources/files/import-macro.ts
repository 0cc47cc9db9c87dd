import { civilOf, isoDate } from '../../calendar/days.js';
import { macroRelease, macroReleaseKey } from '../../store/macro-releases.js';
import { CellError } from './cells.js';
import { lowerCase, newYorkDay, optionalText, text, type Cell } from './read-cells.js';
import { rowImport } from './row-import.js';

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

/** Releases of the economic calendar, in addition to the ones that come with the program or in their place. */
export const IMPORT = rowImport<typeof macroRelease>({
  kind: 'macro',
  summary: "Releases of the economic calendar with their sources, CSV or JSON rows; times are New York's.",
  noun: 'economic calendar',
  columns: {
    title: [text, 'title', 'release', 'event'],
    period: [text, 'period', 'reference period', 'reference month', 'for'],
    day: [newYorkDay, 'date', 'release date'],
    minute: [minute, 'time', 'release time'],
    detail: [optionalText, 'detail', 'description'],
    importance: [lowerCase, 'importance', 'impact'],
    sourceUrl: [optionalText, 'source url', 'source', 'url'],
  },
  model: macroRelease,
  keyOf: macroReleaseKey,
  faultOf: (row, now) =>
    civilOf(row.day).year > now.getUTCFullYear() + 2
      ? `date ${isoDate(row.day)} is later than in two years`
      : undefined,
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
    ].join('\n'),
    stored: 2,
    refused: [
      'line 4: Consumer Price Index, march 2031, is already on line 2; the first one counts',
      'line 5: time "half past eight" is not a time such as 08:30 in New York',
      'line 6: importance "huge" is not low, medium or high',
      'line 7: the address of the source is not an http or https URL',
    ],
  },
});
