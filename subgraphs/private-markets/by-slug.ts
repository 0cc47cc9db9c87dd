import DataLoader from 'dataloader';
import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { orList } from '../or-list.js';

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

/** Unknown slugs of one batch for which near ones are looked up. */
const MOST_LOOKED_UP = 5;

/** The words of `not_found`. */
export interface SlugWords {
  /** "No company". */
  readonly none: string;
  /** Where all are listed. */
  readonly list: string;
}

function notFound(slug: string, { none, list }: SlugWords, near: readonly string[]): ApiError {
  const advice = near.length === 0 ? `${list}.` : `did you mean ${orList(near)}?`;
  return new ApiError('not_found', `${none} has the slug ${slug}; ${advice}`, { param: 'slug' });
}

/**
 * A function that finds rows by slug, ignoring case and surrounding blanks: one query for all of a tick, each row once
 * per request. It throws `not_found`, with the slugs that `near` finds, for a slug that no row has.
 */
export function slugLoader<Row extends StoredRow>(
  read: (slugs: readonly string[], context: RequestContext) => Promise<ReadonlyMap<string, Row>>,
  words: SlugWords,
  near: (slug: string) => Promise<readonly string[]>,
): (slug: string, context: RequestContext) => Promise<Row> {
  const loaderOf = (context: RequestContext): DataLoader<string, Row> => {
    const known = context.loaders.get(read);
    if (known instanceof DataLoader) return known as DataLoader<string, Row>;
    const loader = new DataLoader<string, Row>(async (slugs) => {
      const stored = await read(slugs, context);
      const unknown = slugs.filter((slug) => !stored.has(slug)).slice(0, MOST_LOOKED_UP);
      const found = new Map(await Promise.all(unknown.map(async (slug) => [slug, await near(slug)] as const)));
      return slugs.map((slug) => stored.get(slug) ?? notFound(slug, words, found.get(slug) ?? []));
    });
    context.loaders.set(read, loader);
    return loader;
  };
  return async (text, context) => {
    const slug = text.trim().toLowerCase();
    if (slug === '') throw new ApiError('invalid_parameter', `slug is empty; ${words.list}.`, { param: 'slug' });
    const found = await loaderOf(context).load(slug);
    noteSources(context, found);
    return found;
  };
}
