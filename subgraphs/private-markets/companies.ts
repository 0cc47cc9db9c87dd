import type { RequestContext } from '../../access/request-context.js';
import type { PrivateCompany, PrivateCompanyConditions } from '../../store/private-companies.js';
import type { AskingChecks } from '../build/gates.js';
import { connectionOf, cursorsOf, listPlace, pageOfList, type Connection, type ListCursors } from '../connections.js';
import type { PrivateCompanyFilter, QueryPrivateCompaniesArgs } from '../generated/types.js';
import { nodeId } from '../node-ids.js';
import type { Services } from '../services.js';
import { noteSources, slugLoader } from './by-slug.js';
import { nearSlugs } from './name-search.js';
import { companyProfiles } from './company-profiles.js';
import { companyStandings } from './company-standings.js';
import { companySearch, idsOf } from './directory-search.js';
import type { Fields } from './generated/resolver-types.js';

interface PageArgs {
  readonly first: number;
  readonly after?: string | null | undefined;
}

/** What a filter asks for; no search where it is blank. */
function askedOf(filter: PrivateCompanyFilter | null | undefined) {
  const conditions = { sector: filter?.sector?.trim(), updatedSince: filter?.updatedSince ?? undefined };
  return { conditions, q: filter?.search?.trim() ?? '' };
}

function cursorsFor({ sector, updatedSince }: PrivateCompanyConditions, q: string): ListCursors {
  const words = q === '' ? [] : [q.toLowerCase()];
  return cursorsOf('Query.privateCompanies', sector?.toLowerCase(), updatedSince, ...words);
}

export const COMPANY_CHECKS: AskingChecks = {
  async 'Query.privateCompanies'({ filter, after }: QueryPrivateCompaniesArgs) {
    const { conditions, q } = askedOf(filter);
    const cursors = cursorsFor(conditions, q);
    if (q === '') cursors.after(after, 2);
    else listPlace(cursors, after);
  },
};

/** A function that finds a company by its slug. */
export function companyBySlug({ store }: Pick<Services, 'store'>) {
  return slugLoader(
    (slugs, { versions }: RequestContext) => store.reading(versions).privateCompanies.bySlugs(slugs),
    { none: 'No private company', list: 'GET /private-companies/list and privateCompanies list them' },
    nearSlugs(store, 'COMPANY'),
  );
}

export function createFields(services: Services) {
  const { store } = services;
  const company = companyBySlug(services);
  const profile = companyProfiles(services);
  const standing = companyStandings(services);
  const index = companySearch(store);
  /** A page sorted by name. */
  const listed = async (
    { first, after }: PageArgs,
    conditions: PrivateCompanyConditions,
    { versions }: RequestContext,
  ): Promise<Connection<PrivateCompany>> => {
    const cursors = cursorsFor(conditions, '');
    const [name, slug] = cursors.after(after, 2) ?? [];
    const behind = name === undefined || slug === undefined ? undefined : { name, slug };
    const page = await store.reading(versions).privateCompanies.list({ ...conditions, limit: first, after: behind });
    return connectionOf(
      page,
      cursors,
      behind === undefined,
      (row) => [row.name, row.slug],
      (row) => row,
    );
  };
  /** A page of a search, best first. */
  const found = async (
    args: PageArgs,
    q: string,
    conditions: PrivateCompanyConditions,
    { versions }: RequestContext,
  ): Promise<Connection<PrivateCompany>> => {
    const { privateCompanies } = store.reading(versions);
    const { sector, updatedSince } = conditions;
    const ranked = idsOf(await index.search(q));
    const isLimited = sector !== undefined || updatedSince !== undefined;
    const kept = isLimited ? await privateCompanies.among(ranked, conditions) : null;
    const slugs = kept === null ? ranked : ranked.filter((slug) => kept.has(slug));
    const page = pageOfList(
      slugs.map((id) => ({ id })),
      args,
      cursorsFor(conditions, q),
      ({ id }) => id,
    );
    const rows = await privateCompanies.bySlugs(page.nodes);
    const edges = page.edges.flatMap(({ node: slug, cursor }) => {
      const node = rows.get(slug);
      return node === undefined ? [] : [{ node, cursor }];
    });
    return { ...page, edges, nodes: edges.map(({ node }) => node) };
  };
  return {
    Query: {
      privateCompany: (_root, { slug }, context) => company(slug, context),
      async privateCompanies(_root, { filter, ...args }, context) {
        const { conditions, q } = askedOf(filter);
        const page = q === '' ? await listed(args, conditions, context) : await found(args, q, conditions, context);
        for (const row of page.nodes) noteSources(context, row);
        return page;
      },
    },
    PrivateCompanyEdge: {
      standing: ({ node }, _args, context) => standing(node, {}, context),
    },
    PrivateCompany: {
      __resolveReference: ({ slug }, context) => company(slug, context),
      id: ({ slug }) => nodeId('PrivateCompany', slug),
      headquarters: ({ hq }) => hq,
      ipoStatus: ({ profile: known }) => known?.ipoStatus ?? null,
      succeededBy: ({ profile: known }) => known?.succeededBy ?? null,
      profile: (row, _args, context) => profile(row, {}, context),
    },
  } satisfies Fields;
}
