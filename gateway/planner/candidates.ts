import type { Source } from './entity.js';
import type { Joins } from './joins.js';

/**
 * Which members are read of a union whose members differ between subgraphs. `shared`: only members known to every
 * subgraph that could resolve the union at its place, so the response does not depend on the chosen subgraph; fields of
 * other members are null. `answering`: all members of the chosen subgraph.
 */
export type PartialUnions = 'shared' | 'answering';

/** The subgraphs that could resolve a value as well as the chosen one. */
export class Candidates {
  readonly all: ReadonlySet<string>;
  readonly #joins: Joins;
  readonly #isRead: boolean;

  constructor(joins: Joins, partialUnions: PartialUnions) {
    this.#joins = joins;
    this.all = new Set(joins.graphs.keys());
    this.#isRead = partialUnions === 'shared' && joins.hasPartialUnions;
  }

  /**
   * Candidates for a field's value: subgraphs that have the field and are candidates for its object or can fetch it by
   * a key.
   */
  ofField({ graph, candidates, typeName: ownName }: Source, typeName: string, fieldName: string): ReadonlySet<string> {
    const found = new Set([graph]);
    if (!this.#isRead) return found;
    for (const other of this.all) {
      const name = other === graph ? ownName : this.#joins.nameIn(typeName, other);
      const joined = name === undefined ? undefined : this.#joins.field(name, fieldName, other);
      if (joined === undefined || joined.isExternal || joined.requires !== undefined) continue;
      if (candidates.has(other) || this.#joins.keys(typeName, other).length > 0) found.add(other);
    }
    return found;
  }

  /** The members of an abstract type that are read at a place. */
  members({ graph, typeName, candidates }: Pick<Source, 'graph' | 'typeName' | 'candidates'>): readonly string[] {
    const members = this.#joins.members(typeName, graph);
    if (!this.#isRead || candidates.size === 1 || !this.#joins.isPartialUnion(typeName)) return members;
    return members.filter((member) =>
      [...candidates].every((other) => this.#joins.members(typeName, other).includes(member)),
    );
  }
}
