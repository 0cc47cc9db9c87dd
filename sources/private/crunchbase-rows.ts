import { z } from 'zod';
import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { text as textField } from '../../store/field-schemas.js';
import { companySlug } from '../../store/private-fields.js';
import { CellError } from '../files/cells.js';
import { day, lowerCase, number, optionalText, text, type Cell, type Column } from '../files/read-cells.js';
import type { RowFormat } from '../files/row-import.js';
import { undoubled } from '../files/text-encoding.js';
import { usdAmount } from './usd-amount.js';

const MOST_NAME = 120;

const company = {
  slug: companySlug,
  name: textField('name', MOST_NAME),
  sector: textField('category', 80).nullable(),
  hq: textField('city', MOST_NAME).nullable(),
  country: textField('country code', 60).nullable(),
};

const STATUSES = ['operating', 'acquired', 'closed', 'ipo'] as const;

const companyRow = z.object({
  ...company,
  status: z.enum(STATUSES, { error: ({ input }) => `status ${JSON.stringify(input)} is not ${STATUSES.join(', ')}` }),
  founded: z.int().min(1600, 'founded before 1600').max(2100, 'founded after 2100').nullable(),
  raisedUsd: z.number().nullable(),
});

const roundRow = z.object({
  ...company,
  stage: textField('funding round type', 60),
  day: z.int(),
  raisedUsd: z.number().nullable(),
});

const acquisitionRow = z.object({ ...company, acquirer: textField('acquirer name', MOST_NAME), day: z.int() });

export type CrunchbaseCompany = Readonly<z.infer<typeof companyRow>>;
export type CrunchbaseRound = Readonly<z.infer<typeof roundRow>>;
export type CrunchbaseAcquisition = Readonly<z.infer<typeof acquisitionRow>>;

/** `/company/waywire` is `waywire`. */
const slugIn = (cell: Cell): string => text(cell).replace(/^.*\//, '').toLowerCase();

/** A spreadsheet shows `#NAME?` where it took a name for a formula. */
export const MANGLED = '#NAME?';

const repaired = (cell: Cell): string => undoubled(text(cell));
const optionalRepaired = (cell: Cell): string | null => repaired(cell) || null;

function stageOf(cell: Cell): string {
  const words = lowerCase(cell).replaceAll('-', ' ');
  const named = words.charAt(0).toUpperCase() + words.slice(1);
  return named.replace(/(?<=^Series )[a-z]/, (letter) => letter.toUpperCase());
}

function columnsOf(prefix: string) {
  return {
    slug: [slugIn, `${prefix}permalink`],
    name: [repaired, `${prefix}name`],
    sector: [optionalText, `${prefix}category_code`],
    hq: [optionalRepaired, `${prefix}city`],
    country: [optionalText, `${prefix}country_code`],
  } satisfies Readonly<Record<string, Column>>;
}

function futureFault({ day: on }: { readonly day: number }, now: Date): string | undefined {
  return on > newYorkTime(now.getTime()).day ? `date ${isoDate(on)} is in the future` : undefined;
}

/** A year that the exports give as a number or as text. */
function year(cell: Cell, label: string): number {
  const given = number(cell, label);
  if (!Number.isInteger(given)) throw new CellError(`${label} ${text(cell)} is not a year`);
  return given;
}

export const COMPANIES: RowFormat<typeof companyRow> = {
  noun: 'list of companies',
  isLegacy: true,
  columns: {
    ...columnsOf(''),
    status: [lowerCase],
    founded: [year, 'founded_year'],
    raisedUsd: [usdAmount, 'funding_total_usd'],
  },
  model: companyRow,
  keyOf: ({ slug }) => slug,
};

export const ROUNDS: RowFormat<typeof roundRow> = {
  noun: 'list of funding rounds',
  isLegacy: true,
  columns: {
    ...columnsOf('company_'),
    stage: [stageOf, 'funding_round_type'],
    day: [day, 'funded_at'],
    raisedUsd: [usdAmount, 'raised_amount_usd'],
  },
  model: roundRow,
  keyOf: ({ slug, day: on, stage }) => `${slug} ${on} ${stage}`,
  faultOf: futureFault,
  nameOf: ({ slug, day: on, stage }) => `${slug}, ${stage} of ${isoDate(on)},`,
};

export const ACQUISITIONS: RowFormat<typeof acquisitionRow> = {
  noun: 'list of acquisitions',
  isLegacy: true,
  columns: { ...columnsOf('company_'), acquirer: [repaired, 'acquirer_name'], day: [day, 'acquired_at'] },
  model: acquisitionRow,
  keyOf: ({ slug, day: on, acquirer }) => `${slug} ${on} ${acquirer}`,
  faultOf: futureFault,
  nameOf: ({ slug, acquirer, day: on }) => `${slug}, bought by ${acquirer} on ${isoDate(on)},`,
};
