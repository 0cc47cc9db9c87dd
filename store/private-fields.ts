import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { pageAddress } from './field-schemas.js';
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

export const sourceAddress = pageAddress('the address of the source', 600);

/** Rows of companies by slug, read with one query; `read` has the condition on the column `slug`. */
export async function byCompany<Row extends { readonly slug: string }>(
  slugs: readonly string[],
  read: (among: RawBuilder<boolean>) => Promise<readonly Row[]>,
): Promise<ReadonlyMap<string, readonly Row[]>> {
  if (slugs.length === 0) return new Map();
  return rowsByKey(await read(sql<boolean>`slug = any(${[...slugs]}::text[])`), ({ slug }) => slug);
}
