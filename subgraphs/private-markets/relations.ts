import type { RequestContext } from '../../access/request-context.js';
import { isoDate } from '../../calendar/days.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { PrivateRelation } from '../../store/private-relations.js';
import { objectLoader, type FieldQuery } from '../field-loader.js';
import type { Services } from '../services.js';
import { directoryLoaders } from './directory-loaders.js';
import type { Fields } from './generated/resolver-types.js';

/** A function that reads the relations of a company: one query for all of a tick. */
export function relationLoader({ store }: Services) {
  const load = async (
    queries: readonly FieldQuery<PrivateCompany, object>[],
    context: RequestContext,
  ): Promise<readonly (readonly PrivateRelation[])[]> => {
    const stored = await store.reading(context.versions).privateRelations.bySlugs(queries.map(({ obj }) => obj.slug));
    return queries.map(({ obj }) => stored.get(obj.slug) ?? []);
  };
  return objectLoader(load, ({ slug }: PrivateCompany) => slug);
}

export function createFields(services: Services) {
  const { company, security } = directoryLoaders(services);
  const relationsOf = relationLoader(services);
  return {
    PrivateCompany: {
      relations: (row, _args, context) => relationsOf(row, {}, context),
      async rivals(row, _args, context) {
        const relations = await relationsOf(row, {}, context);
        const slugs = relations.flatMap(({ relation, otherSlug }) => (relation === 'rival' ? (otherSlug ?? []) : []));
        const rivals = await Promise.all(slugs.map((slug) => company(slug, context)));
        return rivals.flatMap((rival) => rival ?? []);
      },
    },
    CompanyRelation: {
      company: ({ otherSlug }, _args, context) => (otherSlug === null ? null : company(otherSlug, context)),
      security: ({ ticker }, _args, context) => (ticker === null ? null : security(ticker, context)),
      asOf: ({ asOfDay }) => isoDate(asOfDay),
    },
  } satisfies Fields;
}
