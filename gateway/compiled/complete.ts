import { isNativeError } from 'node:util/types';
import {
  GraphQLError,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { isPending, isThenable, located, type Place, type Run } from './run.js';

/** Turns a resolver's result into the response value. Throws errors that are reported at the field or above it. */
export type Complete = (value: unknown, run: Run, place: Place, info?: GraphQLResolveInfo) => unknown;

/** Resolves an object's selected fields. */
export type ResolveObject = (source: unknown, run: Run, place: Place | undefined) => unknown;

/** What completing one field's values depends on. */
export interface FieldShape {
  readonly schema: GraphQLSchema;
  readonly nodes: readonly FieldNode[];
  /** `Parent.field`, for messages. */
  readonly name: string;
  readonly objectOf: (type: GraphQLObjectType) => ResolveObject;
}

/** Completes a value of the type; null is accepted only where the type allows it. */
export function compileCompletion(type: GraphQLOutputType, shape: FieldShape): Complete {
  if (!isNonNullType(type)) return completeNullable(type, shape);
  const complete = completeNullable(type.ofType, shape);
  const required = (completed: unknown): unknown => {
    if (completed !== null) return completed;
    throw new Error(`Cannot return null for non-nullable field ${shape.name}.`);
  };
  return (value, run, place, info) => {
    const completed = complete(value, run, place, info);
    return isPending(completed) ? completed.then(required) : required(completed);
  };
}

function completeNullable(type: GraphQLOutputType, shape: FieldShape): Complete {
  const complete = completeOf(type, shape);
  return (value, run, place, info) => {
    if (value === null || value === undefined) return null;
    if (isNativeError(value) || value instanceof Error) throw value;
    return complete(value, run, place, info);
  };
}

function completeOf(type: GraphQLOutputType, shape: FieldShape): Complete {
  if (isListType(type)) return completeList(type.ofType, shape);
  if (isLeafType(type)) return completeLeaf(type);
  if (isAbstractType(type)) return completeAbstract(type, shape);
  if (isObjectType(type)) return completeObject(type, shape);
  throw new Error(`${shape.name} has a type without possible values.`);
}

function completeLeaf(type: GraphQLLeafType): Complete {
  return (value) => {
    const serialized: unknown = type.serialize(value);
    if (serialized !== null && serialized !== undefined) return serialized;
    throw new Error(
      `Expected \`${String(type)}.serialize(${String(value)})\` to return non-nullable value, returned: ${String(serialized)}`,
    );
  };
}

function completeList(itemType: GraphQLOutputType, shape: FieldShape): Complete {
  const complete = compileCompletion(itemType, shape);
  const isNullable = !isNonNullType(itemType);
  const fail = (error: unknown, run: Run, place: Place): null => {
    const failure = located(error, shape.nodes, place);
    if (!isNullable) throw failure;
    run.errors.push(failure);
    return null;
  };
  const one = (item: unknown, run: Run, place: Place, info: GraphQLResolveInfo | undefined): unknown => {
    try {
      const completed = isThenable(item)
        ? Promise.resolve(item).then((resolved) => complete(resolved, run, place, info))
        : complete(item, run, place, info);
      return isPending(completed) ? completed.then(undefined, (error: unknown) => fail(error, run, place)) : completed;
    } catch (error) {
      return fail(error, run, place);
    }
  };
  return (value, run, place, info) => {
    if (typeof value !== 'object' || value === null || !(Symbol.iterator in value)) {
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${shape.name}".`);
    }
    const completed: unknown[] = [];
    let isLater = false;
    let index = 0;
    try {
      for (const item of value as Iterable<unknown>) {
        const entry = one(item, run, { prev: place, key: index, typename: undefined }, info);
        if (!isLater && isPending(entry)) isLater = true;
        completed.push(entry);
        index += 1;
      }
    } catch (error) {
      if (!isLater) throw error;
      return Promise.allSettled(completed).then(() => {
        throw error;
      });
    }
    return isLater ? Promise.all(completed) : completed;
  };
}

function completeObject(type: GraphQLObjectType, shape: FieldShape): Complete {
  const resolve = shape.objectOf(type);
  const { isTypeOf } = type;
  if (isTypeOf === null || isTypeOf === undefined) return resolve;
  const checked = (isOne: boolean, value: unknown, run: Run, place: Place): unknown => {
    if (isOne) return resolve(value, run, place);
    throw new GraphQLError(`Expected value of type "${type.name}" but got: ${describe(value)}.`, {
      nodes: shape.nodes,
    });
  };
  return (value, run, place, info) => {
    const isOne = isTypeOf(value, run.context, needed(info));
    return isThenable(isOne)
      ? Promise.resolve(isOne).then((resolved) => checked(resolved, value, run, place))
      : checked(isOne, value, run, place);
  };
}

function describe(value: unknown): string {
  return typeof value === 'function' ? `[function ${value.name}]` : JSON.stringify(value);
}

function completeAbstract(type: GraphQLAbstractType, shape: FieldShape): Complete {
  const { schema, name } = shape;
  const byType = new Map<GraphQLObjectType, Complete>();
  const completeAs = (runtimeType: GraphQLObjectType): Complete => {
    let complete = byType.get(runtimeType);
    if (complete === undefined) {
      complete = completeObject(runtimeType, shape);
      byType.set(runtimeType, complete);
    }
    return complete;
  };
  const typeNamed = (typename: unknown): GraphQLObjectType => {
    if (typeof typename !== 'string') {
      throw new GraphQLError(
        `Abstract type "${type.name}" must resolve to an Object type at runtime for field "${name}". Either the "${type.name}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
      );
    }
    const runtimeType = schema.getType(typename);
    if (!isObjectType(runtimeType) || !schema.isSubType(type, runtimeType)) {
      throw new GraphQLError(
        `Abstract type "${type.name}" was resolved to a type "${typename}" that is not one of its possible types.`,
        { nodes: shape.nodes },
      );
    }
    return runtimeType;
  };
  return (value, run, place, info) => {
    const typename = typenameOf(value, type, run, info);
    if (!isThenable(typename)) return completeAs(typeNamed(typename))(value, run, place, info);
    return Promise.resolve(typename).then((resolved) => completeAs(typeNamed(resolved))(value, run, place, info));
  };
}

/** By the type's `resolveType`, else by the value's `__typename`, else by each possible type's `isTypeOf`. */
function typenameOf(
  value: unknown,
  type: GraphQLAbstractType,
  run: Run,
  info: GraphQLResolveInfo | undefined,
): unknown {
  if (type.resolveType !== null && type.resolveType !== undefined)
    return type.resolveType(value, run.context, needed(info), type);
  if (typeof value === 'object' && value !== null && '__typename' in value && typeof value.__typename === 'string')
    return value.__typename;
  const answers: PromiseLike<string | undefined>[] = [];
  for (const possible of needed(info).schema.getPossibleTypes(type)) {
    const isOne = possible.isTypeOf?.(value, run.context, needed(info));
    if (isOne === true) return possible.name;
    if (isThenable(isOne)) answers.push(isOne.then((resolved) => (resolved ? possible.name : undefined)));
  }
  return answers.length === 0
    ? undefined
    : Promise.all(answers).then((names) => names.find((typename) => typename !== undefined));
}

/** Only leaves are completed without their field's info. */
function needed(info: GraphQLResolveInfo | undefined): GraphQLResolveInfo {
  if (info === undefined) throw new Error('Completing an object requires the info of its field.');
  return info;
}
