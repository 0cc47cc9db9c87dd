import DataLoader from 'dataloader';
import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';

interface StoredRow {
  readonly slug: string;
  readonly source: string;
  /** What is laid over it. */
  readonly overlays?: readonly { readonly source: string }[];
}

/** Notes the sources of a row, those of what is laid over it included. */
export function noteSources({ dataSources }: RequestContext, { source, overlays = [] }: StoredRow): void {
  for (const each of [source, ...overlays.map((overlay) => overlay.source)]) dataSources.add(each);
}

/**
 * A function that finds rows by slug, ignoring case and surrounding blanks: one query for all of a tick, each row once
 * per request. It throws `not_found`, in the words of `nothing`, for a slug that no row has.
 */
export function slugLoader<Row extends StoredRow>(
  read: (slugs: readonly string[], context: RequestContext) => Promise<ReadonlyMap<string, Row>>,
  nothing: (slug: string) => string,
): (slug: string, context: RequestContext) => Promise<Row> {
  const loaderOf = (context: RequestContext): DataLoader<string, Row> => {
    const known = context.loaders.get(read);
    if (known instanceof DataLoader) return known as DataLoader<string, Row>;
    const loader = new DataLoader<string, Row>(async (slugs) => {
      const stored = await read(slugs, context);
      return slugs.map((slug) => stored.get(slug) ?? new ApiError('not_found', nothing(slug), { param: 'slug' }));
    });
    context.loaders.set(read, loader);
    return loader;
  };
  return async (slug, context) => {
    const found = await loaderOf(context).load(slug.trim().toLowerCase());
    noteSources(context, found);
    return found;
  };
}
