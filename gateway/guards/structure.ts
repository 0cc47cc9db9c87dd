import { Kind, visit, type DocumentNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';
import type { OperationLimits } from '../../access/tiers.js';

/** The size of a document, measured before validation: everything that `OPERATION_LIMITS` bounds except the cost. */
export interface Structure extends Omit<OperationLimits, 'cost'> {
  /** True if a fragment spreads itself: validation rejects it, and no code may follow its spreads. */
  readonly isCyclic: boolean;
  /** Characters of the longest alias: the answer repeats it in each entry of a list. */
  readonly longestAlias: number;
  /** Whether it asks for `__schema` or `__type`. */
  readonly introspects: boolean;
}

interface Size {
  readonly fields: number;
  readonly rootFields: number;
  readonly depth: number;
}

/** Levels of introspection that do not count: the standard introspection query has 12 below its root. */
const INTROSPECTION_DEPTH = 15;

const EMPTY: Size = { fields: 0, rootFields: 0, depth: 0 };

function written(document: DocumentNode): Pick<Structure, 'aliases' | 'directives' | 'longestAlias' | 'introspects'> {
  const counts = { aliases: 0, directives: 0, longestAlias: 0, introspects: false };
  visit(document, {
    Field({ alias, name }) {
      counts.introspects ||= name.value === '__schema' || name.value === '__type';
      if (alias === undefined) return;
      counts.aliases += 1;
      counts.longestAlias = Math.max(counts.longestAlias, alias.value.length);
    },
    Directive: () => {
      counts.directives += 1;
      return false;
    },
  });
  return counts;
}

/** The depth below a field or fragment. Part of the depth of introspection, whose names start with `__`, is free. */
function countedDepth(name: string, { depth }: Size): number {
  return name.startsWith('__') ? Math.max(0, depth - INTROSPECTION_DEPTH) : depth;
}

/** Measures each fragment once and reuses its size, since spreads can multiply. */
class Sizes {
  isCyclic = false;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #known = new Map<string, Size | 'open'>();

  constructor(fragments: readonly FragmentDefinitionNode[]) {
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  of({ selections }: SelectionSetNode): Size {
    let { fields, rootFields, depth } = EMPTY;
    for (const selection of selections) {
      // The spread itself counts, so that fragments of nothing but spreads cannot multiply for free.
      fields += 1;
      if (selection.kind === Kind.FIELD) {
        const below = selection.selectionSet === undefined ? EMPTY : this.of(selection.selectionSet);
        fields += below.fields;
        rootFields += 1;
        depth = Math.max(depth, 1 + countedDepth(selection.name.value, below));
        continue;
      }
      const opened =
        selection.kind === Kind.INLINE_FRAGMENT
          ? this.of(selection.selectionSet)
          : this.#ofFragment(selection.name.value);
      fields += opened.fields;
      rootFields += opened.rootFields;
      depth = Math.max(depth, opened.depth);
    }
    return { fields, rootFields, depth };
  }

  #ofFragment(name: string): Size {
    const known = this.#known.get(name);
    if (known === 'open') this.isCyclic = true;
    else if (known !== undefined) return known;
    const fragment = this.#fragments.get(name);
    if (known === 'open' || fragment === undefined) return EMPTY;
    this.#known.set(name, 'open');
    const size = this.of(fragment.selectionSet);
    this.#known.set(name, size);
    return size;
  }
}

/** Measures every operation of a document, since validation reads them all; the largest counts. */
export function structureOf(document: DocumentNode): Structure {
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const sizes = new Sizes(fragments);
  const all = operations.map(({ selectionSet }) => sizes.of(selectionSet));
  const unused = fragments.map(({ selectionSet, typeCondition }) => {
    const size = sizes.of(selectionSet);
    return { ...size, depth: countedDepth(typeCondition.name.value, size) };
  });
  const most = (list: readonly Size[], measure: keyof Size): number =>
    list.reduce((largest, size) => Math.max(largest, size[measure]), 0);
  return {
    ...written(document),
    tokens: document.tokenCount ?? 0,
    fields: Math.max(
      all.reduce((total, { fields }) => total + fields, 0),
      most(unused, 'fields'),
    ),
    rootFields: most(all, 'rootFields'),
    depth: most([...all, ...unused], 'depth'),
    isCyclic: sizes.isCyclic,
  };
}
