import type { SearchDocument } from '../../engines/text-search/text-search.js';
import type { Investor } from '../../store/investors.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import { createSearchIndex, type SearchIndex } from '../search-index.js';
import type { Services } from '../services.js';

type Store = Services['store'];
export type MarketNameKind = 'COMPANY' | 'INVESTOR';

const idOf = (kind: MarketNameKind, slug: string): string => `${kind}:${slug}`;

const companyNames = ({ slug, name, profile }: PrivateCompany): SearchDocument => ({
  id: idOf('COMPANY', slug),
  slug,
  name,
  aliases: profile?.aliases ?? [],
});

function investorNames({ slug, name, profile: { aliases, shortName } }: Investor): SearchDocument {
  return { id: idOf('INVESTOR', slug), slug, name, aliases: shortName === null ? aliases : [...aliases, shortName] };
}

const searches = new WeakMap<Store, SearchIndex>();

/** The search of the names alone, of both directories. */
export function nameSearch(store: Store): SearchIndex {
  const known = searches.get(store);
  if (known !== undefined) return known;
  const made = createSearchIndex({
    version: () => {
      const versions = [store.versionOf('private_companies'), store.versionOf('investors')];
      return versions.includes(undefined) ? undefined : versions.join(' ');
    },
    load: async () => {
      const { privateCompanies, investors } = store.reading(new Map());
      const [companies, firms] = await Promise.all([privateCompanies.all(), investors.all()]);
      return [...companies.map(companyNames), ...firms.map(investorNames)];
    },
  });
  searches.set(store, made);
  return made;
}

const MOST_NEAR = 3;
/** Shorter ones are near to many. */
const SHORTEST = 3;

/** Finds up to three slugs of a kind that a mistyped one may stand for, nearest first. */
export function nearSlugs(store: Store, kind: MarketNameKind): (slug: string) => Promise<readonly string[]> {
  const prefix = idOf(kind, '');
  return async (slug) => {
    if (slug.length < SHORTEST) return [];
    const found = await nameSearch(store).search(slug.replaceAll('-', ' '), 4 * MOST_NEAR);
    const ids = found?.matches.map(({ id }) => id).filter((id) => id.startsWith(prefix)) ?? [];
    return ids.slice(0, MOST_NEAR).map((id) => id.slice(prefix.length));
  };
}
