import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { cusipTicker } from '../../store/cusips.js';
import { day, text, ticker, type Cell } from './read-cells.js';
import { rowImport } from './row-import.js';

const optionalDay = (cell: Cell): number | null => (text(cell) === '' ? null : day(cell));

/** The SEC's files end in `Trailer record count 58123` and `Trailer total quantity of shares 1234`. */
const TRAILER = /^trailer (record count|total quantity of shares) \d+$/i;

/** Tickers of CUSIPs. A row replaces what is stored for its CUSIP, unless that is of a later day. */
export const IMPORT = rowImport<typeof cusipTicker>({
  kind: 'cusips',
  summary: "Tickers of CUSIPs, for forms 13F: CSV or JSON, or the SEC's fails-to-deliver files as they are.",
  noun: 'list of CUSIPs',
  isTrailer: ([first = '', ...others]) => others.length === 0 && TRAILER.test(first),
  columns: {
    cusip: [(cell) => text(cell).toUpperCase()],
    ticker: [ticker, 'symbol'],
    day: [optionalDay, 'settlement date', 'date'],
  },
  model: cusipTicker,
  keyOf: (row) => `${row.cusip} ${row.day ?? ''}`,
  faultOf: (row, now) =>
    row.day !== null && row.day > newYorkTime(now.getTime()).day
      ? `date ${isoDate(row.day)} is in the future`
      : undefined,
  nameOf: (row) => `${row.cusip}${row.day === null ? '' : ` of ${isoDate(row.day)}`}`,
  async save(store, tx, rows, { source }) {
    const stored = await store.cusips.save(
      tx,
      rows.map((row) => ({ ...row, source })),
    );
    return [`CUSIPs whose ticker was stored: ${stored}.`];
  },
  sample: {
    file: [
      'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE',
      '20260105|037833100|AAPL|1200|APPLE INC COM|262.11',
      '20260105|68389X106|ORCL|10|ORACLE CORP|180.00',
      '20260105|68389X105|ORCL|10|ORACLE CORP|180.00',
      '20260105|037833100|AAPL|1200|APPLE INC COM|262.11',
    ].join('\n'),
    stored: 2,
    refused: [
      'line 3: cusip "68389X106" has a wrong check digit: 68389X105 would be right',
      'line 5: 037833100 of 2026-01-05 is already on line 2; the first one counts',
    ],
  },
});
