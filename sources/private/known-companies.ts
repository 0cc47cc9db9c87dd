import type { Store } from '../../store/open-store.js';
import type { StoredCompany } from '../../store/private-companies.js';
import { CURATED } from '../curated/corpus-rows.js';
import { slugOf } from './company-slug.js';

/** Companies that are stored already. */
export interface KnownCompanies {
  /** The curated company with this name or alias. */
  curated(name: string): StoredCompany | undefined;
  /** The company with this slug, of any source. */
  bySlug(slug: string): StoredCompany | undefined;
}

/** The curated companies, and those with any of these slugs: two queries. */
export async function knownCompanies(
  { db, privateCompanies }: Pick<Store, 'db' | 'privateCompanies'>,
  slugs: readonly string[],
): Promise<KnownCompanies> {
  const [curated, stored] = await Promise.all([
    privateCompanies.bySource(CURATED),
    privateCompanies.stored(db, [...new Set(slugs)]),
  ]);
  const byName = new Map<string, StoredCompany>();
  for (const company of curated)
    for (const name of [company.slug, company.name, ...(company.profile?.aliases ?? [])])
      byName.set(slugOf(name), company);
  return { curated: (name) => byName.get(slugOf(name)), bySlug: (slug) => stored.get(slug) };
}
