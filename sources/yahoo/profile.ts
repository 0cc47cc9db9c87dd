import { z } from 'zod';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { marketValue, type MarketValueFields } from '../../store/market-values.js';
import { plainLine } from '../live/plain-line.js';
import { ReadError } from '../live/read-error.js';

/** The modules of a quoteSummary that a profile is read from. */
export const PROFILE_MODULES = ['price', 'assetProfile'] as const;

const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

const price = z.object({
  symbol: z.string(),
  quoteType: z.string().nullish(),
  currency: z.string().nullish(),
  marketCap: z.number().nullish(),
  regularMarketTime: z.number().nullish(),
});
const assetProfile = z.object({ sector: optionalText, industry: optionalText });
const modules = z.object({ price, assetProfile: assetProfile.nullish() });

/** The vendor's sectors as this program names them; those without a row stay as they are. */
const SECTORS: Readonly<Partial<Record<string, string>>> = {
  'Basic Materials': 'Materials',
  'Consumer Cyclical': 'Consumer Discretionary',
  'Consumer Defensive': 'Consumer Staples',
  'Financial Services': 'Financials',
  Healthcare: 'Health Care',
};
/** Only these are companies whose shares have a market value, and that have a sector. */
const COMPANY = 'EQUITY';
const MOST_CHARACTERS = 80;
/** Beyond are no dates of this era. */
const MOST_SECONDS = 1e11;

export interface ReadProfile {
  /** Null if the vendor tells none in USD, or not of which day. */
  readonly value: MarketValueFields | null;
  readonly sector: string | null;
  readonly industry: string | null;
  /** What an operator should know of it. */
  readonly notes: readonly string[];
}

/** The market value, with the day of its price; or why there is none that counts. */
function valueOf(
  ticker: string,
  { currency, marketCap, regularMarketTime }: z.infer<typeof price>,
): MarketValueFields | string | null {
  if (marketCap === null || marketCap === undefined || marketCap === 0) return null;
  if (currency !== 'USD') return `it is in ${currency ?? 'no currency'}`;
  if (regularMarketTime === null || regularMarketTime === undefined || Math.abs(regularMarketTime) > MOST_SECONDS)
    return 'its price has no time';
  const parsed = marketValue.safeParse({ ticker, day: newYorkTime(regularMarketTime * 1000).day, usd: marketCap });
  return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? 'it is not valid');
}

/**
 * Market value, sector and industry of a company in a result of a quoteSummary with `PROFILE_MODULES`, of which Yahoo
 * may leave out the second. Throws ReadError: `unreadable`, or `unknown_ticker` for what is no company, and if there is
 * nothing of all this.
 */
export function readProfile(result: unknown, ticker: string, symbol: string): ReadProfile {
  const parsed = modules.safeParse(result);
  if (!parsed.success) throw new ReadError('unreadable', "Yahoo's profile is not as expected.");
  const { price: told, assetProfile: about } = parsed.data;
  if (told.symbol.toUpperCase() !== symbol)
    throw new ReadError('unreadable', `Yahoo was asked for the profile of ${symbol} and answered for another symbol.`);
  if (told.quoteType !== COMPANY)
    throw new ReadError('unknown_ticker', `Yahoo has ${ticker} as ${told.quoteType ?? 'nothing'}, not as a company.`);
  const value = valueOf(ticker, told);
  const given = plainLine(about?.sector ?? '', MOST_CHARACTERS);
  const sector = given === '' ? null : (SECTORS[given] ?? given);
  const industry = plainLine(about?.industry ?? '', MOST_CHARACTERS) || null;
  if (value === null && sector === null && industry === null)
    throw new ReadError('unknown_ticker', `Yahoo has no market value and no sector of ${ticker}.`);
  const notes = typeof value === 'string' ? [`The market value was left out: ${value}.`] : [];
  return { value: typeof value === 'string' ? null : value, sector, industry, notes };
}
