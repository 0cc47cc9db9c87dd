import type { ListCursors } from './connections.js';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const isPlace = ([at = '']: readonly string[]): boolean => INSTANT.test(at) && !Number.isNaN(Date.parse(at));

/** The story that a cursor of a list of news names; undefined for the start. Throws `invalid_parameter`. */
export function newsPlace(
  cursors: ListCursors,
  after: string | null | undefined,
): { readonly publishedAt: Date; readonly key: string } | undefined {
  const [at, key] = cursors.after(after, 2, { isPlace }) ?? [];
  return at === undefined || key === undefined ? undefined : { publishedAt: new Date(at), key };
}
