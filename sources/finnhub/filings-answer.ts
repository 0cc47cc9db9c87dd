import { z } from 'zod';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { companyFiling, type CompanyFilingFields } from '../../store/company-filings.js';
import { secFiler } from '../../store/filers.js';
import { cikNumber } from '../sec/facts.js';
import { acceptanceMs } from '../sec/submissions.js';
import { answerRows, type AnswerRows } from './answer-rows.js';
import { symbol } from './cells.js';

const filed = z.object({
  accessNumber: z.string(),
  symbol,
  cik: cikNumber,
  form: z.string(),
  filedDate: z.string(),
  acceptedDate: z.string().nullish(),
  reportUrl: z.string().nullish(),
});

export type ReadVendorFiling = CompanyFilingFields & { readonly ticker: string };

/** Filings as the SEC has them, of the vendor's list: without the items of form 8-K and the day that is reported. */
export function readFilingList(json: unknown, now: Date): AnswerRows<ReadVendorFiling> {
  const today = newYorkTime(now.getTime()).day;
  const row = filed.transform((given, context): ReadVendorFiling => {
    const filingDay = parseIsoDate(given.filedDate.slice(0, 'YYYY-MM-DD'.length));
    if (filingDay === null || filingDay > today) {
      const what =
        filingDay === null ? `date "${given.filedDate}" does not exist` : `date ${isoDate(filingDay)} is in the future`;
      context.addIssue({ code: 'custom', message: what });
      return z.NEVER;
    }
    const acceptedMs = acceptanceMs(`${(given.acceptedDate ?? '').replace(' ', 'T')}.000Z`, filingDay, given.form);
    const parsed = companyFiling.safeParse({
      filer: secFiler(given.cik),
      accession: given.accessNumber,
      form: given.form,
      filingDay,
      acceptedAt: acceptedMs === null ? null : new Date(acceptedMs),
      reportDay: null,
      items: [],
      primaryDocument: given.reportUrl?.split('/').slice(8).join('/') || null,
    });
    if (parsed.success) return { ...parsed.data, ticker: given.symbol };
    context.addIssue({ code: 'custom', message: parsed.error.issues[0]?.message ?? 'not valid' });
    return z.NEVER;
  });
  return answerRows(json, null, row);
}
