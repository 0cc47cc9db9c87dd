import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { DATE_PRECISIONS, type DatePrecision } from '../calendar/date-precision.js';
import { oneOf, pageAddress } from './field-schemas.js';
import { rowsByKey } from './rows-by-key.js';

/** A company's short name in addresses: lower-case letters, digits and single hyphens. */
export const companySlug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'slug is not lower-case letters, digits and single hyphens')
  .max(80, 'slug has more than 80 characters');

/**
 * How sure a figure about a private company is: told by the company or the holder itself (`disclosed`), by the press or
 * a list (`reported`), or an indication of a price without a completed trade (`indicative`).
 */
export const EVIDENCE = ['disclosed', 'reported', 'indicative'] as const;

export type Evidence = (typeof EVIDENCE)[number];

/** How much is known of the day of a fact, and of the day that its source is of. */
export const PRECISIONS = {
  dayPrecision: oneOf('precision of the date', DATE_PRECISIONS).default('day'),
  asOfPrecision: oneOf('precision of the day of the source', DATE_PRECISIONS).default('day'),
} as const;

export const KNOWN_TO_THE_DAY = { dayPrecision: 'day', asOfPrecision: 'day' } as const;

type Precisions = Record<keyof typeof PRECISIONS, DatePrecision>;

/** A row to be stored, in which what is known to the day need not say so. */
export type WithoutPrecisions<Row extends Partial<Precisions>> = Omit<Row, keyof Precisions> &
  Partial<Pick<Row, keyof Precisions & keyof Row>>;

export const sourceAddress = pageAddress('the address of the source', 600);

/** Rows of companies by slug, read with one query; `read` has the condition on the column `slug`. */
export async function byCompany<Row extends { readonly slug: string }>(
  slugs: readonly string[],
  read: (among: RawBuilder<boolean>) => Promise<readonly Row[]>,
): Promise<ReadonlyMap<string, readonly Row[]>> {
  if (slugs.length === 0) return new Map();
  return rowsByKey(await read(sql<boolean>`slug = any(${[...slugs]}::text[])`), ({ slug }) => slug);
}
