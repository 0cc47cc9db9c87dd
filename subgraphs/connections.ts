import { createHash } from 'node:crypto';
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
const VERSION = '3:';

const LIST_TAG_CHARACTERS = 8;

function stringsIn(text: string): readonly string[] | null {
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) && values.every((value) => typeof value === 'string') ? values : null;
  } catch {
    return null;
  }
}

interface PlaceOptions {
  readonly param?: string;
  /** Whether values are a place of this list; cursors of older versions may have as many values. */
  readonly isPlace?: (values: readonly string[]) => boolean;
}

/** The cursors of one list in one order. */
export interface ListCursors {
  /** The opaque cursor for a row: its encoded position in the list's order. */
  of(place: readonly string[]): string;
  /**
   * Decodes a cursor into its `values` parts; undefined for the start. Throws `invalid_parameter` unless `of` made it
   * for this list.
   */
  after(cursor: string | null | undefined, values: number, options?: PlaceOptions): readonly string[] | undefined;
}

/** The cursors of the list with this name and these arguments; those of another list, filter or order are rejected. */
export function cursorsOf(name: string, ...args: readonly (string | null | undefined)[]): ListCursors {
  const identity = JSON.stringify([name, ...args.map((value) => value ?? null)]);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, LIST_TAG_CHARACTERS);
  const of = (place: readonly string[]): string =>
    Buffer.from(VERSION + JSON.stringify([tag, ...place])).toString('base64url');
  return {
    of,
    after(cursor, values, { param = 'after', isPlace = () => true } = {}) {
      if (cursor === null || cursor === undefined) return undefined;
      const text = Buffer.from(cursor, 'base64url').toString();
      const [, ...place] = text.startsWith(VERSION) ? (stringsIn(text.slice(VERSION.length)) ?? []) : [];
      if (place.length === values && isPlace(place) && of(place) === cursor) return place;
      const message = `${param} is not a cursor of this list; pass the endCursor of a page with the same arguments, or omit ${param} for the first page.`;
      throw new ApiError('invalid_parameter', message, { param });
    },
  };
}

/** A page as a connection. `placeOf` is a row's position in the list's order. */
export function connectionOf<Row, Node>(
  page: Page<Row>,
  cursors: ListCursors,
  isFirst: boolean,
  placeOf: (row: Row, index: number) => readonly string[],
  nodeOf: (row: Row) => Node,
): Connection<Node> {
  const edges = page.rows.map((row, index) => ({
    node: nodeOf(row),
    // Few operations select the cursor of each row.
    get cursor() {
      return cursors.of(placeOf(row, index));
    },
  }));
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasNextPage: page.hasNext,
      hasPreviousPage: !isFirst,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount: page.total,
  };
}

interface PageArgs {
  /** Null for all. */
  readonly first: number | null;
  readonly after?: string | null | undefined;
}

const INDEX = /^\d{1,9}$/;

/**
 * The id and the index in a cursor of a list that is read whole; undefined for the start. Throws `invalid_parameter`.
 */
export function listPlace(cursors: ListCursors, after: string | null | undefined): readonly string[] | undefined {
  return cursors.after(after, 2, { isPlace: ([, value = '']) => INDEX.test(value) });
}

/**
 * A page of a short list that is read whole. A cursor is an entry's id and index: a page continues after that entry or,
 * if it has been removed, with the entry that took its place.
 */
export function pageOfList<Row extends { readonly id: string }, Node>(
  rows: readonly Row[],
  { first, after }: PageArgs,
  cursors: ListCursors,
  nodeOf: (row: Row) => Node,
): Connection<Node> {
  const [id, index] = listPlace(cursors, after) ?? [];
  const known = id === undefined ? -1 : rows.findIndex((row) => row.id === id);
  const start = known >= 0 ? known + 1 : Number(index ?? 0);
  const end = start + (first ?? Infinity);
  const page = { rows: rows.slice(start, end), hasNext: end < rows.length, total: rows.length };
  return connectionOf(page, cursors, id === undefined, (row, offset) => [row.id, String(start + offset)], nodeOf);
}
