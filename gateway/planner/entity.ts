import type { Requirement } from './plan.js';
import type { SelectionSetNode } from 'graphql';
import type { FetchedSelection, FetchGroup, Path } from './fetch-tree.js';
import type { RequestedField } from './requested-fields.js';

/** Fetches that something depends on. */
export type Uses = Set<FetchGroup>;

/** A subgraph in which a fetch has reached the object: its fields can be selected there. */
export interface Source {
  readonly graph: string;
  /** The object's type in the subgraph: for an interface object, the interface's name. */
  readonly typeName: string;
  readonly selection: FetchedSelection;
  readonly group: FetchGroup;
  /** The requirement that this fetch meets, as the directive spells it. */
  readonly requires: string | undefined;
  /** External fields provided with the object. */
  readonly provided: readonly SelectionSetNode[];
  /**
   * The subgraphs that could have resolved the object at this place; only its own subgraph if the operation has no
   * partial union.
   */
  readonly candidates: ReadonlySet<string>;
}

/** How a subgraph can fetch a known object. */
export interface Route {
  readonly graph: string;
  readonly typeName: string;
  readonly requires: readonly Requirement[];
  readonly after: ReadonlySet<FetchGroup>;
}

/** The objects of one type at one place of the data; for an interface object, those of unknown type. */
export interface Entity {
  readonly typeName: string;
  readonly path: Path;
  /** The fetch that found them and their type. */
  readonly found: FetchGroup | undefined;
  readonly sources: Source[];
  /** What was fetched only for the plan, by its key, with the fetches that return it. */
  readonly needed: Map<string, ReadonlySet<FetchGroup>>;
  readonly routes: Map<string, Route>;
  /** The objects by type, once a subgraph has returned their types; by that subgraph. */
  readonly typed: Map<string, ReadonlyMap<string, Entity>>;
  /** The sources that receive required fields, by subgraph and requirement. */
  readonly met: Map<string, Source>;
  /** Requirements that are being planned, to detect cycles. */
  readonly open: Set<string>;
}

/** What is still requested of an object, and whether anything was planned. */
export interface Rest {
  readonly left: readonly RequestedField[];
  readonly hasMoved: boolean;
}

/** Plans fetches of an object's fields as far as possible. */
export type Obtain = (entity: Entity, requested: readonly RequestedField[], uses: Uses) => Rest;

export function entityOf(typeName: string, path: Path, source: Source | undefined): Entity {
  return {
    typeName,
    path,
    found: source?.group,
    sources: source === undefined ? [] : [source],
    needed: new Map(),
    routes: new Map(),
    typed: new Map(),
    met: new Map(),
    open: new Set(),
  };
}
