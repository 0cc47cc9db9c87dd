import DataLoader from 'dataloader';
import type { RequestContext } from '../../access/request-context.js';
import { ApiError } from '../../access/errors.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import { connectionOf, cursorsOf } from '../connections.js';
import { nodeId } from '../node-ids.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';

export function createFields({ store }: Services) {
  const bySlug = (context: RequestContext): DataLoader<string, PrivateCompany> => {
    const known = context.loaders.get(bySlug);
    if (known instanceof DataLoader) return known as DataLoader<string, PrivateCompany>;
    const loader = new DataLoader<string, PrivateCompany>(async (slugs) => {
      const stored = await store.reading(context.versions).privateCompanies.bySlugs(slugs);
      return slugs.map(
        (slug) =>
          stored.get(slug) ??
          new ApiError('not_found', `No private company has the slug ${slug}; privateCompanies lists them.`, {
            param: 'slug',
          }),
      );
    });
    context.loaders.set(bySlug, loader);
    return loader;
  };
  const company = async (slug: string, context: RequestContext): Promise<PrivateCompany> => {
    const found = await bySlug(context).load(slug.trim().toLowerCase());
    context.dataSources.add(found.source);
    return found;
  };
  return {
    Query: {
      privateCompany: (_root, { slug }, context) => company(slug, context),
      async privateCompanies(_root, { first, after, filter }, context) {
        const { sector, search: q } = { sector: filter?.sector?.trim(), search: filter?.search?.trim() };
        const cursors = cursorsOf('Query.privateCompanies', sector?.toLowerCase(), q?.toLowerCase());
        const [name, slug] = cursors.after(after, 2) ?? [];
        const behind = name === undefined || slug === undefined ? undefined : { name, slug };
        const search = { sector, q, limit: first, after: behind };
        const page = await store.reading(context.versions).privateCompanies.search(search);
        for (const { source } of page.rows) context.dataSources.add(source);
        return connectionOf(page, cursors, behind === undefined, (row) => [row.name, row.slug], (row) => row);
      },
    },
    PrivateCompany: {
      __resolveReference: ({ slug }, context) => company(slug, context),
      id: ({ slug }) => nodeId('PrivateCompany', slug),
      headquarters: ({ hq }) => hq,
    },
  } satisfies Fields;
}
