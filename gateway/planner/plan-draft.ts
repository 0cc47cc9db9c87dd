import type { Requirement } from './plan.js';
import type { Entity, Route, Source } from './entity.js';
import { FetchedSelection, Journal, type FetchGroup } from './fetch-tree.js';

/** The fetches of a plan in the making. */
export class PlanDraft {
  readonly groups: FetchGroup[] = [];
  readonly journal = new Journal();

  /** A subgraph's root fields. */
  rootSource(root: Entity, graph: string, graphs: ReadonlySet<string>): Source {
    const known = root.sources.find((source) => source.graph === graph);
    if (known !== undefined) return known;
    const group = this.#addGroup(graph, undefined, new Set());
    const source: Source = { graph, typeName: root.typeName, selection: group.selection, group, requires: undefined, provided: [], candidates: graphs };
    this.journal.push(root.sources, source);
    return source;
  }

  /** A fetch of entities, whose fields anything at the place may select. */
  enter(entity: Entity, route: Route): Source {
    const source = this.fetch(entity, route);
    this.journal.push(entity.sources, source);
    return source;
  }

  /** A fetch of entities, of which the subgraph may be told what fields of it require. */
  fetch(entity: Entity, { graph, typeName, requires, after }: Route, requirement?: { readonly text: string; readonly needed: readonly Requirement[] }): Source {
    const told = requirement === undefined ? requires : [...requires, ...requirement.needed];
    const group = this.#addGroup(graph, { path: entity.path, requires: told, typeName }, after);
    return { graph, typeName, selection: group.selection, group, requires: requirement?.text, provided: [], candidates: new Set([graph]) };
  }

  #addGroup(graph: string, entity: FetchGroup['entity'], after: ReadonlySet<FetchGroup>): FetchGroup {
    const group = { graph, selection: new FetchedSelection(this.journal), entity, after };
    this.journal.push(this.groups, group);
    return group;
  }
}
