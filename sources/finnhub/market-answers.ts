import { z } from 'zod';
import { answerRow, answerRows, type AnswerRows } from './answer-rows.js';
import { date, instant, optional, optionalText, symbol } from './cells.js';

const HOURS = /^\d{2}:\d{2}-(\d{2}:\d{2})$/;

const holiday = z
  .object({
    eventName: z.string(),
    atDate: date,
    tradingHour: z.string().regex(/^$|^\d{2}:\d{2}-\d{2}:\d{2}$/, 'is no time of trading'),
  })
  .transform(({ eventName, atDate, tradingHour }) => ({
    day: atDate,
    name: eventName,
    closesAt: HOURS.exec(tradingHour)?.[1] ?? null,
  }));

/** Days on which the exchanges are closed, or close early (`closesAt`, New York time). */
export const readHolidays = (json: unknown): AnswerRows<z.infer<typeof holiday>> => answerRows(json, 'data', holiday);

const status = z
  .object({ exchange: z.string(), isOpen: z.boolean(), session: optionalText, holiday: optionalText, t: instant })
  .transform(({ t, ...given }) => ({ ...given, at: t }));

export const readStatus = (json: unknown): AnswerRows<z.infer<typeof status>> => answerRow(json, status);

const sentiment = z
  .object({ symbol, year: z.int(), month: z.int().min(1).max(12), change: z.number(), mspr: optional })
  .transform(({ symbol: ticker, ...given }) => ({ ticker, ...given }));

/** Net shares bought by insiders, by month, with the vendor's own ratio of purchases (-100 to 100). */
export const readSentiment = (json: unknown): AnswerRows<z.infer<typeof sentiment>> =>
  answerRows(json, 'data', sentiment);

const meeting = z
  .object({ fromDate: date, toDate: date, eventDescription: z.string().min(1), url: z.string() })
  .transform(({ fromDate, toDate, eventDescription, url }) => ({
    from: fromDate,
    to: toDate,
    title: eventDescription,
    url,
  }));

/** Meetings of advisory committees of the Food and Drug Administration. */
export const readMeetings = (json: unknown): AnswerRows<z.infer<typeof meeting>> => answerRows(json, null, meeting);
