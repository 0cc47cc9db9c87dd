import { entityOf, type Entity, type Obtain, type Source, type Uses } from './entity.js';
import { TYPENAME, type Path } from './fetch-tree.js';
import type { Candidates } from './candidates.js';
import type { Joins } from './joins.js';
import type { PlanDraft } from './plan-draft.js';
import type { Routes } from './routes.js';
import type { RequestedField, RequestedFields } from './requested-fields.js';

/**
 * What is still requested of a value by type, and whether anything was planned. Types with nothing left have no entry.
 */
export interface RestByType {
  readonly left: ReadonlyMap<string, readonly RequestedField[]>;
  readonly hasMoved: boolean;
}

/** A value in a fetch, of any type. */
export interface Place extends Pick<Source, 'graph' | 'selection' | 'group' | 'provided' | 'candidates'> {
  readonly path: Path;
  /** Its type in the subgraph. */
  readonly typeName: string;
}

/** Plans the fields requested of values type by type. */
export class AbstractValues {
  readonly #joins: Joins;
  readonly #candidates: Candidates;
  readonly #draft: PlanDraft;
  readonly #routes: Routes;
  readonly #obtain: { readonly all: Obtain; readonly untyped: Obtain };

  /** `untyped` plans the fields of an interface object that do not depend on its type. */
  constructor(
    joins: Joins,
    candidates: Candidates,
    draft: PlanDraft,
    routes: Routes,
    obtain: { readonly all: Obtain; readonly untyped: Obtain },
  ) {
    this.#joins = joins;
    this.#candidates = candidates;
    this.#draft = draft;
    this.#routes = routes;
    this.#obtain = obtain;
  }

  /** Plans the fields requested below a value that a fetch selects. */
  below(place: Place, below: RequestedFields, uses: Uses): RestByType {
    const { graph, typeName, path, selection } = place;
    if (this.#joins.isInterfaceObject(typeName, graph)) return this.#ofInterfaceObject(place, below, uses);
    if (!this.#joins.isAbstract(typeName)) return this.#ofObject(place, below.of(typeName), uses);
    const left = new Map<string, readonly RequestedField[]>();
    let hasMoved = false;
    const missing = this.#joins.members(typeName, graph).length > 0 ? [] : this.#unknownFields(place, below);
    if (missing.length > 0) left.set(typeName, missing);
    for (const member of this.#candidates.members(place)) {
      const isOpen = this.#joins.isInterfaceObject(member, graph);
      if (!isOpen && below.of(member).length === 0) continue;
      const inner: Place = {
        ...place,
        typeName: member,
        path: [...path, { type: member }],
        selection: selection.on(member),
      };
      const rest = isOpen ? this.#ofInterfaceObject(inner, below, uses) : this.#ofObject(inner, below.of(member), uses);
      for (const [type, fields] of rest.left) left.set(type, fields);
      hasMoved ||= rest.hasMoved;
    }
    return { left, hasMoved };
  }

  /** Requested fields that the subgraph lacks on an interface that none of its types implements. */
  #unknownFields({ graph, typeName }: Place, below: RequestedFields): readonly RequestedField[] {
    return below
      .of(typeName)
      .filter(
        ({ field }) =>
          field.name.value !== '__typename' && this.#joins.field(typeName, field.name.value, graph) === undefined,
      );
  }

  #ofObject({ path, ...place }: Place, requested: readonly RequestedField[], uses: Uses): RestByType {
    const { left, hasMoved } = this.#obtain.all(
      entityOf(place.typeName, path, { ...place, requires: undefined }),
      requested,
      uses,
    );
    return { left: left.length === 0 ? new Map() : new Map([[place.typeName, left]]), hasMoved };
  }

  /** Fields requested of every type come from the interface object; all others are fetched once the type is known. */
  #ofInterfaceObject({ path, ...place }: Place, below: RequestedFields, uses: Uses): RestByType {
    const { typeName } = place;
    const types = this.#joins.possible(typeName).filter((type) => below.knows(type));
    const common = below
      .of(typeName)
      .filter(
        (one) =>
          one.field.name.value !== '__typename' &&
          types.every((type) => below.of(type).some((other) => isSame(one, other))),
      );
    const entity = entityOf(typeName, path, { ...place, requires: undefined });
    const untyped = this.#obtain.untyped(entity, common, uses);
    const done = new Set(common.map(({ key }) => key));
    const left = new Map(
      types.map((type) => [type, [...below.of(type).filter(({ key }) => !done.has(key)), ...untyped.left]]),
    );
    const typed = this.fromOwners(entity, left, uses);
    return { left: typed.left, hasMoved: untyped.hasMoved || typed.hasMoved };
  }

  /** Plans through subgraphs that know an interface object's type, then type by type. */
  fromOwners(entity: Entity, requested: ReadonlyMap<string, readonly RequestedField[]>, uses: Uses): RestByType {
    const left = new Map([...requested].filter(([, fields]) => fields.length > 0));
    let hasMoved = false;
    for (const graph of this.#joins.graphs.keys()) {
      if (left.size === 0) break;
      if (this.#joins.isInterfaceObject(entity.typeName, graph)) continue;
      const mark = this.#draft.journal.mark();
      const typed = entity.typed.get(graph) ?? this.#type(entity, graph);
      const innerUses: Uses = new Set();
      let hasFound = false;
      for (const [type, one] of typed ?? []) {
        const fields = left.get(type);
        if (fields === undefined) continue;
        const rest = this.#obtain.all(one, fields, innerUses);
        hasFound ||= rest.hasMoved;
        if (rest.left.length === 0) left.delete(type);
        else left.set(type, rest.left);
      }
      if (hasFound) for (const group of innerUses) uses.add(group);
      else this.#draft.journal.rollback(mark);
      hasMoved ||= hasFound;
    }
    return { left, hasMoved };
  }

  /** The entities of each type, after a fetch of their `__typename`. */
  #type(entity: Entity, graph: string): ReadonlyMap<string, Entity> | undefined {
    const route = this.#routes.find(entity, graph, false);
    if (route === undefined) return undefined;
    const source = this.#draft.fetch(entity, route);
    source.selection.add('__typename', TYPENAME, undefined, true);
    const typed = new Map(
      this.#joins.members(entity.typeName, graph).map((type) => {
        const path = [...entity.path, { type: type }];
        return [
          type,
          entityOf(type, path, { ...source, typeName: type, selection: source.selection.on(type) }),
        ] as const;
      }),
    );
    this.#draft.journal.set(entity.typed, graph, typed);
    return typed;
  }
}

function isSame(one: RequestedField, other: RequestedField): boolean {
  return (
    one.key === other.key &&
    one.nodes.length > 0 &&
    one.nodes.length === other.nodes.length &&
    one.nodes.every((node, index) => node === other.nodes[index])
  );
}
