import { z } from 'zod';
import { parseIsoDate } from '../../calendar/days.js';
import type { StatementFigure } from '../../engines/statement-figures.js';
import { filing } from '../../store/earnings.js';
import type { RefusedRow } from '../files/import-report.js';

/** What is read of a report. */
export type Figure = Extract<StatementFigure, 'epsBasic' | 'epsDiluted' | 'revenue' | 'netIncome'>;

/** The tags of each figure. Of two in one filing the earlier one counts, for revenue the more comprehensive one. */
export const FIGURE_TAGS: Readonly<Record<Figure, readonly string[]>> = {
  epsBasic: ['EarningsPerShareBasic', 'EarningsPerShareBasicAndDiluted'],
  epsDiluted: ['EarningsPerShareDiluted', 'EarningsPerShareBasicAndDiluted'],
  revenue: [
    'Revenues',
    'RevenuesNetOfInterestExpense',
    'RevenueFromContractWithCustomerExcludingAssessedTax',
    'RevenueFromContractWithCustomerIncludingAssessedTax',
    'SalesRevenueNet',
  ],
  netIncome: ['NetIncomeLoss'],
};

/** Read only to find the periods of a filer that reports in IFRS. */
const IFRS_TAGS: Readonly<Record<Figure, readonly string[]>> = {
  epsBasic: ['BasicEarningsLossPerShare'],
  epsDiluted: ['DilutedEarningsLossPerShare'],
  revenue: ['Revenue', 'RevenueFromContractsWithCustomers'],
  netIncome: ['ProfitLossAttributableToOwnersOfParent', 'ProfitLoss'],
};

export type Taxonomy = 'us-gaap' | 'ifrs-full';

const TAGS: Readonly<Record<Taxonomy, Readonly<Record<Figure, readonly string[]>>>> = {
  'us-gaap': FIGURE_TAGS,
  'ifrs-full': IFRS_TAGS,
};
const TAXONOMIES: readonly Taxonomy[] = ['us-gaap', 'ifrs-full'];

/** Forms with quarterly or annual reports, their amendments and transition reports included. */
const FORMS: Readonly<Record<Taxonomy, RegExp>> = {
  'us-gaap': /^10-[QK]T?(\/A)?$/,
  'ifrs-full': /^(10-[QK]T?|20-F|40-F|6-K)(\/A)?$/,
};
export const PER_SHARE = /^([A-Z]{3})\/shares$/;
export const AMOUNT = /^([A-Z]{3})$/;

/** Of amounts in USD; beyond it, sums are not exact. */
export const MOST_AMOUNT = 1e15;

/**
 * One fact of a filing. Days since 1970-01-01; `days` is the length of the period, both ends included, 0 for a fact at
 * the end of a day.
 */
export interface Fact {
  readonly figure: StatementFigure;
  readonly taxonomy: Taxonomy;
  readonly tag: string;
  /** Place of the tag among those of its figure. */
  readonly rank: number;
  readonly currency: string;
  readonly start: number;
  readonly end: number;
  readonly days: number;
  readonly value: number;
  readonly accession: string;
  readonly form: string;
  readonly filed: number;
  /** Fiscal year and period of the filing, not of the fact. */
  readonly filingYear: number | null;
  readonly filingPeriod: string | null;
}

const date = z.string().transform((text, context) => {
  const day = parseIsoDate(text);
  if (day === null) context.addIssue({ code: 'custom', message: `date "${text}" does not exist` });
  return day ?? z.NEVER;
});

/** Ten digits, some files without leading zeros. */
export const cikNumber = z
  .union([
    z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number),
    z.number(),
  ])
  .pipe(z.int().positive().max(9_999_999_999));

/** Of an instant; its start, where there is one, says nothing. */
const instantSchema = z.object({
  end: date,
  val: z.number().refine((value) => Math.abs(value) <= MOST_AMOUNT, {
    error: ({ input }) => `val ${String(input)} is beyond 10^15`,
  }),
  accn: filing.shape.accession,
  fy: z.int().nullish(),
  fp: z.string().nullish(),
  form: z.string(),
  filed: date,
});

const factSchema = instantSchema.extend({ start: date });

const factsSchema = z.record(
  z.string(),
  z.record(z.string(), z.object({ units: z.record(z.string(), z.array(z.unknown())) })),
);

export const companyFacts = z.object({
  cik: cikNumber,
  entityName: z.string().optional(),
  facts: factsSchema,
});

/** The facts of reports, and those that are refused, by their place among all facts read. */
export interface ReadFacts {
  readonly facts: readonly Fact[];
  readonly refused: readonly RefusedRow[];
}

/** Reads the facts of `TAGS` that were filed by `today`; other tags and forms are left out. */
export function readFacts({ facts: given }: z.infer<typeof companyFacts>, today: number): ReadFacts {
  return admitted(factsIn(given), today);
}

/** The given facts of reports that were filed by `today`. */
export function admitted(given: Iterable<GivenFact>, today: number): ReadFacts {
  const facts: Fact[] = [];
  const refused: RefusedRow[] = [];
  let line = 0;
  for (const { raw, isInstant = false, ...place } of given) {
    line += 1;
    const fact = factOf(raw, place, today, isInstant);
    if (typeof fact === 'string') refused.push({ line, reason: `${place.tag}: ${fact}` });
    else if (FORMS[place.taxonomy].test(fact.form)) facts.push(fact);
  }
  return { facts, refused };
}

type Place = Pick<Fact, 'figure' | 'taxonomy' | 'tag' | 'rank' | 'currency'>;

/** A fact as it is given; one at the end of a day has no start. */
export interface GivenFact extends Place {
  readonly raw: unknown;
  readonly isInstant?: boolean;
}

function* factsIn(facts: z.infer<typeof factsSchema>): Generator<GivenFact> {
  for (const taxonomy of TAXONOMIES) {
    for (const [figure, tags] of Object.entries(TAGS[taxonomy]) as [Figure, readonly string[]][]) {
      const unit = figure.startsWith('eps') ? PER_SHARE : AMOUNT;
      for (const [rank, tag] of tags.entries()) {
        for (const [name, list] of Object.entries(facts[taxonomy]?.[tag]?.units ?? {})) {
          const currency = unit.exec(name)?.[1];
          if (currency === undefined) continue;
          for (const raw of list) yield { figure, taxonomy, tag, rank, currency, raw };
        }
      }
    }
  }
}

const KINDS: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'text',
  object: 'an object',
};

function mustBe(issue: z.core.$ZodIssue | undefined): string {
  const kind = issue?.code === 'invalid_type' ? KINDS[issue.expected] : undefined;
  const name = String(issue?.path[0] ?? 'the fact');
  return kind === undefined ? `${name} is not valid` : `${name} must be ${kind}`;
}

/** The fact, or why it is refused. */
function factOf(raw: unknown, place: Place, today: number, isInstant: boolean): Fact | string {
  const parsed = isInstant ? instantSchema.safeParse(raw) : factSchema.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return issue?.code === 'custom' || issue?.code === 'invalid_format' ? issue.message : mustBe(issue);
  }
  const { end, val: value, accn: accession, fy, fp, form, filed } = parsed.data;
  const { start } = { start: end, ...parsed.data };
  if (end < start) return 'the period ends before it starts';
  if (filed > today) return 'the filing date is in the future';
  if (filed <= end) return 'the filing is not later than the end of the period';
  const days = isInstant ? 0 : end - start + 1;
  return {
    ...place,
    start,
    end,
    days,
    value,
    accession,
    form,
    filed,
    filingYear: fy ?? null,
    filingPeriod: fp ?? null,
  };
}
