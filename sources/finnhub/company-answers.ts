import { z } from 'zod';
import { ReadError } from '../live/read-error.js';
import { answerRow, answerRows, type AnswerRows } from './answer-rows.js';
import { date, instant, MILLION, optional, optionalText, symbol } from './cells.js';

/** A price above zero, in USD. */
const price = z.number().positive();

/** `{c, d, dp, h, l, o, pc, t}`; all zero for a symbol that the vendor does not have. */
export function readQuote(json: unknown): AnswerRows<Quote> {
  const isUnknown = z.object({ c: z.literal(0), t: z.literal(0) }).safeParse(json).success;
  if (isUnknown) throw new ReadError('unknown_ticker', 'Finnhub has no quote of it.');
  return answerRow(json, quote);
}

const quote = z
  .object({ c: price, h: price, l: price, o: price, pc: price, t: instant })
  .refine(({ h, l }) => h >= l, 'the high is below the low')
  .transform(({ c, h, l, o, pc, t }) => ({ last: c, open: o, high: h, low: l, previousClose: pc, at: t }));

export type Quote = z.infer<typeof quote>;

const profile = z
  .object({
    ticker: symbol,
    name: z.string().min(1),
    currency: z.string().length(3),
    exchange: optionalText,
    finnhubIndustry: optionalText,
    ipo: z.string().nullish(),
    marketCapitalization: optional,
    shareOutstanding: optional,
    weburl: optionalText,
  })
  .transform((given) => ({
    ticker: given.ticker,
    name: given.name,
    currency: given.currency,
    exchange: given.exchange,
    industry: given.finnhubIndustry,
    listedOn: date.safeParse(given.ipo ?? '').data ?? null,
    website: given.weburl,
    // The vendor gives millions.
    marketCap: given.marketCapitalization === null ? null : Math.round(given.marketCapitalization * MILLION),
    sharesOutstanding: given.shareOutstanding === null ? null : Math.round(given.shareOutstanding * MILLION),
  }));

/** An empty object is the answer for a symbol that the vendor does not have. */
export function readProfile(json: unknown): AnswerRows<z.infer<typeof profile>> {
  if (z.strictObject({}).safeParse(json).success)
    throw new ReadError('unknown_ticker', 'Finnhub has no profile of it.');
  return answerRow(json, profile);
}

const found = z
  .object({ symbol, description: z.string(), type: optionalText })
  .transform(({ symbol: ticker, description, type }) => ({ ticker, name: description, type }));

export const readSymbols = (json: unknown): AnswerRows<z.infer<typeof found>> => answerRows(json, 'result', found);

const trend = z
  .object({ symbol, period: date, strongBuy: z.int(), buy: z.int(), hold: z.int(), sell: z.int(), strongSell: z.int() })
  .transform(({ symbol: ticker, ...counts }) => ({ ticker, ...counts }));

/** How many analysts recommend what, by month. */
export const readTrends = (json: unknown): AnswerRows<z.infer<typeof trend>> => answerRows(json, null, trend);
