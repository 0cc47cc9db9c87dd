import DataLoader from 'dataloader';
import type { RequestContext } from '../../access/request-context.js';
import { ApiError } from '../../access/errors.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';

export function createFields({ store }: Services) {
  const bySlug = (context: RequestContext): DataLoader<string, PrivateCompany> => {
    const known = context.loaders.get(bySlug);
    if (known instanceof DataLoader) return known as DataLoader<string, PrivateCompany>;
    const loader = new DataLoader<string, PrivateCompany>(async (slugs) => {
      const stored = await store.reading(context.versions).privateCompanies.bySlugs(slugs);
      return slugs.map((slug) => stored.get(slug) ?? new ApiError('not_found', `No private company has the slug ${slug}; privateCompanies lists them.`));
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
      async privateCompanies(_root, { sector, q, limit }, context) {
        const search = { sector: sector ?? undefined, q: q ?? undefined, limit };
        const { companies, total } = await store.reading(context.versions).privateCompanies.search(search);
        for (const { source } of companies) context.dataSources.add(source);
        return { count: companies.length, total, companies };
      },
    },
    PrivateCompany: {
      __resolveReference: ({ slug }, context) => company(slug, context),
    },
  } satisfies Fields;
}
