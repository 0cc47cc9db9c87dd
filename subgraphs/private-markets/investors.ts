import type { RequestContext } from '../../access/request-context.js';
import type { AskingChecks } from '../build/gates.js';
import { connectionOf, cursorsOf, type ListCursors } from '../connections.js';
import { filedBySlugs, filedMatching } from '../filed-investors.js';
import type { QueryInvestorsArgs } from '../generated/types.js';
import { nodeId } from '../node-ids.js';
import type { Services } from '../services.js';
import { slugLoader } from './by-slug.js';
import { nearSlugs } from './name-search.js';
import { idsOf, investorSearch } from './directory-search.js';
import { precisionOf, withPrecisions } from './fact-precisions.js';
import { investorFacts } from './investor-facts.js';
import type { Fields } from './generated/resolver-types.js';
import type { InvestorParent } from './resolver-parents.js';

type Order = 'aum' | 'name' | 'founded';

const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Null comes last. */
function byNumber(one: number | null, other: number | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one - other;
}

const COMPARISONS: Readonly<Record<Order, (one: InvestorParent, other: InvestorParent) => number>> = {
  aum: (one, other) => byNumber(one.aumUsd === null ? null : -one.aumUsd, other.aumUsd === null ? null : -other.aumUsd),
  name: (one, other) => byText(one.name.toLowerCase(), other.name.toLowerCase()),
  founded: (one, other) => byNumber(one.founded, other.founded),
};

type ListArgs = Pick<QueryInvestorsArgs, 'filter'> & { readonly orderBy?: Order | undefined };

function cursorsFor({ filter, orderBy }: ListArgs): ListCursors {
  const { firmType, search } = filter ?? {};
  return cursorsOf('Query.investors', firmType, search?.trim().toLowerCase(), orderBy);
}

export const INVESTOR_CHECKS: AskingChecks = {
  async 'Query.investors'({ filter, orderBy, after }: QueryInvestorsArgs) {
    cursorsFor({ filter, orderBy }).after(after, 1);
  },
};

export function createFields({ store }: Services) {
  const index = investorSearch(store);
  /** All curated firms, or those that match `search` and the firms of filings that do. */
  const matching = async (
    search: string | undefined,
    { versions }: RequestContext,
  ): Promise<readonly InvestorParent[]> => {
    const { investors, filingFirms } = store.reading(versions);
    if (search === undefined || search === '') return investors.all();
    const [results, filed] = await Promise.all([
      index.search(search),
      filedMatching(search, { investors, filingFirms }),
    ]);
    // What merely resembles the query is of use only where nothing has it.
    const slugs = results?.isApproximate === true && filed.length > 0 ? [] : idsOf(results);
    return [...(await investors.bySlugs(slugs)).values(), ...filed];
  };
  const investor = slugLoader(
    async (slugs, { versions }: RequestContext): Promise<ReadonlyMap<string, InvestorParent>> => {
      const { investors, filingFirms } = store.reading(versions);
      const curated = await investors.bySlugs(slugs);
      const others = slugs.filter((slug) => !curated.has(slug));
      return others.length === 0
        ? curated
        : new Map([...curated, ...(await filedBySlugs(others, { investors, filingFirms }))]);
    },
    { none: 'No investor', list: 'GET /investors/list and investors list them' },
    nearSlugs(store, 'INVESTOR'),
  );
  return {
    Query: {
      investor: (_root, { slug }, context) => investor(slug, context),
      async investors(_root, { first, after, filter, orderBy }, context) {
        const firmType = filter?.firmType ?? undefined;
        const search = filter?.search?.trim().toLowerCase();
        const cursors = cursorsFor({ filter, orderBy });
        const [behind] = cursors.after(after, 1) ?? [];
        const matches = (await matching(search, context))
          .filter((row) => firmType === undefined || row.firmType === firmType)
          .sort((one, other) => COMPARISONS[orderBy](one, other) || byText(one.slug, other.slug));
        const start = behind === undefined ? 0 : matches.findIndex(({ slug }) => slug === behind) + 1;
        const rows = matches.slice(start, start + first);
        for (const { source } of rows) context.dataSources.add(source);
        const page = { rows, hasNext: start + first < matches.length, total: matches.length };
        return connectionOf(
          page,
          cursors,
          behind === undefined,
          ({ slug }) => [slug],
          (row) => row,
        );
      },
    },
    Investor: {
      __resolveReference: ({ slug }, context) => investor(slug, context),
      id: ({ slug }) => nodeId('Investor', slug),
      shortName: ({ profile }) => profile.shortName,
      tagline: ({ profile }) => profile.tagline,
      subtype: ({ profile }) => profile.subtype,
      headquarters: ({ profile }) => profile.headquarters,
      country: ({ profile }) => profile.country,
      aumAsOf: ({ profile }) => profile.facts['aumUsd']?.asOf ?? null,
      aumAsOfPrecision: ({ profile }) => precisionOf(profile.facts['aumUsd']),
      stageFocus: ({ profile }) => profile.stageFocus,
      sectorFocus: ({ profile }) => profile.sectorFocus,
      tags: ({ profile }) => profile.tags,
      profile: (row) => ({
        ...row.profile,
        recentInvestments: row.profile.recentInvestments.map(withPrecisions),
        facts: investorFacts(row),
      }),
    },
  } satisfies Fields;
}
