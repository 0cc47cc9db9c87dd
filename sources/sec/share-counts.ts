import { z } from 'zod';
import { parseIsoDate } from '../../calendar/days.js';
import type { NewShares } from '../../store/shares-outstanding.js';
import type { RefusedRow } from '../files/import-report.js';
import type { companyFacts } from './facts.js';

/** A number of shares that the cover of a filing states. Days since 1970-01-01. */
export type ShareCountRow = Omit<NewShares, 'ticker' | 'source'>;

/** What covers state; the SEC's files have it for filers that do not state it by class. */
export const SHARES_TAG = 'EntityCommonStockSharesOutstanding';
/** Annual and quarterly reports, their amendments and transition reports included. */
const FORMS = /^(10-[QK]T?|20-F|40-F)(\/A)?$/;
/** A number this many times above or below both neighbours is in another unit; such classes have no common price. */
const MOST_RATIO = 100;

const factSchema = z.object({
  end: z.string(),
  val: z.number(),
  accn: z.string(),
  form: z.string(),
  filed: z.string(),
});

interface Stated {
  /** Place in the list. */
  readonly line: number;
  readonly accession: string;
  readonly form: string;
  readonly day: number;
  readonly shares: number;
  readonly filingDay: number;
}

/** What a fact states, or why it is refused; undefined for one of no interest. */
function statedBy(raw: unknown, line: number, today: number): Stated | string | undefined {
  const parsed = factSchema.safeParse(raw);
  if (!parsed.success) return 'it has no end, val, accn, form or filed';
  const { end, filed, accn: accession, form, val: shares } = parsed.data;
  // Shells, and companies before their listing, state 0.
  if (!FORMS.test(form) || shares === 0) return undefined;
  const [day, filingDay] = [parseIsoDate(end), parseIsoDate(filed)];
  if (day === null || filingDay === null) return 'a date does not exist';
  if (shares < 0 || shares > 1e13) return `val ${shares} is no number of shares`;
  if (filingDay > today) return 'the filing date is in the future';
  return day > filingDay ? 'end is after the filing' : { line, accession, form, day, shares, filingDay };
}

interface Count extends ShareCountRow {
  readonly line: number;
}

/** What a filing states of its newest day: the sum over its classes, whose numbers differ. */
function countOf(stated: readonly Stated[]): Count | null {
  const [first] = stated.toSorted((one, other) => other.day - one.day);
  if (first === undefined) return null;
  const { line, accession, form, day, filingDay } = first;
  const classes = [...new Set(stated.filter((each) => each.day === day).map(({ shares }) => shares))];
  if (Math.max(...classes) / Math.min(...classes) > MOST_RATIO) return null;
  const shares = classes.reduce((sum, each) => sum + each, 0);
  return { line, accession, form, day, shares, classes: classes.length, filingDay };
}

/** Whether the two nearest numbers, before and after if there are such, are of another size. */
function isInAnotherUnit({ shares }: Count, index: number, all: readonly Count[]): boolean {
  const from = Math.min(Math.max(0, index - 1), Math.max(0, all.length - 3));
  const others = all.slice(from, from + 3).filter((other) => other !== all[index]);
  return (
    others.length === 2 && others.every((other) => Math.max(shares / other.shares, other.shares / shares) >= MOST_RATIO)
  );
}

/** Numbers of shares outstanding, one for each filing, oldest first, and those refused, by their place in the list. */
export function readShareCounts(
  { facts }: Pick<z.infer<typeof companyFacts>, 'facts'>,
  today: number,
): { readonly counts: readonly ShareCountRow[]; readonly refused: readonly RefusedRow[] } {
  const refused: RefusedRow[] = [];
  const filings = new Map<string, Stated[]>();
  for (const [index, raw] of (facts['dei']?.[SHARES_TAG]?.units['shares'] ?? []).entries()) {
    const stated = statedBy(raw, index + 1, today);
    if (stated === undefined) continue;
    if (typeof stated === 'string') refused.push({ line: index + 1, reason: `${SHARES_TAG}: ${stated}` });
    else filings.set(stated.accession, [...(filings.get(stated.accession) ?? []), stated]);
  }
  const all = [...filings.values()]
    .flatMap((stated) => countOf(stated) ?? [])
    .sort((one, other) => one.day - other.day || one.filingDay - other.filingDay);
  const counts = all.filter((count, index) => {
    if (!isInAnotherUnit(count, index, all)) return true;
    const reason = `${SHARES_TAG}: ${count.shares} in ${count.accession} is in another unit than before and after`;
    refused.push({ line: count.line, reason });
    return false;
  });
  return { counts: counts.map(({ line: _line, ...count }) => count), refused };
}
