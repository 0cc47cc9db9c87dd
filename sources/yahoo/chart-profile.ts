import type { SecurityKind } from '../../store/securities.js';
import { profileOf } from '../models/well-known.js';
import type { SecurityProfile } from '../models/security-profile.js';
import { plainLine } from '../live/plain-line.js';
import { ReadError } from '../live/read-error.js';
import type { Chart } from './chart-answer.js';

/** The vendor's types of instruments; those without a row are no US securities. */
const KINDS: Readonly<Partial<Record<string, SecurityKind>>> = {
  EQUITY: 'equity',
  ETF: 'etf',
  INDEX: 'index',
  MUTUALFUND: 'unknown',
};
/** The vendor's names of exchanges as this program has them. */
const EXCHANGES: Readonly<Partial<Record<string, string>>> = {
  NasdaqGS: 'NASDAQ',
  NasdaqGM: 'NASDAQ',
  NasdaqCM: 'NASDAQ',
  NYSEArca: 'NYSE Arca',
  'Cboe US': 'Cboe BZX',
};

const MOST_NAME_CHARACTERS = 200;
const MOST_EXCHANGE_CHARACTERS = 50;

/** The first text that says something. */
function firstLine(most: number, ...texts: readonly (string | null | undefined)[]): string | undefined {
  return texts.map((text) => plainLine(text ?? '', most)).find((text) => text !== '');
}

/** Name and kind of a chart's security, and its sector if it is well known. Throws ReadError for one not in USD. */
export function chartProfile(ticker: string, { meta }: Chart): SecurityProfile {
  const kind = KINDS[meta.instrumentType ?? ''];
  const unknown = (what: string): ReadError => new ReadError('unknown_ticker', `Yahoo has ${ticker} ${what}.`);
  if (kind === undefined) throw unknown(`as ${meta.instrumentType ?? 'nothing'}`);
  if (meta.currency !== 'USD') throw unknown(`in ${meta.currency ?? 'no currency'}`);
  const known = profileOf(ticker);
  if (known.kind !== 'unknown') return known;
  const exchange = firstLine(MOST_EXCHANGE_CHARACTERS, meta.fullExchangeName, meta.exchangeName);
  const name = firstLine(MOST_NAME_CHARACTERS, meta.longName, meta.shortName) ?? ticker;
  return { ...known, name, kind, exchange: exchange === undefined ? null : (EXCHANGES[exchange] ?? exchange) };
}
