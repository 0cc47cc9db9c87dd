import type { PlanPath, Requirement } from './plan.js';
import { Kind, type FieldNode, type TypeNode } from 'graphql';
import { callText } from './requested-fields.js';

export const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

export type Path = PlanPath;

/** Changes that can be rolled back: a failed attempt leaves no trace. */
export class Journal {
  readonly #undo: (() => void)[] = [];

  mark(): number {
    return this.#undo.length;
  }

  rollback(mark: number): void {
    while (this.#undo.length > mark) this.#undo.pop()?.();
  }

  /** Adds an entry to a map that does not have it yet. */
  set<K, V>(map: Map<K, V>, key: K, value: V): void {
    map.set(key, value);
    this.#undo.push(() => map.delete(key));
  }

  push<T>(list: T[], item: T): void {
    list.push(item);
    this.#undo.push(() => list.pop());
  }
}

/** A field of a fetch's operation. */
export interface FetchedField {
  readonly field: FieldNode;
  /** Its type in the subgraph. */
  readonly type: TypeNode | undefined;
  readonly below: FetchedSelection | undefined;
}

/** What a fetch selects of a value: fields of all its types, and fields of some. */
export class FetchedSelection {
  readonly fields = new Map<string, FetchedField>();
  readonly fragments = new Map<string, FetchedSelection>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Selects a field under a key; the same field under the same key is selected once. */
  add(key: string, field: FieldNode, type: TypeNode | undefined, isLeaf: boolean): FetchedField {
    const known = this.fields.get(key);
    if (known !== undefined) {
      if (callText(known.field) !== callText(field)) throw new Error(`A fetch would select two fields under "${key}".`);
      return known;
    }
    const added = { field, type, below: isLeaf ? undefined : new FetchedSelection(this.#journal) };
    this.#journal.set(this.fields, key, added);
    return added;
  }

  on(typeName: string): FetchedSelection {
    const known = this.fragments.get(typeName);
    if (known !== undefined) return known;
    const added = new FetchedSelection(this.#journal);
    this.#journal.set(this.fragments, typeName, added);
    return added;
  }
}

/** A fetch under construction. */
export interface FetchGroup {
  readonly graph: string;
  readonly selection: FetchedSelection;
  /**
   * Set for a fetch of entities: where they are, what their representations contain, and their type in the subgraph.
   */
  readonly entity:
    { readonly path: Path; readonly requires: readonly Requirement[]; readonly typeName: string } | undefined;
  /** The fetches whose responses it needs. */
  readonly after: ReadonlySet<FetchGroup>;
}
