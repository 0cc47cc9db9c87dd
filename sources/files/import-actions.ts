import { civilOf, isoDate } from '../../calendar/days.js';
import { isSession } from '../../calendar/nyse.js';
import { announcedAction, announcedActionKey, type AnnouncedActionFields } from '../../store/announced-actions.js';
import { CellError } from './cells.js';
import { day, lowerCase, number, optionalText, text, ticker, type Cell } from './read-cells.js';
import { rowImport } from './row-import.js';

const RATIO = /^([\d.]+)\s*(?::|\/|for|-for-)\s*([\d.]+)$/i;

/** `4:1`, `3 for 2`, `1-for-8` or `4`; blank is absent. */
function ratio(cell: Cell, label: string): number | null {
  const given = text(cell);
  if (given === '') return null;
  const [, newShares, oldShares] = RATIO.exec(given) ?? [];
  const value = newShares === undefined ? number(cell, label) : Number(newShares) / Number(oldShares);
  if (!Number.isFinite(value)) throw new CellError(`${label} ${JSON.stringify(given)} is not a ratio such as 4:1`);
  return value;
}

const optionalDay = (cell: Cell): number | null => (/^(|-|--|n\/a)$/i.test(text(cell)) ? null : day(cell));

/** A price changes for a dividend or a split at the opening of a session. */
function dayFault({ day: exDay }: AnnouncedActionFields, now: Date): string | undefined {
  const date = `date ${isoDate(exDay)}`;
  if (civilOf(exDay).year > now.getUTCFullYear() + 1) return `${date} is later than next year`;
  return isSession(exDay) ? undefined : `${date} is a weekend or a holiday of the exchange`;
}

const FACTOR_ROW_CELLS = 3;

/** LEAN's factor files have no header: a day as eight digits, then factors. */
function whyFactors(names: readonly string[]): string | undefined {
  const [day = '', ...factors] = names;
  const isFactorRow =
    /^\d{8}$/.test(day) &&
    names.length <= FACTOR_ROW_CELLS + 1 &&
    factors.every((each) => /^[\d.]+(e-?\d+)?$/.test(each));
  return isFactorRow && factors.length > 0
    ? 'The file has factors by day, as a factor file of LEAN, whose past dividends and splits come with the bars: ' +
        'import as bars the folder with factor_files/ and daily/, whose files have a first line ' +
        'date,open,high,low,close,volume and prices in USD. LEAN writes them without that line and in ten-thousandths of USD.'
    : undefined;
}

/** Dividends and splits that companies have announced. */
export const IMPORT = rowImport<typeof announcedAction>({
  kind: 'actions',
  summary: 'Announced dividends and splits, CSV or JSON rows.',
  noun: 'list of announced dividends and splits',
  whyOther: whyFactors,
  columns: {
    ticker: [ticker, 'ticker', 'symbol'],
    kind: [lowerCase, 'type', 'action'],
    day: [day, 'ex date', 'ex-date', 'dividend ex date', 'execution date', 'effective date', 'date'],
    amount: [
      (cell, label) => (text(cell) === '' ? null : number(cell, label)),
      'amount',
      'dividend',
      'dividend rate',
      'cash amount',
    ],
    ratio: [ratio, 'ratio', 'split', 'split ratio'],
    payDay: [optionalDay, 'pay date', 'payment date'],
    announcedDay: [optionalDay, 'announcement date', 'declaration date', 'declared'],
    note: [optionalText],
    sourceUrl: [optionalText, 'source url', 'url'],
  },
  model: announcedAction,
  keyOf: announcedActionKey,
  faultOf: dayFault,
  nameOf: (row) => `${row.ticker}, ${row.kind} on ${isoDate(row.day)},`,
  async save(store, tx, rows, { source }) {
    await store.announcedActions.save(
      tx,
      rows.map((row) => ({ ...row, source })),
    );
    return [];
  },
  sample: {
    file: [
      'Symbol,Type,Ex Date,Amount,Ratio,Payment Date,Announcement Date,URL',
      'PBLO,dividend,2026-05-12,0.26,,2026-06-01,2026-04-20,',
      'PBLO,split,2026-06-15,,4:1,,2026-04-20,',
      'PBLO,dividend,2026-05-12,0.27,,,,',
      'BSLT,split,2026-06-15,,four,,,',
      'BSLT,dividend,2026-06-15,,,,,',
      'BSLT,merger,2026-06-15,1,,,,',
      'BSLT,dividend,2026-06-31,1,,,,',
      'BSLT,split,2026-06-15,,1:1,,,',
      'BSLT,split,2026-06-16,,2-for-2,,,',
      'BSLT,dividend,2026-06-20,0.3,,,,',
      'BSLT,split,2026-06-21,,2:1,,,',
      'BSLT,dividend,2026-07-03,0.3,,2026-07-20,,',
      'BSLT,dividend,2026-07-06,0.3,,,,javascript:alert(1)',
      'BSLT,dividend,2026-07-06,0.3,,,,https://jane:secret@example.com/dividend',
    ].join('\n'),
    stored: 2,
    refused: [
      'line 4: PBLO, dividend on 2026-05-12, is already on line 2; the first one counts',
      'line 5: ratio "four" is not a number',
      'line 6: a dividend has an amount',
      'line 7: type "merger" is not dividend or split',
      'line 8: date "2026-06-31" does not exist (slashed dates are month/day/year)',
      'line 9: a split of 1 for 1 changes nothing',
      'line 10: a split of 1 for 1 changes nothing',
      'line 11: date 2026-06-20 is a weekend or a holiday of the exchange',
      'line 12: date 2026-06-21 is a weekend or a holiday of the exchange',
      'line 13: date 2026-07-03 is a weekend or a holiday of the exchange',
      'line 14: the address of the source is not an http or https URL',
      'line 15: the address of the source contains a user or password',
    ],
  },
});
