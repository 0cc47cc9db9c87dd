import type { DocumentNode } from 'graphql';

/** A step from an object to the next: into a field, into each element of a list, or into values of one type. */
export type PathStep = { readonly field: string } | '@' | { readonly type: string };

/** Where a plan finds the objects of an entity fetch. */
export type PlanPath = readonly PathStep[];

/** Part of an entity's representation. */
export type Requirement = RequiredField | RequiredFragment;

export interface RequiredField {
  /** The key in the fetched data. */
  readonly key: string;
  /** The key to send. */
  readonly name: string;
  readonly selections: readonly Requirement[] | undefined;
}

export interface RequiredFragment {
  readonly type: string;
  readonly selections: readonly Requirement[];
}

/**
 * Renames the last key of a path in a response; earlier keys of the path are already renamed. Lists are not part of the
 * path.
 */
export interface Rename {
  readonly path: readonly string[];
  readonly to: string;
}

/** One `_entities` field of a fetch. */
export interface EntityRequirement {
  /** Its response key. */
  readonly alias: string;
  /** The variable with its representations. */
  readonly variable: string;
  /** The type's name in the subgraph, sent as `__typename`. */
  readonly typeName: string;
  readonly paths: readonly PlanPath[];
  readonly requires: readonly Requirement[];
  readonly renames: readonly Rename[];
}

/** One request to a subgraph. */
export interface PlannedFetch {
  readonly subgraph: string;
  readonly document: DocumentNode;
  /** Names of the operation's variables that the document uses. */
  readonly variables: readonly string[];
  /** Indexes of the fetches whose responses this one needs; each is lower than its own. */
  readonly after: readonly number[];
  /** The `_entities` fields; absent for a fetch of root fields. */
  readonly entities: readonly EntityRequirement[] | undefined;
  /** Only for a fetch of root fields. */
  readonly renames: readonly Rename[];
}

/**
 * The requests of one query, or of one root field of a mutation. A fetch starts once those it depends on have ended.
 */
export type Plan = readonly PlannedFetch[];
