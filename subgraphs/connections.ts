import { ApiError } from '../access/errors.js';

/** A page of a list as Relay reads one. */
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
  /** Rows that match, on all pages. */
  readonly total: number;
}

/** Changes when cursors do, so that an old one is refused rather than misread. */
const VERSION = '1:';

/** The cursor behind a row: its place in the list's order, spelled so that nobody builds on the spelling. */
export function cursorOf(key: string): string {
  return Buffer.from(VERSION + key).toString('base64url');
}

/** The place that a cursor names; undefined for the beginning. Throws `invalid_parameter` for what `cursorOf` did not make. */
export function keyAfter(cursor: string | null | undefined, param = 'after'): string | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const key = text.slice(VERSION.length);
  if (key !== '' && cursorOf(key) === cursor) return key;
  throw new ApiError('invalid_parameter', `${param}: this is no cursor; pass the endCursor of a page, or leave ${param} out for the first.`, { param });
}

/** A page as a connection. `keyOf` is a row's place in the list's order. */
export function connectionOf<Row, Node>(page: Page<Row>, after: string | undefined, keyOf: (row: Row) => string, nodeOf: (row: Row) => Node): Connection<Node> {
  const edges = page.rows.map((row) => ({ node: nodeOf(row), cursor: cursorOf(keyOf(row)) }));
  return {
    edges,
    pageInfo: { hasNextPage: page.hasNext, hasPreviousPage: after !== undefined, startCursor: edges[0]?.cursor ?? null, endCursor: edges.at(-1)?.cursor ?? null },
    totalCount: page.total,
  };
}
