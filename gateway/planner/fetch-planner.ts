import { Kind, type TypeNode } from 'graphql';
import { Candidates, type PartialUnions } from './candidates.js';
import { coverageOf, providedBelow, providedOf, sharedRoot } from './coverage.js';
import { entityOf, type Entity, type Rest, type Source, type Uses } from './entity.js';
import { TYPENAME, type FetchGroup, type Path } from './fetch-tree.js';
import { namedTypeOf, selectionOf, type Joins } from './joins.js';
import { PlanDraft } from './plan-draft.js';
import { Routes } from './routes.js';
import { AbstractValues } from './abstract-values.js';
import type { StepBudget } from './step-budget.js';
import { requestedFieldsOf, type NeededKeys, type RequestedField } from './requested-fields.js';

/**
 * Plans the fetches of one operation by walking its selections with the subgraphs that have them.
 *
 * A requested field is selected where the object was found; a missing one is fetched from a subgraph that has it and
 * can fetch the object by a key. If no subgraph can complete an object, the object above is tried in its other
 * subgraphs. Values of abstract types are planned type by type, so a subgraph gets only the fields selected on each
 * type. An interface object's own fields are fetched for any value; whatever depends on its type is fetched after the
 * type, from a subgraph that has the interface.
 */
export class FetchPlanner {
  readonly #joins: Joins;
  readonly #draft = new PlanDraft();
  readonly #routes: Routes;
  readonly #values: AbstractValues;
  readonly #candidates: Candidates;
  readonly #budget: StepBudget;

  constructor(joins: Joins, keys: NeededKeys, partialUnions: PartialUnions, budget: StepBudget) {
    this.#joins = joins;
    this.#budget = budget;
    this.#candidates = new Candidates(joins, partialUnions);
    this.#routes = new Routes(joins, keys, budget, this.#draft, (entity, requested, uses) =>
      this.#fromSources(entity, requested, uses),
    );
    this.#values = new AbstractValues(joins, this.#candidates, this.#draft, this.#routes, {
      all: (entity, requested, uses) => this.#resolve(entity, requested, uses),
      untyped: (entity, requested, uses) => this.#untyped(entity, requested, uses),
    });
  }

  get groups(): readonly FetchGroup[] {
    return this.#draft.groups;
  }

  /** Plans a query's fields. Returns those that no subgraph has. */
  query(requested: readonly RequestedField[]): readonly RequestedField[] {
    const root = entityOf(this.#joins.rootOf('query'), [], undefined);
    return requested.flatMap((one) => this.#fromOthers(root, [one], new Set()).left);
  }

  /** Plans one field of a mutation, which only one subgraph may execute. */
  mutation(requested: readonly RequestedField[]): readonly RequestedField[] {
    const root = entityOf(this.#joins.rootOf('mutation'), [], undefined);
    const tried = new Set<string>();
    for (
      let graph = this.#best(root, requested, tried);
      graph !== undefined;
      graph = this.#best(root, requested, tried)
    ) {
      tried.add(graph);
      const mark = this.#draft.journal.mark();
      if (this.#through(root, graph, requested, true, new Set()).left.length === 0) return [];
      this.#draft.journal.rollback(mark);
    }
    return requested;
  }

  #resolve(entity: Entity, requested: readonly RequestedField[], uses: Uses): Rest {
    const { left, hasMoved } = this.#untyped(entity, requested, uses);
    if (left.length === 0 || !this.#joins.isAbstract(entity.typeName)) return { left, hasMoved };
    const typed = this.#values.fromOwners(
      entity,
      new Map(this.#joins.possible(entity.typeName).map((type) => [type, left])),
      uses,
    );
    return typed.left.size === 0 ? { left: [], hasMoved: true } : { left, hasMoved: hasMoved || typed.hasMoved };
  }

  #untyped(entity: Entity, requested: readonly RequestedField[], uses: Uses): Rest {
    const fromSources = this.#fromSources(entity, requested, uses);
    const fromOthers = this.#fromOthers(entity, fromSources.left, uses);
    return { left: fromOthers.left, hasMoved: fromSources.hasMoved || fromOthers.hasMoved };
  }

  #fromSources(entity: Entity, requested: readonly RequestedField[], uses: Uses): Rest {
    let rest: Rest = { left: requested, hasMoved: false };
    for (const source of [...entity.sources]) {
      const { left, hasMoved } = this.#select(entity, source, rest.left, uses);
      rest = { left, hasMoved: rest.hasMoved || hasMoved };
    }
    return rest;
  }

  /** Plans through the subgraphs with the most requested fields; those with a known key come first. */
  #fromOthers(entity: Entity, requested: readonly RequestedField[], uses: Uses): Rest {
    let rest: Rest = { left: requested, hasMoved: false };
    for (const isDirect of [true, false]) {
      const tried = new Set<string>();
      for (
        let graph = this.#best(entity, rest.left, tried);
        graph !== undefined;
        graph = this.#best(entity, rest.left, tried)
      ) {
        tried.add(graph);
        const { left, hasMoved } = this.#through(entity, graph, rest.left, isDirect, uses);
        rest = { left, hasMoved: rest.hasMoved || hasMoved };
      }
    }
    return rest;
  }

  #best(entity: Entity, requested: readonly RequestedField[], tried: ReadonlySet<string>): string | undefined {
    const [one, ...others] = requested;
    if (entity.found === undefined && one !== undefined && others.length === 0) {
      const shared = sharedRoot(
        entity.typeName,
        one,
        [...this.#joins.graphs.keys()].filter((graph) => !tried.has(graph)),
        this.#joins,
      );
      if (shared !== undefined) return shared;
    }
    let best: string | undefined;
    let most = 0;
    for (const graph of this.#joins.graphs.keys()) {
      const count =
        tried.has(graph) || requested.length === 0 ? 0 : coverageOf(entity.typeName, requested, graph, this.#joins);
      if (count > most) [best, most] = [graph, count];
    }
    return best;
  }

  /** Plans through one subgraph: plain fields, then fields with requirements. */
  #through(entity: Entity, graph: string, requested: readonly RequestedField[], isDirect: boolean, uses: Uses): Rest {
    const name = this.#joins.nameIn(entity.typeName, graph) ?? entity.typeName;
    const requirements = new Map<string | undefined, RequestedField[]>();
    for (const one of requested) {
      const joined = this.#joins.field(name, one.field.name.value, graph);
      if (joined !== undefined && !joined.isExternal)
        requirements.set(joined.requires, [...(requirements.get(joined.requires) ?? []), one]);
    }
    let rest: Rest = { left: requested, hasMoved: false };
    for (const [requires, share] of requirements) {
      const mark = this.#draft.journal.mark();
      const innerUses: Uses = new Set();
      const source =
        requires === undefined
          ? this.#enter(entity, graph, isDirect)
          : this.#enterWith(entity, graph, requires, isDirect);
      const found = source === undefined ? undefined : this.#select(entity, source, share, innerUses);
      if (found?.hasMoved !== true) {
        this.#draft.journal.rollback(mark);
        continue;
      }
      for (const group of innerUses) uses.add(group);
      rest = { left: [...rest.left.filter((one) => !share.includes(one)), ...found.left], hasMoved: true };
    }
    return rest;
  }

  /** The subgraph as a source of plain fields. */
  #enter(entity: Entity, graph: string, isDirect: boolean): Source | undefined {
    if (entity.found === undefined) return this.#draft.rootSource(entity, graph, this.#candidates.all);
    // An earlier requirement may already have led there.
    const known = entity.sources.find((source) => source.graph === graph);
    if (known !== undefined) return known;
    const route = this.#routes.find(entity, graph, isDirect);
    return route === undefined ? undefined : this.#draft.enter(entity, route);
  }

  #enterWith(entity: Entity, graph: string, requires: string, isDirect: boolean): Source | undefined {
    const place = `${graph} ${requires}`;
    const known = entity.met.get(place);
    if (known !== undefined || entity.open.has(place)) return known;
    const route = this.#routes.find(entity, graph, isDirect);
    if (route === undefined) return undefined;
    const after: Uses = new Set(route.after);
    entity.open.add(place);
    const needed = this.#routes.need(entity, selectionOf(requires), after, (one, requested, uses) =>
      this.#resolve(one, requested, uses),
    );
    entity.open.delete(place);
    if (needed === undefined) return undefined;
    const source = this.#draft.fetch(entity, { ...route, after }, { text: requires, needed });
    this.#draft.journal.set(entity.met, place, source);
    return source;
  }

  /** Selects the source's fields, with everything available below them. */
  #select(entity: Entity, source: Source, requested: readonly RequestedField[], uses: Uses): Rest {
    const left: RequestedField[] = [];
    let hasMoved = false;
    const provided = providedOf(source.provided, entity.typeName, this.#joins);
    for (const one of requested) {
      this.#budget.spend();
      const rest = this.#selectField(entity, source, one, provided, uses);
      if (rest !== undefined) left.push(rest);
      if (rest !== one) hasMoved = true;
    }
    return { left, hasMoved };
  }

  /** What remains of the field: the field itself if nothing was planned, undefined if everything was. */
  #selectField(
    entity: Entity,
    source: Source,
    one: RequestedField,
    provided: readonly RequestedField[],
    uses: Uses,
  ): RequestedField | undefined {
    const { key, field, below } = one;
    const name = field.name.value;
    if (name === '__typename') {
      if (this.#joins.isAbstract(entity.typeName)) return one;
      if (source.typeName === entity.typeName) source.selection.add('__typename', TYPENAME, undefined, true);
      uses.add(source.group);
      return undefined;
    }
    const joined = this.#joins.field(source.typeName, name, source.graph);
    const isProvided = joined?.isExternal === true && provided.some((known) => known.key === name);
    if (joined === undefined || (!isProvided && (joined.isExternal || joined.requires !== source.requires))) return one;
    const mark = this.#draft.journal.mark();
    const selected = source.selection.add(key, field, joined.type, below === undefined);
    if (below === undefined || selected.below === undefined) {
      uses.add(source.group);
      return undefined;
    }
    const innerUses: Uses = new Set([source.group]);
    const declared = this.#joins.typeOf(entity.typeName, name) ?? joined.type;
    if (
      this.#joins.isAbstract(namedTypeOf(declared)) &&
      !this.#joins.isInterfaceObject(namedTypeOf(joined.type), source.graph)
    )
      selected.below.add('__typename', TYPENAME, undefined, true);
    const rest = this.#values.below(
      {
        graph: source.graph,
        group: source.group,
        selection: selected.below,
        provided: providedBelow(name, joined.provides, provided),
        candidates: this.#candidates.ofField(source, entity.typeName, name),
        path: [...entity.path, { field: key }, ...listsOf(declared)],
        typeName: namedTypeOf(joined.type),
      },
      below,
      innerUses,
    );
    // Another subgraph may return a different value for an abstract type.
    if (rest.left.size > 0 && (!rest.hasMoved || this.#joins.isAbstract(namedTypeOf(joined.type)))) {
      this.#draft.journal.rollback(mark);
      return one;
    }
    for (const group of innerUses) uses.add(group);
    return rest.left.size === 0 ? undefined : { ...one, nodes: [], below: requestedFieldsOf(rest.left) };
  }
}

function listsOf(type: TypeNode): Path {
  if (type.kind === Kind.NON_NULL_TYPE) return listsOf(type.type);
  return type.kind === Kind.LIST_TYPE ? ['@', ...listsOf(type.type)] : [];
}
