import type { SecurityKind } from '../../store/securities.js';
import { profileOf } from '../models/well-known.js';
import type { SecurityProfile } from '../models/security-profile.js';
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

/** Name and kind of a chart's security, and its sector if it is well known. Throws ReadError for one not in USD. */
export function chartProfile(ticker: string, { meta }: Chart): SecurityProfile {
  const kind = KINDS[meta.instrumentType ?? ''];
  const unknown = (what: string): ReadError => new ReadError('unknown_ticker', `Yahoo has ${ticker} ${what}.`);
  if (kind === undefined) throw unknown(`as ${meta.instrumentType ?? 'nothing'}`);
  if (meta.currency !== 'USD') throw unknown(`in ${meta.currency ?? 'no currency'}`);
  const known = profileOf(ticker);
  if (known.kind !== 'unknown') return known;
  const exchange = meta.fullExchangeName ?? meta.exchangeName ?? null;
  const name = meta.longName ?? meta.shortName ?? ticker;
  return { ...known, name, kind, exchange: exchange === null ? null : (EXCHANGES[exchange] ?? exchange) };
}
