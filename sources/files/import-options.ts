import type { Transaction } from 'kysely';
import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { closeMinute } from '../../calendar/nyse.js';
import type { Store } from '../../store/open-store.js';
import { optionQuote, optionQuoteKey, type OptionQuoteFields } from '../../store/option-quotes.js';
import type { Tables } from '../../store/tables.js';
import { saveChains } from '../models/save-chains.js';
import type { FileImport } from './import-files.js';
import {
  expiryDay,
  minuteOfMs,
  optionalNumber,
  optionalPrice,
  optionType,
  quoteMinute,
  strikePrice,
  underlying,
} from './option-cells.js';
import { COLUMNS_OF, readOptionFileName, yahooContracts, type OptionFileName } from './option-files.js';
import { newYorkDay, type Cell, type Column } from './read-cells.js';
import { readJsonRows, readRowFile, type RowFile, type RowFormat } from './row-import.js';

const DATE_NAMES = ['quote date', 'data date', 'trade date', 'date', 'quote datetime', 'datetime', 'timestamp'];
const CONTRACT_NAMES = ['contract symbol', 'contract id', 'option symbol'];

const COLUMNS = {
  ticker: [underlying, 'underlying symbol', 'underlying', 'act symbol', 'symbol', 'root', ...CONTRACT_NAMES],
  day: [newYorkDay, ...DATE_NAMES, 'time'],
  minute: [quoteMinute, 'quote time', 'time', 'quote datetime', 'datetime', 'timestamp', ...DATE_NAMES.slice(0, 4)],
  expiry: [expiryDay, 'expiration', 'expiration date', 'expiry date', 'expire date', 'exdate', ...CONTRACT_NAMES],
  strike: [strikePrice, 'strike price', ...CONTRACT_NAMES],
  optionType: [optionType, 'right', 'option type', 'type', 'call put', 'put call', 'cp flag', ...CONTRACT_NAMES],
  bid: [optionalPrice, 'best bid', 'bid price', 'bid close', 'bid eod'],
  ask: [optionalPrice, 'best offer', 'ask price', 'offer', 'ask close', 'ask eod'],
  bidSize: [optionalNumber, 'bid size', 'bid size eod'],
  askSize: [optionalNumber, 'ask size', 'ask size eod'],
  last: [optionalPrice, 'last price', 'last trade price', 'close'],
  volume: [optionalNumber, 'trade volume', 'vol'],
  openInterest: [optionalNumber, 'open interest', 'oi'],
  impliedVolatility: [optionalNumber, 'implied volatility', 'iv'],
  underlyingPrice: [optionalPrice, 'underlying price', 'underlying last', 'stock price', 'spot'],
} as const satisfies Record<keyof OptionQuoteFields, Column>;

/** A time in milliseconds since midnight is of the day in the file's name. */
function formatOf({ ticker, day, content }: OptionFileName): RowFormat<typeof optionQuote> {
  const [readDay, ...dayNames] = COLUMNS.day;
  const dayIn = (cell: Cell): number => (day === undefined || Number.isNaN(minuteOfMs(cell)) ? readDay(cell) : day);
  return {
    noun: 'option chain',
    list: 'options',
    rowsOf: yahooContracts,
    columns: { ...COLUMNS, day: [dayIn, ...dayNames] },
    model: optionQuote,
    keyOf: (row) => `${optionQuoteKey(row)}|${row.minute}`,
    nameOf: contractName,
    cellsOfFile: () => ({
      ...(ticker === undefined ? {} : { ticker }),
      ...(day === undefined ? {} : { day: isoDate(day) }),
    }),
    faultOf(row, now) {
      if (row.day > newYorkTime(now.getTime()).day) return `date ${isoDate(row.day)} is in the future`;
      if (row.expiry < row.day) return `expiry ${isoDate(row.expiry)} is before the quote, ${isoDate(row.day)}`;
      return content === undefined && row.openInterest === null && hasNoPrice(row)
        ? 'the row has no bid, ask, last price and open interest'
        : undefined;
    },
  };
}

function hasNoPrice({ bid, ask, last, volume }: OptionQuoteFields): boolean {
  return bid === null && ask === null && last === null && volume === null;
}

function contractName({ ticker, expiry, strike, optionType: type, day, minute }: OptionQuoteFields): string {
  const time = minute === null ? '' : ` ${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
  return `${ticker} ${isoDate(expiry)} ${strike} ${type} on ${isoDate(day)}${time},`;
}

/**
 * The last row of each contract and day; of trades with the volume of all of them. Quotes of minutes are the session's.
 */
function lastOfDay(rows: readonly OptionQuoteFields[], { content }: OptionFileName): readonly OptionQuoteFields[] {
  const last = new Map<string, OptionQuoteFields>();
  for (const row of rows) {
    if (content === 'quote' && row.minute !== null && row.minute >= closeMinute(row.day)) continue;
    const key = optionQuoteKey(row);
    const before = last.get(key);
    const later = before === undefined || timeOf(row) >= timeOf(before) ? row : before;
    const volume = content === 'trade' ? (before?.volume ?? 0) + (row.volume ?? 0) : later.volume;
    last.set(key, { ...later, volume });
  }
  const isQuoted = content === undefined || content === 'quote';
  return isQuoted ? [...last.values()] : Array.from(last.values(), (row) => ({ ...row, minute: null }));
}

/** A quote without a time is of the close. */
function timeOf({ minute }: OptionQuoteFields): number {
  return minute ?? Infinity;
}

/** The contracts in Yahoo's answers for one ticker, one for each expiry; the last quote of each contract counts. */
export async function readYahooChain(answers: readonly unknown[], now: Date): Promise<RowFile<OptionQuoteFields>> {
  const name: OptionFileName = { ticker: undefined, day: undefined, content: undefined };
  const contracts = answers.flatMap((answer) => yahooContracts(answer) ?? []);
  const { rows, refused, skipped } = await readJsonRows(formatOf(name), contracts, {}, { now });
  return { rows: lastOfDay(rows, name), refused, skipped };
}

async function notesOnBars(store: Store, tx: Transaction<Tables>, rows: readonly OptionQuoteFields[]) {
  const tickers = [...new Set(rows.map((row) => row.ticker))];
  const stored = await store.securities.within(tx, tickers);
  const unseen = tickers.filter((each) => (stored.get(each)?.lastDay ?? null) === null).length;
  return unseen === 0 ? [] : [`Tickers without stored bars so far: ${unseen}.`];
}

/** Option chains: LEAN's files of a day, vendors' CSV, and Yahoo's JSON; the last quote of each contract and day. */
export const IMPORT: FileImport = {
  kind: 'options',
  summary: "Option chains: LEAN's quotes, trades and open interest of a day, vendors' CSV, or Yahoo's option JSON.",
  columns: Object.fromEntries(
    Object.entries<Column>(COLUMNS).map(([field, [, ...names]]) => [field, [...names, field]]),
  ),
  extensions: ['csv', 'txt', 'json', 'gz'],
  tickerOf: (file) => readOptionFileName(file).ticker,
  async read(store, file, context) {
    const name = readOptionFileName(file);
    const { rows: read, refused } = await readRowFile(formatOf(name), file, context);
    const rows = lastOfDay(read, name);
    const others = read.length - rows.length;
    const columns = name.content === undefined ? undefined : COLUMNS_OF[name.content];
    const { source } = context;
    return {
      rows: rows.length,
      refused,
      notes: others === 0 ? [] : [`Of each contract and day the last row counts; rows left out: ${others}.`],
      async save(tx) {
        await saveChains(
          store,
          tx,
          rows.map((row) => ({ ...row, source })),
          columns,
        );
        return notesOnBars(store, tx, rows);
      },
    };
  },
  sample: {
    file: [
      'quote_date,underlying_symbol,expiration,strike,option_type,bid,ask,bid_size,ask_size,volume,open_interest',
      '2025-03-03,PBLO,2025-03-21,24,C,1.10,1.20,10,12,5,100',
      '2025-03-03,PBLO,2025-03-21,24,P,0.90,1.00,4,9,0,80',
      '2025-03-03,PBLO,2025-03-21,24,call,1.10,1.20,10,12,5,100',
      '2025-03-03,PBLO,2025-02-21,24,P,0.90,1.00,4,9,0,80',
      '2025-03-03,PBLO,2025-03-21,25,X,0.90,1.00,4,9,0,80',
      '2025-03-03,PBLO,2025-03-21,-5,P,0.90,1.00,4,9,0,80',
      '2025-03-03,PBLO,2025-03-21,26,P,0,0,,,,',
    ].join('\n'),
    stored: 2,
    refused: [
      'line 4: PBLO 2025-03-21 24 call on 2025-03-03, is already on line 2; the first one counts',
      'line 5: expiry 2025-02-21 is before the quote, 2025-03-03',
      'line 6: right "X" is not call or put',
      'line 7: strike -5 is not above zero',
      'line 8: the row has no bid, ask, last price and open interest',
    ],
  },
};
