import type { Services } from '../services.js';
import { noteSources } from './by-slug.js';
import type { Fields } from './generated/resolver-types.js';
import { nameSearch, type MarketNameKind as Kind } from './name-search.js';

/** What a reader looks through while typing. */
const MOST = 8;

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
