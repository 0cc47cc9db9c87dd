import { z } from 'zod';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { ticker as tickerSchema } from '../../store/field-schemas.js';

/** A ticker with classes of shares after a dot. */
export const symbol = z
  .string()
  .transform((text) => text.toUpperCase().replaceAll('-', '.'))
  .pipe(tickerSchema);

/** A date, or the date of a date and time, as `YYYY-MM-DD`. */
export const date = z.string().transform((text, context) => {
  const day = parseIsoDate(text.slice(0, 'YYYY-MM-DD'.length));
  if (day !== null) return isoDate(day);
  context.addIssue({ code: 'custom', message: `date "${text}" does not exist` });
  return z.NEVER;
});

/** Epoch seconds as an ISO 8601 instant. */
export const instant = z
  .number()
  .positive()
  .max(99_999_999_999)
  .transform((seconds) => new Date(seconds * 1000).toISOString());

/** Absent numbers are null. */
export const optional = z
  .number()
  .nullish()
  .transform((value) => value ?? null);

/** Blank and absent texts are null. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null);

export const MILLION = 1_000_000;
