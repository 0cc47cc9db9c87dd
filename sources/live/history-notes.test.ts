import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { sessionsBetween } from '../../calendar/nyse.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { toDailyColumns } from '../models/daily-bar.js';
import { historyNotes } from './history-notes.js';

const day = (text: string): number => parseIsoDate(text) ?? 0;
const barsOf = (rows: readonly (readonly [day: number, close: number, adjClose?: number])[]) =>
  toDailyColumns(
    rows.map(([each, close, adjClose = close]) => ({
      day: each,
      open: close,
      high: close,
      low: close,
      close,
      adjClose,
      volume: 1,
    })),
  );
/** Sessions of November 2026 up to the Friday after Thanksgiving. */
const SESSIONS = sessionsBetween(day('2026-11-02'), day('2026-11-27'));
const priced = (closeOf: (index: number) => number) => barsOf(SESSIONS.map((each, i) => [each, closeOf(i)] as const));

describe('notes on a stored history', () => {
  it('tell how many sessions of the exchange it lacks, and the newest of them', () => {
    const lacking = (...dates: readonly string[]) =>
      historyNotes(
        barsOf(SESSIONS.filter((each) => !dates.map(day).includes(each)).map((each) => [each, 10] as const)),
      );
    expect(lacking('2026-11-25')).toEqual([
      'No bar is stored of 1 of the sessions of the exchange after 2026-11-02, the newest of them 2026-11-25: the ' +
        'ticker had no price then, or its source lacks them.',
    ]);
    expect(lacking('2026-11-09', '2026-11-10', '2026-11-20')).toEqual([
      expect.stringMatching(/^No bar is stored of 3 of the sessions .* the newest of them 2026-11-20:/),
    ]);
    // Thanksgiving and weekends are no sessions; what is before the first bar or after the last one is not missing.
    expect(lacking('2026-11-02', '2026-11-27')).toEqual([]);
  });

  it('tell that prices stay at another scale, once there is a later session', () => {
    expect(historyNotes(priced((i) => (i >= 10 ? 12_021 : 120.21)))).toEqual([
      'The close moved by a factor of 4 or more in 1 of the sessions and stayed there, the newest 2026-11-16 by ' +
        '+9900.0%: prices before or after it may be on another scale.',
    ]);
    // A fall by 40% may be real, and one that the next session undoes is a doubt of its own.
    expect(historyNotes(priced((i) => (i >= 10 ? 60 : 100)))).toEqual([]);
    expect(historyNotes(priced((i) => (i === 10 ? 10_000 : 100)))).toEqual([]);
    // A dividend of nearly all has lowered the earlier adjusted closes, and a tick is much of the smallest prices.
    expect(historyNotes(barsOf(SESSIONS.map((each, i) => [each, i >= 10 ? 20 : 100, 20] as const)))).toEqual([]);
    expect(historyNotes(priced((i) => (i >= 10 ? 0.0004 : 0.0001)))).toEqual([]);
  });

  it('tell that the newest close has moved by more than 25%, which the next session may undo', () => {
    const last = SESSIONS.length - 1;
    expect(historyNotes(priced((i) => (i === last ? 583.1 : 971.83)))).toEqual([
      'The newest close, of 2026-11-27, moved by -40.0%, which no later session confirms yet.',
    ]);
    expect(historyNotes(priced((i) => (i === last ? 124 : 100)))).toEqual([]);
    expect(historyNotes(barsOf([]))).toEqual([]);
    expect(historyNotes(barsOf([[day('2026-11-27'), 10]]))).toEqual([]);
  });
});

(hasExternalData ? describe : describe.skip)('recorded histories of the vendor', () => {
  it('have no note, but for the holidays that one file lacks', () => {
    const told = (['daily_recent_yahoo', 'daily_etf_yahoo'] as const).flatMap((folder) =>
      readdirSync(externalFile(folder))
        .filter((file) => file.endsWith('.csv'))
        .map((file) => {
          const [header = '', ...lines] = readFileSync(externalFile(folder, file), 'utf8').trim().split(/\r?\n/);
          const names = header.toLowerCase().split(',');
          const rows = lines
            .map((line) => line.split(','))
            .map(
              (cells) =>
                [
                  day(cells[0]?.slice(0, 10) ?? ''),
                  Number(cells[names.indexOf('close')]),
                  Number(cells[names.indexOf(names.includes('adj close') ? 'adj close' : 'close')]),
                ] as const,
            )
            .filter(([each, close]) => each >= day('1990-01-01') && close > 0);
          return { file, notes: historyNotes(barsOf(rows)) };
        }),
    );
    expect(told.length).toBeGreaterThan(70);
    expect(told.filter(({ notes }) => notes.length > 0)).toEqual([]);
  });
});
