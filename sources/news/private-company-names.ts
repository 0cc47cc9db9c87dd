import { sql, type Transaction } from 'kysely';
import { nameIndex, tickersNamed, type NameIndex } from '../../engines/text/company-mentions.js';
import type { Tables } from '../../store/tables.js';

export interface PrivateCompanyNames {
  /** Their slugs by name. */
  readonly index: NameIndex;
  /** Their slugs by other names, which are certain only where a text says what the company did. */
  readonly aliases: NameIndex;
  readonly nameOf: ReadonlyMap<string, string>;
}

export interface NamedCompany {
  readonly slug: string;
  readonly name: string;
  readonly source: string;
  readonly country: string | null;
  readonly aliases: readonly string[];
}

/** What invented companies have behind their names. */
const LABEL = / \(invented\)$/;

/** Names and other names of all stored private companies, by slug, as `tx` sees them. */
export async function namedCompanies(tx: Transaction<Tables>): Promise<readonly NamedCompany[]> {
  return tx
    .selectFrom('private_companies')
    .select([
      'slug', 'name', 'source',
      sql<string | null>`profile->>'country'`.as('country'),
      sql<readonly string[]>`coalesce(profile->'aliases', '[]'::jsonb)`.as('aliases'),
    ])
    .orderBy(sql`slug collate "C"`)
    .execute();
}

/** All stored private companies by name, as `tx` sees them. */
export async function privateCompanyNames(tx: Transaction<Tables>): Promise<PrivateCompanyNames> {
  const rows = await namedCompanies(tx);
  return {
    index: nameIndex(rows.map(({ slug, name }) => ({ ticker: slug, name: name.replace(LABEL, '') }))),
    aliases: nameIndex(rows.flatMap(({ slug, aliases }) => aliases.map((name) => ({ ticker: slug, name })))),
    nameOf: new Map(rows.map(({ slug, name }) => [slug, name])),
  };
}

/** The company that a name is the whole name of; null if it is that of none, or of several. */
export function companyNamed(name: string, { index, aliases }: PrivateCompanyNames): string | null {
  const known = tickersNamed(name, index);
  const [found, ...others] = known.length > 0 ? known : [...new Set(tickersNamed(name, aliases))];
  return found === undefined || others.length > 0 ? null : found;
}
