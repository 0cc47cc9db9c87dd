import type { SearchDocument } from '../../engines/text-search/text-search.js';
import type { Investor } from '../../store/investors.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import { createSearchIndex, type SearchIndex } from '../search-index.js';
import type { Services } from '../services.js';
import { noteSources } from './by-slug.js';
import type { Fields } from './generated/resolver-types.js';

type Store = Services['store'];
type Kind = 'COMPANY' | 'INVESTOR';

/** What a reader looks through while typing. */
const MOST = 8;

const idOf = (kind: Kind, slug: string): string => `${kind}:${slug}`;

const companyNames = ({ slug, name, profile }: PrivateCompany): SearchDocument => ({
  id: idOf('COMPANY', slug),
  slug,
  name,
  aliases: profile?.aliases ?? [],
});

function investorNames({ slug, name, profile: { aliases, shortName } }: Investor): SearchDocument {
  return { id: idOf('INVESTOR', slug), slug, name, aliases: shortName === null ? aliases : [...aliases, shortName] };
}

/** The search of the names alone, of both directories. */
function nameSearch(store: Store): SearchIndex {
  return createSearchIndex({
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
}

export function createFields({ store }: Services) {
  const index = nameSearch(store);
  return {
    Query: {
      async privateMarketNames(_root, { search }, context) {
        const { matches, isApproximate } = (await index.search(search, MOST)) ?? { matches: [], isApproximate: false };
        const found = matches.map(({ id }) => {
          const [kind, slug] = id.split(':') as [Kind, string];
          return { kind, slug };
        });
        const slugsOf = (kind: Kind): readonly string[] =>
          found.flatMap((each) => (each.kind === kind ? each.slug : []));
        const { privateCompanies, investors } = store.reading(context.versions);
        const [companies, firms] = await Promise.all([
          privateCompanies.bySlugs(slugsOf('COMPANY')),
          investors.bySlugs(slugsOf('INVESTOR')),
        ]);
        return found.flatMap(({ kind, slug }) => {
          const company = kind === 'COMPANY' ? companies.get(slug) : undefined;
          const firm = kind === 'INVESTOR' ? firms.get(slug) : undefined;
          const row = company ?? firm;
          if (row === undefined) return [];
          noteSources(context, row);
          const tagline = company?.tagline ?? firm?.profile.tagline ?? null;
          return [{ kind, slug, name: row.name, tagline, isApproximate }];
        });
      },
    },
  } satisfies Fields;
}
