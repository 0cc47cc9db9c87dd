import {
  defaultFieldResolver,
  getNullableType,
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  isLeafType,
  isListType,
  isNonNullType,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { isSynchronousEntities } from '../execution/entities-resolver.js';
import { refusalOfField } from '../execution/tier-refusals.js';
import { compileArguments, type Arguments } from './arguments.js';
import { collectFields, subselections, type Fragments } from './collect.js';
import { compileCompletion, type ResolveObject } from './complete.js';
import { compileEntities } from './entities.js';
import type { Assemble, FieldPlan, PlainLeaf } from './object.js';
import { LazyResolveInfo, type FieldFacts } from './resolve-info.js';
import { isPending, isThenable, located, type Place, type Run } from './run.js';

/** What all fields of one document share. */
export interface Compilation {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly operation: OperationDefinitionNode;
  readonly fragmentMap: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly assemble: Assemble;
}

type ReadArguments = (variables: Run['variables'], context: unknown) => Arguments;

/** Plans the fields of one object type. */
export function planFields(
  compilation: Compilation,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
): readonly FieldPlan[] {
  const plans: FieldPlan[] = [];
  for (const [key, nodes] of collectFields(compilation.fragments, type, selectionSets)) {
    const [node] = nodes;
    if (node === undefined) continue;
    const name = node.name.value;
    const field = name === '__typename' ? undefined : type.getFields()[name];
    if (name === '__typename') plans.push({ key, resolve: () => type.name, plainLeaf: undefined });
    else if (field !== undefined)
      plans.push({ key, resolve: planField(compilation, type, field, key, nodes), plainLeaf: plainLeafOf(field) });
  }
  return plans;
}

/** Compiles a field: arguments, resolver, completion and error handling. */
function planField(
  compilation: Compilation,
  parentType: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  key: string,
  nodes: readonly FieldNode[],
): FieldPlan['resolve'] {
  const { schema, operation, fragmentMap: fragments } = compilation;
  const [node] = nodes;
  if (node === undefined) throw new Error('A planned field needs at least one node.');
  const fieldName = field.name;
  const typename = parentType.name;
  const isNullable = !isNonNullType(field.type);
  const readValid = compileArguments(field, node);
  const readArguments: ReadArguments = (variables, context) => {
    try {
      return readValid(variables);
    } catch (error) {
      throw refusalOfField(schema, typename, field, node, variables, context) ?? error;
    }
  };
  const resolver = resolverOf(field);
  const objects = new Map<GraphQLObjectType, ResolveObject>();
  // Fields of an object type are planned when its first object is resolved: types may be recursive, selections are not.
  const objectOf = (type: GraphQLObjectType): ResolveObject => {
    let resolve = objects.get(type);
    if (resolve === undefined) {
      resolve = compilation.assemble(planFields(compilation, type, subselections(nodes)));
      objects.set(type, resolve);
    }
    return resolve;
  };
  const shape = { schema, nodes, name: `${typename}.${fieldName}`, objectOf };
  const complete = compileCompletion(field.type, shape);
  const facts: FieldFacts = {
    fieldName,
    fieldNodes: nodes,
    returnType: field.type,
    parentType,
    schema,
    fragments,
    operation,
  };
  const fail = (error: unknown, run: Run, place: Place): null => {
    const failure = located(error, nodes, place);
    if (!isNullable) throw failure;
    run.errors.push(failure);
    return null;
  };
  const resolveField: FieldPlan['resolve'] = (source, run, parent) => {
    const place: Place = { prev: parent, key, typename };
    const info = new LazyResolveInfo(facts, run, place);
    try {
      const value: unknown =
        resolver === undefined
          ? property(source, fieldName, readArguments, run, info)
          : resolver(source, readArguments(run.variables, run.context), run.context, info);
      const completed = isThenable(value)
        ? Promise.resolve(value).then((resolved) => complete(resolved, run, place, info))
        : complete(value, run, place, info);
      return isPending(completed) ? completed.then(undefined, (error: unknown) => fail(error, run, place)) : completed;
    } catch (error) {
      return fail(error, run, place);
    }
  };
  if (isSynchronousEntities(resolver))
    return (
      compileEntities({
        facts,
        key,
        node,
        objectOf,
        complete: compileCompletion(itemTypeOf(field.type), shape),
        otherwise: resolveField,
      }) ?? resolveField
    );
  if (resolver !== undefined || !isLeafType(getNullableType(field.type))) return resolveField;
  // Most values are leaves read from their object: allocate nothing for them unless they fail.
  return (source, run, parent) => {
    try {
      const value = isObject(source) ? source[fieldName] : undefined;
      if (typeof value !== 'function' && !isThenable(value)) return complete(value, run, NOWHERE);
    } catch (error) {
      return fail(error, run, { prev: parent, key, typename });
    }
    return resolveField(source, run, parent);
  };
}

/** Undefined for fields that graphql-js reads as a property of the object. */
function resolverOf({ resolve }: GraphQLField<unknown, unknown>): typeof resolve {
  return resolve === defaultFieldResolver ? undefined : resolve;
}

function plainLeafOf(field: GraphQLField<unknown, unknown>): PlainLeaf | undefined {
  const isPlain = resolverOf(field) === undefined ? PLAIN_VALUES.get(getNullableType(field.type)) : undefined;
  return isPlain && { fieldName: field.name, isPlain };
}

/** Values that the scalar's `serialize` returns unchanged. */
const PLAIN_VALUES: ReadonlyMap<GraphQLOutputType, PlainLeaf['isPlain']> = new Map<
  GraphQLOutputType,
  PlainLeaf['isPlain']
>([
  [GraphQLString, (value: string) => `typeof ${value} === 'string'`],
  [GraphQLID, (value: string) => `typeof ${value} === 'string'`],
  [GraphQLBoolean, (value: string) => `typeof ${value} === 'boolean'`],
  [GraphQLFloat, (value: string) => `Number.isFinite(${value})`],
  [GraphQLInt, (value: string) => `typeof ${value} === 'number' && (${value} | 0) === ${value}`],
]);

/** `_Entity` of `[_Entity]!`. */
function itemTypeOf(type: GraphQLOutputType): GraphQLOutputType {
  const list = getNullableType(type);
  return isListType(list) ? list.ofType : list;
}

/** graphql-js's default resolver. */
function property(
  source: unknown,
  name: string,
  readArguments: ReadArguments,
  run: Run,
  info: GraphQLResolveInfo,
): unknown {
  if (!isObject(source)) return undefined;
  const value = source[name];
  return typeof value === 'function'
    ? (value.call(source, readArguments(run.variables, run.context), run.context, info) as unknown)
    : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** Completing a leaf does not use its place. */
const NOWHERE: Place = { prev: undefined, key: '', typename: undefined };
