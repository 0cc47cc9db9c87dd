import DataLoader from 'dataloader';
import type { RequestContext } from '../../access/request-context.js';
import { ApiError } from '../../access/errors.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { Services } from '../services.js';

export interface CompanySearch {
  readonly sector?: string | null | undefined;
  readonly q?: string | null | undefined;
  readonly limit: number;
}

export interface CompanyPage {
  readonly count: number;
  readonly total: number;
  readonly companies: readonly PrivateCompany[];
}

/** Data access for the private-markets resolvers. */
export function createLoaders({ store }: Services) {
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
  return {
    async company(slug: string, context: RequestContext): Promise<PrivateCompany> {
      const company = await bySlug(context).load(slug.trim().toLowerCase());
      context.dataSources.add(company.source);
      return company;
    },
    async search({ sector, q, limit }: CompanySearch, context: RequestContext): Promise<CompanyPage> {
      const { companies, total } = await store.reading(context.versions).privateCompanies.search({ sector: sector ?? undefined, q: q ?? undefined, limit });
      for (const { source } of companies) context.dataSources.add(source);
      return { count: companies.length, total, companies };
    },
  };
}

export type PrivateMarketsLoaders = ReturnType<typeof createLoaders>;
