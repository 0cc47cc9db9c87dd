import { z } from 'zod';
import { answerRows, type AnswerRows } from './answer-rows.js';
import { date, optional, symbol } from './cells.js';

/** When a report is published; empty where the vendor does not know. */
const HOURS = { bmo: 'before_open', amc: 'after_close', dmh: 'during_session' } as const;

const hour = z.string().transform((text, context) => {
  if (text === '') return null;
  const known = (HOURS as Readonly<Record<string, (typeof HOURS)[keyof typeof HOURS]>>)[text];
  if (known !== undefined) return known;
  context.addIssue({ code: 'custom', message: `hour "${text}" is not known` });
  return z.NEVER;
});

const quarter = z.int().min(1).max(4);

const announced = z
  .object({
    symbol,
    date,
    hour,
    quarter,
    year: z.int(),
    epsEstimate: optional,
    epsActual: optional,
    revenueEstimate: optional,
    revenueActual: optional,
  })
  .transform(({ symbol: ticker, year, quarter: fiscalQuarter, ...given }) => ({
    ticker,
    fiscalYear: year,
    fiscalQuarter,
    ...given,
  }));

/** Dates of reports. The year and quarter are of the company's fiscal year. The vendor sends 1,500 rows at most. */
export const readEarningsCalendar = (json: unknown): AnswerRows<z.infer<typeof announced>> =>
  answerRows(json, 'earningsCalendar', announced);

const surprise = z
  .object({ symbol, period: date, year: z.int(), quarter, actual: optional, estimate: optional })
  .transform(({ symbol: ticker, period, year, quarter: fiscalQuarter, actual, estimate }) => ({
    ticker,
    periodEnd: period,
    fiscalYear: year,
    fiscalQuarter,
    eps: actual,
    epsEstimate: estimate,
  }));

export type Surprise = z.infer<typeof surprise>;

/** Earnings per share with the estimates before them; the vendor's surprise is their difference. */
export const readSurprises = (json: unknown): AnswerRows<Surprise> => answerRows(json, null, surprise);
