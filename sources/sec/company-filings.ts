import type { z } from 'zod';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { companyFiling, type CompanyFilingFields } from '../../store/company-filings.js';
import { secFiler } from '../../store/filers.js';
import type { RefusedRow } from '../files/import-report.js';
import { readFilingList, type submissions } from './submissions.js';

const CURRENT_REPORT = /^8-K/;

/** Other forms have other texts in this column. */
function itemsIn(form: string, items: string): readonly string[] {
  if (!CURRENT_REPORT.test(form)) return [];
  return [...new Set(items.split(',').map((item) => item.trim()))].filter((item) => item !== '');
}

/** All filings of a filer up to `today`, and those that are refused, by their place in the list from 1. */
export function readCompanyFilings(
  { cik, filings: { recent } }: z.infer<typeof submissions>,
  today: number,
): { readonly filings: readonly CompanyFilingFields[]; readonly refused: readonly RefusedRow[] } {
  const filer = secFiler(cik);
  const known = companyFiling.refine(({ filingDay }) => filingDay <= today, {
    error: ({ input }) => `date ${isoDate((input as CompanyFilingFields).filingDay)} is in the future`,
  });
  return readFilingList(
    recent,
    () => true,
    ({ accession, form, filingDay, acceptedAt, reportDate, items, primaryDocument }) =>
      known.safeParse({
        filer,
        accession,
        form,
        filingDay,
        acceptedAt,
        reportDay: parseIsoDate(reportDate),
        items: itemsIn(form, items),
        primaryDocument: primaryDocument === '' ? null : primaryDocument,
      }),
  );
}
