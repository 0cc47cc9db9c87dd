import { z } from 'zod';
import { oneOf, text as textField, ticker as tickerField } from '../../store/field-schemas.js';
import { SECURITY_KINDS } from '../../store/securities.js';
import { listedClass } from '../models/listed-class.js';
import { importedProfile } from '../models/well-known.js';
import { lowerCase, optionalText, text, ticker, type Cell } from './read-cells.js';
import type { FileImport } from './import-files.js';
import { rowImport } from './row-import.js';

/** Names of preferred shares tell their terms, and some have more than 200 characters in the lists of exchanges. */
const MOST_OF_NAME = 500;
const MOST_CHARACTERS = 200;
const optional = (name: string, most = MOST_CHARACTERS) => textField(name, most).nullable();

const securityRow = z.object({
  ticker: tickerField,
  name: optional('name', MOST_OF_NAME),
  kind: oneOf('kind', SECURITY_KINDS).nullable(),
  exchange: optional('exchange'),
  sector: optional('sector'),
  industry: optional('industry'),
  isListing: z.boolean().nullable(),
  isEtf: z.boolean().nullable(),
  isTest: z.boolean().nullable(),
});

/** Vendors' words for kinds. */
const KIND_WORDS: ReadonlyMap<string, string> = new Map(Object.entries({ stock: 'equity', 'common stock': 'equity' }));

function kind(cell: Cell): string | null {
  const word = lowerCase(cell);
  if (word === '') return null;
  return KIND_WORDS.get(word) ?? word;
}

/** The codes of Nasdaq Trader's lists: of exchanges in `otherlisted.txt`, of tiers of Nasdaq in `nasdaqlisted.txt`. */
const EXCHANGE_CODES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    A: 'NYSE American',
    N: 'NYSE',
    P: 'NYSE Arca',
    V: 'IEX',
    Z: 'Cboe BZX',
    Q: 'NASDAQ',
    G: 'NASDAQ',
    S: 'NASDAQ',
  }),
);

/** A preferred share in Nasdaq's ACT symbols: `ABR$D`, or `DCOM$` where a company has one. */
const PREFERRED = /^([a-z]+)\$([a-z]?)$/i;

/**
 * With `.P` for the `$` of preferred shares, as files and sources that write `ABR-PD` are read: `ABR$D` is `ABR.PD`.
 */
const listedTicker = (cell: Cell): string | null => ticker(text(cell).replace(PREFERRED, '$1.P$2'));

const PREFERRED_TICKER = /\.P[A-Z]?$/;

/** Nasdaq's screener writes `n/a` where it knows none. */
function known(cell: Cell): string | null {
  return lowerCase(cell) === 'n/a' ? null : optionalText(cell);
}

function exchange(cell: Cell): string | null {
  const given = known(cell);
  return given === null ? null : (EXCHANGE_CODES.get(given) ?? given);
}

/** True for `Y`; null for anything else, which says nothing about the security. */
const flag = (cell: Cell): true | null => (/^(?:y|yes|true)$/i.test(text(cell)) ? true : null);

/** The lists of Nasdaq end in `File Creation Time: 0731202621:31`, and a blank row where the list is kept as CSV. */
const TRAILER = /^file creation time:/i;
const isTrailer = ([first = '', ...others]: readonly string[]): boolean =>
  others.every((cell) => cell === '') && (first === '' || TRAILER.test(first));

/** Words of securities, which names in the lists of exchanges have and names of companies have not. */
const SHARE_KIND =
  /\b(?:(?:common|ordinary|capital|preferred|depositary|voting) (?:stock|shares?)|units?|warrants?|rights?|ETFs?|ETNs?|funds?)\b/i;

/**
 * The name after a list. Those of exchanges name the security (`Apple Inc. - Common Stock`), and some end at a hyphen
 * (`Coca`), so that they overrule only names of their own kind.
 */
function nameAfter({ ticker: symbol, name, isListing }: z.infer<typeof securityRow>, before: string): string {
  const isKept = isListing === true && before !== symbol && !SHARE_KIND.test(before);
  return isKept ? before : (name ?? before);
}

const LIST = rowImport<typeof securityRow>({
  kind: 'securities',
  summary: 'Kinds, names and sectors of securities from CSV or JSON files, for tickers stored now or later.',
  noun: 'list of securities',
  isTrailer,
  columns: {
    ticker: [listedTicker, 'symbol', 'act symbol'],
    name: [optionalText, 'security name', 'company name', 'security'],
    kind: [kind, 'asset type', 'type'],
    exchange: [exchange, 'exchange', 'market category'],
    sector: [known, 'gics sector'],
    industry: [known, 'gics sub-industry'],
    // The columns of exchanges alone.
    isListing: [(cell) => text(cell) !== '', 'act symbol', 'security name'],
    isEtf: [flag, 'etf'],
    isTest: [flag, 'test issue'],
  },
  skipped: {
    has: ({ isTest }) => isTest === true,
    note: (count) => `Test issues of the exchanges that were skipped: ${count}.`,
  },
  model: securityRow,
  keyOf: (row) => row.ticker,
  faultOf: ({ ticker: _, isListing: __, isTest: ___, ...told }) =>
    Object.values(told).every((value) => value === null)
      ? 'the row has no name, kind, exchange, sector or industry'
      : undefined,
  async save(store, tx, rows, { source, kind: givenKind }) {
    const stored = await store.securities.within(
      tx,
      rows.map((row) => row.ticker),
    );
    const classOf = ({ isListing, ticker: symbol, name }: z.infer<typeof securityRow>) =>
      isListing === true ? listedClass(symbol, name ?? '') : undefined;
    const profiles = rows.map((row) => {
      const listed = classOf(row);
      const ownKind = listed === 'etf' ? 'etf' : undefined;
      const before = importedProfile(row.ticker, stored.get(row.ticker), listed === undefined ? givenKind : ownKind);
      return {
        symbol: row.ticker,
        name: nameAfter(row, before.name),
        kind: row.kind ?? (row.isEtf === true ? 'etf' : before.kind),
        exchange: row.exchange ?? before.exchange,
        sector: row.sector ?? before.sector,
        industry: row.industry ?? before.industry,
        currency: before.currency,
        source,
      };
    });
    await store.securities.upsert(tx, profiles);
    const unseen = rows.filter((row) => (stored.get(row.ticker)?.lastDay ?? null) === null).length;
    const kept = rows.filter(({ name }, at) => name !== null && profiles[at]?.name !== name).length;
    const preferred = rows.filter((row) => row.isListing === true && PREFERRED_TICKER.test(row.ticker)).length;
    const others =
      givenKind === undefined ? 0 : rows.filter((row) => row.kind === null && classOf(row) === 'other').length;
    const unknown = profiles.filter((profile) => profile.kind === 'unknown').length;
    return [
      ...(unknown === 0
        ? []
        : [`Tickers of unknown kind: ${unknown}; ${others === unknown ? 'a column' : 'a column or --kind'} gives it.`]),
      ...(others === 0
        ? []
        : [
            `Preferred shares, warrants, rights, units of shares and warrants, and debt, to which --kind does not apply: ${others}.`,
          ]),
      ...(preferred === 0 ? [] : [`Preferred shares, under tickers with .P (ABR$D is ABR.PD): ${preferred}.`]),
      ...(kept === 0 ? [] : [`Names that were kept, which the exchange's list has in its own words: ${kept}.`]),
      ...(unseen === 0 ? [] : [`Tickers without stored bars so far: ${unseen}.`]),
    ];
  },
  sample: {
    file: [
      'Symbol,Name,Kind,Exchange,Sector,Industry',
      'PBLO,Pebble Optics Inc.,Stock,NASDAQ,Technology,Optics',
      'PBLF,,etf,,,',
      'PBLX,Pebble Index,basket,,,',
      'PBLO,Pebble Again,equity,,,',
      'PBLQ,,,,,',
    ].join('\n'),
    stored: 2,
    refused: [
      'line 4: kind "basket" is not equity, etf, index or unknown',
      'line 5: PBLO is already on line 2; the first one counts',
      'line 6: the row has no name, kind, exchange, sector or industry',
    ],
  },
});

/**
 * Kinds, names and classification of securities. A row overrules the stored and the well-known profile; what it leaves
 * blank or has no column for is kept, and so are names of companies where the list is an exchange's. A ticker can be
 * imported before its bars.
 */
export const IMPORT: FileImport = { ...LIST, takesKind: true };
