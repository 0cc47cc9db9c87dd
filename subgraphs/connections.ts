import { ApiError } from '../access/errors.js';

/** A page of a Relay connection. */
export interface Connection<Node> {
  readonly edges: readonly { readonly node: Node; readonly cursor: string }[];
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
const VERSION = '1:';

/** The opaque cursor for a row: its encoded position in the list's order. */
export function cursorOf(key: string): string {
  return Buffer.from(VERSION + key).toString('base64url');
}

/** Decodes a cursor; undefined for the start. Throws `invalid_parameter` unless `cursorOf` made it. */
export function keyAfter(cursor: string | null | undefined, param = 'after'): string | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const key = text.slice(VERSION.length);
  if (key !== '' && cursorOf(key) === cursor) return key;
  const message = `${param} is not a valid cursor; pass the endCursor of a page, or omit ${param} for the first page.`;
  throw new ApiError('invalid_parameter', message, { param });
}

/** A page as a connection. `keyOf` is a row's position in the list's order. */
export function connectionOf<Row, Node>(page: Page<Row>, after: string | undefined, keyOf: (row: Row) => string, nodeOf: (row: Row) => Node): Connection<Node> {
  const edges = page.rows.map((row) => ({ node: nodeOf(row), cursor: cursorOf(keyOf(row)) }));
  return {
    edges,
    pageInfo: { hasNextPage: page.hasNext, hasPreviousPage: after !== undefined, startCursor: edges[0]?.cursor ?? null, endCursor: edges.at(-1)?.cursor ?? null },
    totalCount: page.total,
  };
}
