import {
  GraphQLError,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { ErrorLog } from './error-log.js';
import { outputTypeOf, type CollectFields } from './field-collector.js';
import {
  generateObject,
  interpretObject,
  reportNull,
  type Complete,
  type Cursor,
  type ProjectedField,
  type ProjectObject,
} from './projected-object.js';
import { isObject, type ObjectValue } from './values.js';

/** Shapes fetched data into the client's response; null if a null bubbled up to the root. */
export type Projection = (data: ObjectValue, log: ErrorLog) => ObjectValue | null;

/** Compiles the response's shape from an operation without conditions; uses generated code for hot operations. */
export function compileProjection(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  collect: CollectFields,
  isHot: boolean,
): Projection {
  const root = schema.getRootType(operation.operation);
  if (root === undefined || root === null) throw new GraphQLError(`The schema has no ${operation.operation} type.`);
  const compiler = new ProjectionCompiler(schema, collect, isHot ? generateObject : interpretObject);
  const project = compiler.objectOf(root.name, [operation.selectionSet]);
  return (data, log) => project(data, { path: [], log }, 0);
}

class ProjectionCompiler {
  readonly #schema: GraphQLSchema;
  readonly #collect: CollectFields;
  readonly #assemble: (fields: readonly ProjectedField[]) => ProjectObject;

  constructor(
    schema: GraphQLSchema,
    collect: CollectFields,
    assemble: (fields: readonly ProjectedField[]) => ProjectObject,
  ) {
    this.#schema = schema;
    this.#collect = collect;
    this.#assemble = assemble;
  }

  objectOf(typeName: string, selectionSets: readonly SelectionSetNode[]): ProjectObject {
    const fields = [...this.#collect(typeName, selectionSets)].map(([key, nodes]) =>
      this.#fieldOf(typeName, key, nodes),
    );
    return this.#assemble(fields);
  }

  #fieldOf(typeName: string, key: string, nodes: readonly [FieldNode, ...FieldNode[]]): ProjectedField {
    const [node] = nodes;
    const name = node.name.value;
    const describe = `${typeName}.${name}`;
    if (name === '__typename') {
      const isKnown = isObjectType(this.#schema.getType(typeName));
      return { key, isNonNull: true, complete: undefined, typename: isKnown ? typeName : null, describe };
    }
    const type = outputTypeOf(this.#schema, typeName, name);
    // Introspection: graphql-js has already shaped the value.
    if (type === undefined)
      return { key, isNonNull: name === '__schema', complete: undefined, typename: undefined, describe };
    const isNonNull = isNonNullType(type);
    const selectionSets = nodes.flatMap((field) => field.selectionSet ?? []);
    return { key, isNonNull, complete: this.#completeOf(type, selectionSets, describe), typename: undefined, describe };
  }

  #completeOf(
    type: GraphQLOutputType,
    selectionSets: readonly SelectionSetNode[],
    describe: string,
  ): Complete | undefined {
    const isNonNull = isNonNullType(type);
    const inner = isNonNull ? type.ofType : type;
    if (isListType(inner)) {
      return completeList(
        isNonNullType(inner.ofType),
        this.#completeOf(inner.ofType, selectionSets, describe),
        describe,
      );
    }
    if (isEnumType(inner)) return completeEnum(new Set(inner.getValues().map((value) => value.name)), inner.name);
    if (isObjectType(inner)) {
      const project = this.objectOf(inner.name, selectionSets);
      return (value, cursor, depth) =>
        isObject(value) ? project(value, cursor, depth) : reportMisfit(cursor, depth, describe);
    }
    return isAbstractType(inner) ? this.#completeAbstract(inner, selectionSets, isNonNull, describe) : undefined;
  }

  #completeAbstract(
    type: GraphQLNamedType,
    selectionSets: readonly SelectionSetNode[],
    isNonNull: boolean,
    describe: string,
  ): Complete {
    const projectors = new Map<string, ProjectObject>();
    const projectorOf = (typename: string): ProjectObject | undefined => {
      let project = projectors.get(typename);
      if (project === undefined && this.#isReadable(typename, type)) {
        project = this.objectOf(typename, selectionSets);
        projectors.set(typename, project);
      }
      return project;
    };
    return (value, cursor, depth) => {
      if (!isObject(value)) return reportMisfit(cursor, depth, describe);
      const typename = this.#collect.typenameOf(value, selectionSets, type.name);
      if (typename === type.name && isTypeLost(cursor, depth)) return null;
      const project = projectorOf(typename);
      if (project !== undefined) return project(value, cursor, depth);
      if (isNonNull) reportNull(cursor, depth, describe);
      return null;
    };
  }

  /**
   * A value's type can be the declared type, a possible type, or (from an interface object) an interface in between.
   */
  #isReadable(typename: string, declared: GraphQLNamedType): boolean {
    if (typename === declared.name) return true;
    const type = this.#schema.getType(typename);
    if (type === undefined || !isAbstractType(declared)) return false;
    return (
      (isObjectType(type) || (isAbstractType(type) && 'getInterfaces' in type)) &&
      this.#schema.isSubType(declared, type)
    );
  }
}

/** True if the fetch of the value's type failed; the value cannot be read then. */
function isTypeLost(cursor: Cursor, depth: number): boolean {
  return !cursor.log.isEmpty && cursor.log.isExplained([...cursor.path.slice(0, depth), '__typename']);
}

function completeList(isItemNonNull: boolean, complete: Complete | undefined, describe: string): Complete {
  return (value, cursor, depth) => {
    if (!Array.isArray(value)) return reportMisfit(cursor, depth, describe);
    const answer: unknown[] = new Array(value.length);
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      cursor.path[depth] = index;
      if (item === null || item === undefined) {
        if (isItemNonNull) {
          reportNull(cursor, depth + 1, describe);
          return null;
        }
        answer[index] = null;
      } else if (complete === undefined) answer[index] = item;
      else {
        const completed = complete(item, cursor, depth + 1);
        if (completed === null && isItemNonNull) return null;
        answer[index] = completed;
      }
    }
    return answer;
  };
}

function completeEnum(values: ReadonlySet<unknown>, name: string): Complete {
  return (value, cursor, depth) => {
    if (values.has(value)) return value;
    const path = cursor.path.slice(0, depth);
    if (!cursor.log.isExplained(path)) cursor.log.add({ message: `Enum "${name}" cannot represent the value.` }, path);
    return null;
  };
}

function reportMisfit(cursor: Cursor, depth: number, describe: string): null {
  cursor.log.add({ message: `The value of ${describe} does not fit its type.` }, cursor.path.slice(0, depth));
  return null;
}
