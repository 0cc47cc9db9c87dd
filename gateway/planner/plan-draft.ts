import type { Requirement } from './plan.js';
import type { Entity, Route, Source } from './entity.js';
import { FetchedSelection, Journal, type FetchGroup } from './fetch-tree.js';

/** The fetches of a plan under construction. */
export class PlanDraft {
  readonly groups: FetchGroup[] = [];
  readonly journal = new Journal();

  /** A subgraph's root fields. */
  rootSource(root: Entity, graph: string, graphs: ReadonlySet<string>): Source {
    const known = root.sources.find((source) => source.graph === graph);
    if (known !== undefined) return known;
    const group = this.#addGroup(graph, undefined, new Set());
    const source: Source = {
      graph,
      typeName: root.typeName,
      selection: group.selection,
      group,
      requires: undefined,
      provided: [],
      candidates: graphs,
    };
    this.journal.push(root.sources, source);
    return source;
  }

  /** A fetch of entities that any later step may add fields to. */
  enter(entity: Entity, route: Route): Source {
    const source = this.fetch(entity, route);
    this.journal.push(entity.sources, source);
    return source;
  }

  /** A fetch of entities; with a requirement, its representations include the required fields. */
  fetch(
    entity: Entity,
    { graph, typeName, requires, after }: Route,
    requirement?: { readonly text: string; readonly needed: readonly Requirement[] },
  ): Source {
    const sent = requirement === undefined ? requires : [...requires, ...requirement.needed];
    const group = this.#addGroup(graph, { path: entity.path, requires: sent, typeName }, after);
    return {
      graph,
      typeName,
      selection: group.selection,
      group,
      requires: requirement?.text,
      provided: [],
      candidates: new Set([graph]),
    };
  }

  #addGroup(graph: string, entity: FetchGroup['entity'], after: ReadonlySet<FetchGroup>): FetchGroup {
    const group = { graph, selection: new FetchedSelection(this.journal), entity, after };
    this.journal.push(this.groups, group);
    return group;
  }
}
