import { ApiError } from '../access/errors.js';

/** A page of a connection. */
export interface Connection<Node> {
  readonly edges: readonly { readonly node: Node; readonly cursor: string }[];
  readonly nodes: readonly Node[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly totalCount: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly hasNext: boolean;
  /** Matching rows on all pages. */
  readonly total: number;
}

/** Cursor format version, so that old cursors are rejected and not misread. */
const VERSION = '2:';

/** The opaque cursor for a row: its encoded position in the list's order. */
export function cursorOf(place: readonly string[]): string {
  return Buffer.from(VERSION + JSON.stringify(place)).toString('base64url');
}

function placeIn(text: string): readonly string[] | null {
  try {
    const place: unknown = JSON.parse(text);
    return Array.isArray(place) && place.every((value) => typeof value === 'string') ? place : null;
  } catch {
    return null;
  }
}

interface PlaceOptions {
  readonly param?: string;
  /** Whether values are a place of this list; cursors of others have as many values. */
  readonly isPlace?: (values: readonly string[]) => boolean;
}

/**
 * Decodes a cursor into its `values` parts; undefined for the start. Throws `invalid_parameter` unless `cursorOf` made it
 * for a list with this order.
 */
export function placeAfter(cursor: string | null | undefined, values: number, { param = 'after', isPlace = () => true }: PlaceOptions = {}): readonly string[] | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const place = text.startsWith(VERSION) ? placeIn(text.slice(VERSION.length)) : null;
  if (place?.length === values && isPlace(place) && cursorOf(place) === cursor) return place;
  const message = `${param} is not a cursor of this list; pass the endCursor of a page with the same arguments, or omit ${param} for the first page.`;
  throw new ApiError('invalid_parameter', message, { param });
}

/** A page as a connection. `placeOf` is a row's position in the list's order. */
export function connectionOf<Row, Node>(page: Page<Row>, isFirst: boolean, placeOf: (row: Row) => readonly string[], nodeOf: (row: Row) => Node): Connection<Node> {
  const edges = page.rows.map((row) => ({ node: nodeOf(row), cursor: cursorOf(placeOf(row)) }));
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: { hasNextPage: page.hasNext, hasPreviousPage: !isFirst, startCursor: edges[0]?.cursor ?? null, endCursor: edges.at(-1)?.cursor ?? null },
    totalCount: page.total,
  };
}

/**
 * A page of a short list that is read whole. An entry's cursor is its id: a page continues after that entry, or at the
 * start if the entry is gone.
 */
export function pageOfList<Row extends { readonly id: string }, Node>(rows: readonly Row[], { first, after }: { readonly first: number; readonly after?: string | null | undefined }, nodeOf: (row: Row) => Node): Connection<Node> {
  const [behind] = placeAfter(after, 1) ?? [];
  const start = behind === undefined ? 0 : rows.findIndex(({ id }) => id === behind) + 1;
  const page = { rows: rows.slice(start, start + first), hasNext: start + first < rows.length, total: rows.length };
  return connectionOf(page, behind === undefined, ({ id }) => [id], nodeOf);
}
