import type { Requirement } from './plan.js';
import { Kind, type SelectionSetNode } from 'graphql';
import type { Entity, Obtain, Route, Source, Uses } from './entity.js';
import type { FetchGroup } from './fetch-tree.js';
import type { Joins } from './joins.js';
import type { PlanDraft } from './plan-draft.js';
import { readRequestedFields, type NeededKeys } from './requested-fields.js';
import type { StepBudget } from './step-budget.js';

/** The deepest nesting of needs (keys of keys, requirements of requirements) that is tried. */
const MAX_NEEDS = 12;

/** How subgraphs can fetch known objects. */
export class Routes {
  readonly #joins: Joins;
  readonly #keys: NeededKeys;
  readonly #draft: PlanDraft;
  readonly #fromSources: Obtain;
  readonly #budget: StepBudget;
  #nesting = 0;

  constructor(joins: Joins, keys: NeededKeys, budget: StepBudget, draft: PlanDraft, fromSources: Obtain) {
    this.#joins = joins;
    this.#keys = keys;
    this.#budget = budget;
    this.#draft = draft;
    this.#fromSources = fromSources;
  }

  /** A route by a known key or, unless `isDirect`, by a key that other subgraphs return first. */
  find(entity: Entity, graph: string, isDirect: boolean): Route | undefined {
    const known = entity.routes.get(graph);
    if (known !== undefined) return known;
    const route = this.#direct(entity, graph) ?? (isDirect ? undefined : this.#indirect(entity, graph));
    if (route !== undefined) this.#draft.journal.set(entity.routes, graph, route);
    return route;
  }

  /** A route by a key that the object's sources have. */
  #direct(entity: Entity, graph: string): Route | undefined {
    for (const { typeName, selectionSet } of this.#joins.keys(entity.typeName, graph)) {
      this.#budget.spend();
      const mark = this.#draft.journal.mark();
      const after: Uses = new Set(entity.found === undefined ? [] : [entity.found]);
      const requires = this.need(entity, selectionSet, after, this.#fromSources);
      if (requires !== undefined) return { graph, typeName, requires, after };
      this.#draft.journal.rollback(mark);
    }
    return undefined;
  }

  /** A route through as few other subgraphs as possible. */
  #indirect(entity: Entity, graph: string): Route | undefined {
    const mark = this.#draft.journal.mark();
    for (;;) {
      const others = [...this.#joins.graphs.keys()].filter(
        (other) => !entity.sources.some((source) => source.graph === other),
      );
      const routes = others.flatMap((other) => this.#direct(entity, other) ?? []);
      for (const route of routes) this.#draft.enter(entity, route);
      const found = this.#direct(entity, graph);
      if (found === undefined && routes.length > 0) continue;
      const passed = found === undefined ? [] : sourcesOn(found.after, entity.sources);
      this.#draft.journal.rollback(mark);
      if (found === undefined) return undefined;
      for (const source of passed) {
        if (entity.sources.some((known) => known.graph === source.graph)) continue;
        const route = this.#direct(entity, source.graph);
        if (route !== undefined) this.#draft.enter(entity, route);
      }
      return this.#direct(entity, graph);
    }
  }

  /** Plans fetches of what a representation needs and returns its content; undefined if it is not available. */
  need(entity: Entity, selectionSet: SelectionSetNode, uses: Uses, obtain: Obtain): readonly Requirement[] | undefined {
    if (this.#nesting >= MAX_NEEDS) return undefined;
    const requested = readRequestedFields([selectionSet], this.#joins, {
      keyOf: (field) => this.#keys.of(field),
      knows: () => true,
      fragments: new Map(),
    });
    for (const one of requested.of(entity.typeName)) {
      let fetches = entity.needed.get(one.key);
      if (fetches === undefined) {
        const found: Uses = new Set();
        this.#nesting += 1;
        const { left } = obtain(entity, [one], found);
        this.#nesting -= 1;
        if (left.length > 0) return undefined;
        fetches = found;
        this.#draft.journal.set(entity.needed, one.key, fetches);
      }
      for (const group of fetches) uses.add(group);
    }
    return requiresOf(selectionSet, this.#keys);
  }
}

/** The sources that the fetches depend on, in order of `sources`. */
function sourcesOn(after: ReadonlySet<FetchGroup>, sources: readonly Source[]): readonly Source[] {
  const passed = new Set<FetchGroup>();
  const visit = (groups: ReadonlySet<FetchGroup>): void => {
    for (const group of groups) {
      if (passed.has(group)) continue;
      passed.add(group);
      visit(group.after);
    }
  };
  visit(after);
  return sources.filter(({ group }) => passed.has(group));
}

function requiresOf({ selections }: SelectionSetNode, keys: NeededKeys): readonly Requirement[] {
  return selections.flatMap((selection): Requirement | readonly Requirement[] => {
    if (selection.kind === Kind.FIELD) {
      const name = selection.name.value;
      const key = keys.of(selection);
      const below = selection.selectionSet === undefined ? undefined : requiresOf(selection.selectionSet, keys);
      return { key, name, selections: below };
    }
    if (selection.kind !== Kind.INLINE_FRAGMENT) throw new Error('A directive’s selection has no named fragments.');
    const inner = requiresOf(selection.selectionSet, keys);
    return selection.typeCondition === undefined
      ? inner
      : { type: selection.typeCondition.name.value, selections: inner };
  });
}
