import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { congressTrade, congressTradeKey } from '../../store/congress-trades.js';
import { plainText, shortened } from '../news/plain-text.js';
import { CellError, parseNumber } from './cells.js';
import { newYorkDay, text, ticker, type Cell } from './read-cells.js';
import { rowImport } from './row-import.js';

/** What vendors write for nothing. */
const NONE = /^(--|-|n\/a|none)?$/i;
const MOST_ASSET = 300;

function optional<Value>(read: (cell: Cell, label: string) => Value): (cell: Cell, label: string) => Value | null {
  return (cell, label) => (NONE.test(text(cell)) ? null : read(cell, label));
}

/** Vendors' words for each kind of transaction, in lower case. */
const ACTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    purchase: 'purchase',
    buy: 'purchase',
    p: 'purchase',
    sale: 'sale',
    sell: 'sale',
    s: 'sale',
    'sale (full)': 'sale',
    sale_full: 'sale',
    'sale (partial)': 'partial_sale',
    sale_partial: 'partial_sale',
    's (partial)': 'partial_sale',
    exchange: 'exchange',
    e: 'exchange',
  }),
);

function action(cell: Cell): string {
  const given = text(cell);
  if (NONE.test(given))
    throw new CellError('the row has no transaction; paper filings are listed without their content');
  return ACTIONS.get(given.toLowerCase()) ?? given;
}

const RANGE = /^\$?([\d,.]+)\s*(?:-|–|to)\s*\$?([\d,.]+)$/i;
const OVER = /^(?:(?:over|>)\s*\$?([\d,.]+)|\$?([\d,.]+)\s*[-–+])$/i;

/**
 * `$1,001 - $15,000`; `Over $50,000,000`, `$50,000,000 +` or `$1,001 -` without an end; one amount; `Unknown` has
 * neither end.
 */
function amountRange(cell: Cell, label: string): readonly [low: number | null, high: number | null] {
  const given = text(cell);
  if (NONE.test(given) || /^unknown$/i.test(given)) return [null, null];
  const [, low, high] = RANGE.exec(given) ?? [];
  if (low !== undefined && high !== undefined) {
    const range = [parseNumber(low, label), parseNumber(high, label)] as const;
    if (range[0] > range[1]) throw new CellError(`${label} ${JSON.stringify(given)} ends below its start`);
    return range;
  }
  const [, above, from] = OVER.exec(given) ?? [];
  const over = above ?? from;
  if (over !== undefined) return [parseNumber(over, label), null];
  const amount = parseNumber(given, label);
  return [amount, amount];
}

/** From the name of the chamber, or the address of the disclosure: `efdsearch.senate.gov`. */
function chamberOf(cell: Cell): string | null {
  const given = text(cell).toLowerCase();
  if (/senat/.test(given)) return 'senate';
  return /house|representative/.test(given) ? 'house' : null;
}

/** Disclosed trades of members of Congress: the Senate's, as senate-stock-watcher lists them, or similar rows. */
export const IMPORT = rowImport<typeof congressTrade>({
  kind: 'congress',
  summary: 'Disclosed trades of members of Congress, CSV or JSON rows.',
  noun: 'list of trades of members of Congress',
  columns: {
    ticker: [optional(ticker), 'ticker', 'symbol'],
    member: [(cell) => plainText(text(cell)), 'member', 'senator', 'representative', 'politician', 'name'],
    chamber: [chamberOf, 'chamber', 'ptr link', 'link', 'url'],
    owner: [optional((cell) => plainText(text(cell)))],
    action: [action, 'transaction', 'type', 'transaction type'],
    asset: [(cell) => shortened(plainText(text(cell)), MOST_ASSET), 'asset description', 'asset name'],
    amountLow: [(cell, label) => amountRange(cell, label)[0], 'amount', 'range'],
    amountHigh: [(cell, label) => amountRange(cell, label)[1], 'amount', 'range'],
    day: [newYorkDay, 'transaction date', 'traded', 'date'],
    disclosedDay: [optional(newYorkDay), 'disclosure date', 'date received', 'filed', 'filing date', 'disclosed'],
    comment: [optional((cell) => shortened(plainText(text(cell)), MOST_ASSET)), 'comment', 'comments', 'account'],
    sourceUrl: [optional(text), 'ptr link', 'link', 'url'],
  },
  model: congressTrade,
  keyOf: congressTradeKey,
  faultOf: ({ day: traded, disclosedDay }, now) => {
    const today = newYorkTime(now.getTime()).day;
    const late = [traded, disclosedDay ?? traded].find((each) => each > today);
    return late === undefined ? undefined : `date ${isoDate(late)} is in the future`;
  },
  nameOf: (row) => `${row.ticker ?? row.asset}, ${row.action} by ${row.member} on ${isoDate(row.day)},`,
  async save(store, tx, rows, { source }) {
    await store.congressTrades.save(
      tx,
      rows.map((row) => ({ ...row, source })),
    );
    const undated = rows.filter(({ disclosedDay }) => disclosedDay === null).length;
    return undated === 0 ? [] : [`Trades without a date of disclosure, which are shown on their own day: ${undated}.`];
  },
  sample: {
    file: [
      'transaction_date,owner,ticker,asset_description,asset_type,type,amount,comment,senator,ptr_link',
      '11/10/2025,Spouse,PBLO,"Pebble Optics, Inc.",Stock,Sale (Full),"$50,001 - $100,000",--,Jane Alder,https://example.com/ptr/1',
      '11/12/2025,Joint,--,Harbour Bond <div class="text-muted"><em>Rate:</em> 5.0%</div>,Municipal Security,Purchase,"Over $50,000,000",--,Jane Alder,https://example.com/ptr/1',
      '11/12/2025,N/A,N/A,This filing was disclosed via scanned PDF,PDF Disclosed Filing,N/A,Unknown,--,John Basalt,https://example.com/ptr/2',
      '11/10/2025,Spouse,PBLO,"Pebble Optics, Inc.",Stock,Sale (Full),"$50,001 - $100,000",--,Jane Alder,https://example.com/ptr/1',
      '11/13/2025,Self,PBLO,Pebble Optics,Stock,Gift,"$1,001 - $15,000",--,Jane Alder,https://example.com/ptr/3',
      '11/14/2025,Self,PBLO,Pebble Optics,Stock,Purchase,plenty,--,Jane Alder,https://example.com/ptr/3',
      '11/14/2025,Self,PBLO,Pebble Optics,Stock,Purchase,"$1,001 - $15,000",--,Jane Alder,javascript:alert(1)',
    ].join('\n'),
    stored: 2,
    refused: [
      'line 4: the row has no transaction; paper filings are listed without their content',
      'line 5: PBLO, sale by Jane Alder on 2025-11-10, is already on line 2; the first one counts',
      'line 6: transaction "Gift" is not purchase, sale, partial_sale or exchange',
      'line 7: amount "plenty" is not a number',
      'line 8: the address of the source is not an http or https URL',
    ],
  },
});
