import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { readChart } from './chart-answer.js';
import { dailyHistory } from './chart-history.js';

const FOLDERS = ['daily_recent_yahoo', 'daily_etf_yahoo'] as const;
const FIRST = parseIsoDate('1990-01-01') ?? 0;

/** Recorded prices in the shape of a chart: no events, and the close for an adjusted close that the file lacks. */
function recordedChart(folder: string, file: string): { readonly json: object; readonly last: number } {
  const [header = '', ...lines] = readFileSync(externalFile(folder, file), 'utf8').trim().split(/\r?\n/);
  const names = header.split(',').map((name) => name.toLowerCase());
  const rows = lines
    .map((line) => line.split(','))
    .map((cells) => ({
      day: parseIsoDate(cells[names.indexOf('date')]?.slice(0, 10) ?? '') ?? 0,
      cell: (name: string): number | null => {
        const text = cells[names.indexOf(name)] ?? '';
        return text === '' || Number.isNaN(Number(text)) ? null : Number(text);
      },
    }))
    .filter(({ day }) => day >= FIRST);
  const column = (name: string): (number | null)[] => rows.map(({ cell }) => cell(name));
  const hasAdjusted = names.includes('adj close');
  const json = {
    chart: {
      result: [
        {
          meta: { symbol: 'X', dataGranularity: '1d' },
          timestamp: rows.map(({ day }) => newYorkUtcMs(day, 570) / 1000),
          indicators: {
            quote: [
              {
                open: column('open'),
                high: column('high'),
                low: column('low'),
                close: column('close'),
                volume: column('volume'),
              },
            ],
            adjclose: [{ adjclose: column(hasAdjusted ? 'adj close' : 'close') }],
          },
        },
      ],
    },
  };
  return { json, last: rows.at(-1)?.day ?? 0 };
}

(hasExternalData ? describe : describe.skip)('recorded daily prices of the vendor', () => {
  it('are taken with all their rows and without a note', () => {
    const told = FOLDERS.flatMap((folder) =>
      readdirSync(externalFile(folder))
        .filter((file) => file.endsWith('.csv'))
        .map((file) => {
          const { json, last } = recordedChart(folder, file);
          const { bars, refused, notes } = dailyHistory(readChart(json), { first: FIRST, last, underWay: null });
          return { file, bars: bars.length, refused: refused.length, notes };
        }),
    );
    expect(told.length).toBeGreaterThan(70);
    // This file has no price in any of its rows.
    expect(told.filter(({ bars }) => bars <= 1_000).map(({ file, bars }) => [file, bars])).toEqual([['NKE.csv', 0]]);
    expect(told.filter(({ refused, notes }) => refused > 0 || notes.length > 0)).toEqual([]);
  });
});
