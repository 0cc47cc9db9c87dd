import type { SearchDocument, SearchResults } from '../../engines/text-search/text-search.js';
import type { Investor } from '../../store/investors.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { Services } from '../services.js';
import { createSearchIndex, type SearchIndex } from '../search-index.js';

type Store = Services['store'];

/** The version of a table as text; undefined while it is not known. */
function versionOf(store: Store, table: 'private_companies' | 'investors'): () => string | undefined {
  return () => {
    const version = store.versionOf(table);
    return version === undefined ? undefined : String(version);
  };
}

function companyDocument({ slug, name, tagline, profile }: PrivateCompany): SearchDocument {
  const fields = { ...(tagline === null ? {} : { tagline }), tags: profile?.tags ?? [] };
  return { id: slug, slug, name, aliases: profile?.aliases ?? [], fields };
}

function investorDocument({ slug, name, profile }: Investor): SearchDocument {
  const { aliases, shortName, tagline, tags, notablePartners } = profile;
  return {
    id: slug,
    slug,
    name,
    aliases: shortName === null ? aliases : [...aliases, shortName],
    fields: { ...(tagline === null ? {} : { tagline }), tags, partners: notablePartners },
  };
}

/** The search of the directory of companies, over name, other names, slug, tagline and tags. */
export function companySearch(store: Store): SearchIndex {
  return createSearchIndex({
    version: versionOf(store, 'private_companies'),
    load: async () => (await store.reading(new Map()).privateCompanies.all()).map(companyDocument),
  });
}

/** The search of the directory of firms, over name, other names, slug, tagline, tags and partners. */
export function investorSearch(store: Store): SearchIndex {
  return createSearchIndex({
    version: versionOf(store, 'investors'),
    load: async () => (await store.reading(new Map()).investors.all()).map(investorDocument),
  });
}

/** Ids of what was found, best first; none for a blank query. */
export function idsOf(results: SearchResults | null): readonly string[] {
  return results === null ? [] : results.matches.map(({ id }) => id);
}
