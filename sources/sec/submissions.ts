import { z } from 'zod';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
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
  reportDate: z.array(z.string()).optional(),
  items: z.array(z.string()).optional(),
  primaryDocument: z.array(z.string()).optional(),
});

type FilingList = z.infer<typeof filingList>;

/** `CIK##########.json` of the SEC's submissions. */
export const submissions = z.object({
  cik: cikNumber,
  name: z.string().optional(),
  tickers: z.array(z.string()),
  filings: z.object({ recent: filingList }),
});

const REPORTS = /^(10-[QK]T?|20-F|40-F|6-K)(\/A)?$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d+)?Z$/;

/**
 * In New York, filings are accepted from 6:00 to 22:00; one after 17:30 has the date of the next working day, but for
 * the forms about owners, which keep the date of the day.
 */
const HOURS = { from: 6 * 60, to: 22 * 60, sameDayTo: 17 * 60 + 30 } as const;
const UNTIL_TEN = /^(3|4|5|144|SC 13[DG]|SCHEDULE 13[DG])(\/A)?$/;
const MS_PER_SECOND = 1000;

/** The tickers of a filer that the API can have, its first one first. */
export function tickersIn({ tickers }: Pick<z.infer<typeof submissions>, 'tickers'>): readonly string[] {
  const named = tickers.map((name) => name.toUpperCase().replaceAll('-', '.'));
  return [...new Set(named.filter((name) => tickerSchema.safeParse(name).success))];
}

/** One filing's cells, with its dates read. */
interface ReadFiling {
  readonly accession: string;
  readonly form: string;
  readonly filingDay: number;
  readonly acceptedAt: Date | null;
  readonly reportDate: string;
  readonly items: string;
  readonly primaryDocument: string;
}

/** Reads the filings of some forms into rows; refuses others by their place in the list from 1. */
export function readFilingList<Row>(
  recent: FilingList,
  isRead: (form: string) => boolean,
  rowOf: (given: ReadFiling) => z.ZodSafeParseResult<Row>,
): { readonly filings: readonly Row[]; readonly refused: readonly RefusedRow[] } {
  const filings: Row[] = [];
  const refused: RefusedRow[] = [];
  const lineOf = new Map<string, number>();
  for (const [index, form] of recent.form.entries()) {
    if (!isRead(form)) continue;
    const accession = recent.accessionNumber[index] ?? '';
    const earlier = lineOf.get(accession);
    if (earlier !== undefined) {
      refused.push({ line: index + 1, reason: `${accession} is already in row ${earlier}; the first one counts` });
      continue;
    }
    lineOf.set(accession, index + 1);
    const filingDate = recent.filingDate[index] ?? '';
    const filingDay = parseIsoDate(filingDate);
    if (filingDay === null) {
      refused.push({ line: index + 1, reason: `date "${filingDate}" does not exist` });
      continue;
    }
    const acceptedMs = acceptanceMs(recent.acceptanceDateTime[index] ?? '', filingDay, form);
    const row = rowOf({
      accession,
      form,
      filingDay,
      acceptedAt: acceptedMs === null ? null : new Date(acceptedMs),
      reportDate: recent.reportDate?.[index] ?? '',
      items: recent.items?.[index] ?? '',
      primaryDocument: recent.primaryDocument?.[index] ?? '',
    });
    if (row.success) filings.push(row.data);
    else refused.push({ line: index + 1, reason: row.error.issues[0]?.message ?? 'not valid' });
  }
  return { filings, refused };
}

/** The reports among a filer's filings up to `today`, and those that are refused, by their place in the list from 1. */
export function readFilings(
  given: z.infer<typeof submissions>,
  today: number,
): {
  readonly filings: readonly FilingFields[];
  readonly refused: readonly RefusedRow[];
} {
  const { cik } = given;
  const [ticker = null] = tickersIn(given);
  const known = filing.refine(({ filingDay }) => filingDay <= today, {
    error: ({ input }) => `date ${isoDate((input as FilingFields).filingDay)} is in the future`,
  });
  return readFilingList(
    given.filings.recent,
    (form) => REPORTS.test(form),
    ({ accession, form, filingDay, acceptedAt }) =>
      known.safeParse({ accession, cik, ticker, form, filingDay, acceptedAt }),
  );
}

/**
 * The instant of an acceptance time, epoch milliseconds; null if it does not agree with the filing date. The SEC writes
 * some times in UTC and others in New York time, both with a `Z`. The filing date tells most of them apart; of two
 * possible instants it is the later one, so that no figure is known too early.
 */
export function acceptanceMs(text: string, filingDay: number, form: string): number | null {
  const [, date = '', hour, minute, second] = INSTANT.exec(text) ?? [];
  const day = parseIsoDate(date);
  if (day === null) return null;
  const inUtc = Date.parse(text);
  const inNewYork = newYorkUtcMs(day, Number(hour) * 60 + Number(minute)) + Number(second) * MS_PER_SECOND;
  const possible = [inUtc, inNewYork].filter((ms) => agrees(ms, filingDay, form));
  return possible.length === 0 ? null : Math.max(...possible);
}

function agrees(ms: number, filingDay: number, form: string): boolean {
  const { day, minute } = newYorkTime(ms);
  if (minute < HOURS.from || minute > HOURS.to) return false;
  if (minute <= HOURS.sameDayTo) return filingDay === day;
  return filingDay > day || (filingDay === day && UNTIL_TEN.test(form));
}
