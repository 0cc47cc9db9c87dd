import type { Requirement } from './plan.js';
import type { SelectionSetNode } from 'graphql';
import type { FetchedSelection, FetchGroup, Path } from './fetch-tree.js';
import type { RequestedField } from './requested-fields.js';

/** Fetches that something depends on. */
export type Uses = Set<FetchGroup>;

/** A subgraph that has been reached with an object: its fields can be selected there. */
export interface Source {
  readonly graph: string;
  /** The object's type as the subgraph knows it: an interface object's name for a type that it stands for. */
  readonly typeName: string;
  readonly selection: FetchedSelection;
  readonly group: FetchGroup;
  /** The requirement that is met there, as the directive spells it. */
  readonly requires: string | undefined;
  /** External fields that come with the object. */
  readonly provided: readonly SelectionSetNode[];
  /** The subgraphs that could have answered the object at this place; its own alone where nobody asks. */
  readonly candidates: ReadonlySet<string>;
}

/** How a subgraph can be asked for an object that is known already. */
export interface Route {
  readonly graph: string;
  readonly typeName: string;
  readonly requires: readonly Requirement[];
  readonly after: ReadonlySet<FetchGroup>;
}

/** The objects of one type at one place of the data; of an interface object, those whose type is not known yet. */
export interface Entity {
  readonly typeName: string;
  readonly path: Path;
  /** The fetch that found them, and told their type. */
  readonly found: FetchGroup | undefined;
  readonly sources: Source[];
  /** What was fetched for plans alone, by its key, with the fetches that bring it. */
  readonly needed: Map<string, ReadonlySet<FetchGroup>>;
  readonly routes: Map<string, Route>;
  /** What the objects are once a subgraph told their types, by that subgraph. */
  readonly typed: Map<string, ReadonlyMap<string, Entity>>;
  /** The subgraphs that were told what one of their fields requires, by subgraph and requirement. */
  readonly met: Map<string, Source>;
  /** Requirements that are being met at present. */
  readonly open: Set<string>;
}

/** What is still requested of an object, and whether anything was found. */
export interface Rest {
  readonly left: readonly RequestedField[];
  readonly hasMoved: boolean;
}

/** Fetches fields of objects, as far as they are to be had. */
export type Obtain = (entity: Entity, requested: readonly RequestedField[], uses: Uses) => Rest;

export function entityOf(typeName: string, path: Path, source: Source | undefined): Entity {
  return { typeName, path, found: source?.group, sources: source === undefined ? [] : [source], needed: new Map(), routes: new Map(), typed: new Map(), met: new Map(), open: new Set() };
}
