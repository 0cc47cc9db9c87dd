import { z } from 'zod';
import { parseIsoDate } from '../../calendar/days.js';
import { newYorkTime, newYorkUtcMs } from '../../calendar/new-york-time.js';
import { ticker as tickerSchema } from '../../store/field-schemas.js';
import { cikNumber } from './facts.js';
import { filing, type FilingFields } from '../../store/earnings.js';
import type { RefusedRow } from '../files/import-report.js';

const filingList = z.object({
  accessionNumber: z.array(z.string()),
  filingDate: z.array(z.string()),
  acceptanceDateTime: z.array(z.string()),
  form: z.array(z.string()),
});

/** `CIK##########.json` of the SEC's submissions. */
export const submissions = z.object({
  cik: cikNumber,
  tickers: z.array(z.string()),
  filings: z.object({ recent: filingList }),
});

const REPORTS = /^(10-[QK]T?|20-F|40-F|6-K)(\/A)?$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d+)?Z$/;

/** In New York, filings are accepted from 6:00 to 22:00; one after 17:30 has the date of the next working day. */
const HOURS = { from: 6 * 60, to: 22 * 60, sameDayTo: 17 * 60 + 30 } as const;
const MS_PER_SECOND = 1000;

/** The reports among a filer's filings, and those that are refused, by their place in the list from 1. */
export function readFilings({ cik, tickers, filings: { recent } }: z.infer<typeof submissions>): {
  readonly filings: readonly FilingFields[];
  readonly refused: readonly RefusedRow[];
} {
  const ticker =
    tickers
      .map((name) => name.toUpperCase().replaceAll('-', '.'))
      .find((name) => tickerSchema.safeParse(name).success) ?? null;
  const filings: FilingFields[] = [];
  const refused: RefusedRow[] = [];
  for (const [index, form] of recent.form.entries()) {
    if (!REPORTS.test(form)) continue;
    const filingDay = parseIsoDate(recent.filingDate[index] ?? '');
    if (filingDay === null) {
      refused.push({ line: index + 1, reason: `date "${recent.filingDate[index] ?? ''}" does not exist` });
      continue;
    }
    const acceptedMs = acceptanceMs(recent.acceptanceDateTime[index] ?? '', filingDay);
    const acceptedAt = acceptedMs === null ? null : new Date(acceptedMs);
    const row = filing.safeParse({
      accession: recent.accessionNumber[index],
      cik,
      ticker,
      form,
      filingDay,
      acceptedAt,
    });
    if (row.success) filings.push(row.data);
    else refused.push({ line: index + 1, reason: row.error.issues[0]?.message ?? 'not valid' });
  }
  return { filings, refused };
}

/**
 * The instant of an acceptance time, epoch milliseconds; null if it does not agree with the filing date. The SEC writes
 * some times in UTC and others in New York time, both with a `Z`. The filing date tells most of them apart; of two
 * possible instants it is the later one, so that no figure is known too early.
 */
export function acceptanceMs(text: string, filingDay: number): number | null {
  const [, date = '', hour, minute, second] = INSTANT.exec(text) ?? [];
  const day = parseIsoDate(date);
  if (day === null) return null;
  const inUtc = Date.parse(text);
  const inNewYork = newYorkUtcMs(day, Number(hour) * 60 + Number(minute)) + Number(second) * MS_PER_SECOND;
  const possible = [inUtc, inNewYork].filter((ms) => agrees(ms, filingDay));
  return possible.length === 0 ? null : Math.max(...possible);
}

function agrees(ms: number, filingDay: number): boolean {
  const { day, minute } = newYorkTime(ms);
  if (minute < HOURS.from || minute > HOURS.to) return false;
  return minute > HOURS.sameDayTo ? filingDay > day : filingDay === day;
}
