import type { FieldNode } from 'graphql';

/** The fields that a client asks under one key of one type of value. */
export type AskedFields = readonly [FieldNode, ...FieldNode[]];

/** Where the fetched data holds what was asked under one key of one type. */
export interface DataKeys {
  /** The key under which the fields of one response key stand in the fetched data. */
  of(fields: AskedFields): string;
  /** True if the field stands under the data key for some type. */
  canBe(field: FieldNode, dataKey: string): boolean;
}
