import { editDistance } from '../../access/parameters/edit-distance.js';
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
const NEAR = 2;

/** Whether one slug may be meant by another: unfinished, a part of it, or with an error or two. */
function isNear(slug: string, other: string): boolean {
  const [written, meant] = [slug.replaceAll('-', ''), other.replaceAll('-', '')];
  if (meant.startsWith(written) || editDistance(written, meant) <= NEAR) return true;
  return other.split('-').some((word) => word.length > NEAR * 2 && editDistance(slug, word) < NEAR);
}

/** Shorter ones are near to many. */
const SHORTEST = 3;

/** Finds up to three slugs of a kind that a mistyped one may stand for, nearest first. */
export function nearSlugs(store: Store, kind: MarketNameKind): (slug: string) => Promise<readonly string[]> {
  const prefix = idOf(kind, '');
  return async (slug) => {
    if (slug.length < SHORTEST) return [];
    const found = await nameSearch(store).search(slug.replaceAll('-', ' '), 4 * MOST_NEAR);
    const slugs = found?.matches.flatMap(({ id }) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : [])) ?? [];
    return slugs.filter((each) => isNear(slug, each)).slice(0, MOST_NEAR);
  };
}
