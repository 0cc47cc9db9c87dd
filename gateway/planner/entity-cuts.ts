import {
  getNamedType,
  isAbstractType,
  isListType,
  isNonNullType,
  Kind,
  type DocumentNode,
  type FieldNode,
  OperationTypeNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  type InlineFragmentNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { createFieldCollector, outputTypeOf, type CollectFields } from '../execution/field-collector.js';
import type { PlanPath } from './plan-walk.js';
import { PLANNING_NAME, type EntityEntry } from './planning-supergraph.js';
import { possibleTypesOf } from './type-conflicts.js';
import { writeByType } from './written-by-type.js';

const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/** What an operation asks of the entities of one type at one place. */
export interface EntityPart {
  readonly path: PlanPath;
  /** An operation of its own that begins at such an entity. */
  readonly document: DocumentNode;
  readonly rootField: string;
}

/** An operation that ends at the first entities, and what it asks of those. */
export interface CutOperation {
  readonly parts: readonly EntityPart[];
  /** The operation down to the entities, of which it selects what is handed in for each part. */
  write(selectionOf: (part: EntityPart) => readonly SelectionNode[]): DocumentNode;
}

/** Cuts an operation whose aliases are data keys at the entities nearest to its root; the part of each takes the entry that `choose` names. */
export function cutAtEntities(document: DocumentNode, schema: GraphQLSchema, choose: (typeName: string) => EntityEntry | undefined): CutOperation {
  const keys = { of: ([field]: readonly [FieldNode, ...FieldNode[]]) => (field.alias ?? field.name).value, canBe: () => true };
  const opened = writeByType(document, schema, createFieldCollector(schema, document), keys);
  const operation = opened.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('The document has no operation.');
  const cutter = new EntityCutter(operation, schema, createFieldCollector(schema, opened), choose);
  const root = schema.getRootType(operation.operation)?.name ?? '';
  const write = cutter.cut(root, operation.selectionSet, []);
  return {
    parts: cutter.parts,
    write: (selectionOf) => ({ kind: Kind.DOCUMENT, definitions: [{ ...operation, selectionSet: write(selectionOf) }] }),
  };
}

type SelectionOf = (part: EntityPart) => readonly SelectionNode[];
type WriteSelections = (selectionOf: SelectionOf) => SelectionSetNode;

class EntityCutter {
  readonly parts: EntityPart[] = [];
  readonly #operation: OperationDefinitionNode;
  readonly #schema: GraphQLSchema;
  readonly #collect: CollectFields;
  readonly #choose: (typeName: string) => EntityEntry | undefined;

  constructor(operation: OperationDefinitionNode, schema: GraphQLSchema, collect: CollectFields, choose: (typeName: string) => EntityEntry | undefined) {
    this.#operation = operation;
    this.#schema = schema;
    this.#collect = collect;
    this.#choose = choose;
  }

  /** The writer of a value's selections; entities in it become parts. */
  cut(typeName: string, selectionSet: SelectionSetNode, path: PlanPath): WriteSelections {
    if (isAbstractType(this.#schema.getType(typeName))) return this.#cutAbstract(typeName, selectionSet, path);
    const fields = [...this.#collect(typeName, [selectionSet]).values()].map(([field]) => this.#cutField(typeName, field, path));
    return (selectionOf) => ({ kind: Kind.SELECTION_SET, selections: fields.map((write) => write(selectionOf)) });
  }

  #cutAbstract(typeName: string, selectionSet: SelectionSetNode, path: PlanPath): WriteSelections {
    const types = possibleTypesOf(this.#schema, typeName).map((possible) => {
      const selections = [...this.#collect(possible, [selectionSet]).values()].map(([field]) => field);
      return [possible, this.#cutValue(possible, { kind: Kind.SELECTION_SET, selections }, [...path, { TypeCondition: [possible] }])] as const;
    });
    return (selectionOf) => {
      const fragments = types.map(([possible, write]) => fragmentOn(possible, write(selectionOf))).filter((node) => node.selectionSet.selections.length > 0);
      return { kind: Kind.SELECTION_SET, selections: [TYPENAME, ...fragments] };
    };
  }

  /** A value of an object type: a part, if it is an entity of which more is asked than its type. */
  #cutValue(typeName: string, selectionSet: SelectionSetNode, path: PlanPath): WriteSelections {
    const entry = this.#choose(typeName);
    const isMore = selectionSet.selections.some((node) => node.kind !== Kind.FIELD || node.name.value !== '__typename');
    if (entry === undefined || !isMore) return this.cut(typeName, selectionSet, path);
    const part: EntityPart = { path, rootField: entry.rootField, document: this.#documentOf(entry.rootField, selectionSet) };
    this.parts.push(part);
    return (selectionOf) => ({ kind: Kind.SELECTION_SET, selections: [TYPENAME, ...selectionOf(part)] });
  }

  #documentOf(rootField: string, selectionSet: SelectionSetNode): DocumentNode {
    const root: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: rootField }, selectionSet };
    const { variableDefinitions = [] } = this.#operation;
    const operation: OperationDefinitionNode = {
      kind: Kind.OPERATION_DEFINITION,
      operation: OperationTypeNode.QUERY,
      variableDefinitions,
      selectionSet: { kind: Kind.SELECTION_SET, selections: [root] },
    };
    return { kind: Kind.DOCUMENT, definitions: [operation] };
  }

  #cutField(typeName: string, field: FieldNode, path: PlanPath): (selectionOf: SelectionOf) => FieldNode {
    const type = outputTypeOf(this.#schema, typeName, field.name.value);
    if (type === undefined || field.selectionSet === undefined) return () => field;
    const named = getNamedType(type).name;
    const below: PlanPath = [...path, { Field: (field.alias ?? field.name).value }, ...listsOf(type)];
    // An entry is where a part begins: it ends at the entities below.
    const mayEnd = !isAbstractType(this.#schema.getType(named)) && !PLANNING_NAME.test(field.name.value);
    const write = mayEnd ? this.#cutValue(named, field.selectionSet, below) : this.cut(named, field.selectionSet, below);
    return (selectionOf) => ({ ...field, selectionSet: write(selectionOf) });
  }
}

/** A step into each list that the type nests. */
function listsOf(type: GraphQLOutputType): readonly '@'[] {
  if (isNonNullType(type)) return listsOf(type.ofType);
  return isListType(type) ? ['@', ...listsOf(type.ofType)] : [];
}

function fragmentOn(typeName: string, selectionSet: SelectionSetNode): InlineFragmentNode {
  return { kind: Kind.INLINE_FRAGMENT, typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: typeName } }, selectionSet };
}
