import type { Transaction } from 'kysely';
import { nameIndex, type NameIndex } from '../../engines/text/company-mentions.js';
import type { Tables } from '../../store/tables.js';

export interface PrivateCompanyNames {
  /** Their slugs by name. */
  readonly index: NameIndex;
  readonly nameOf: ReadonlyMap<string, string>;
}

/** All stored private companies by name, as `tx` sees them. */
export async function privateCompanyNames(tx: Transaction<Tables>): Promise<PrivateCompanyNames> {
  const rows = await tx.selectFrom('private_companies').select(['slug', 'name']).execute();
  return {
    index: nameIndex(rows.map(({ slug, name }) => ({ ticker: slug, name }))),
    nameOf: new Map(rows.map(({ slug, name }) => [slug, name])),
  };
}
