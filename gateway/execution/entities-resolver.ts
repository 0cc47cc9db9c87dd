import { isNativeError } from 'node:util/types';
import {
  isInterfaceType,
  isObjectType,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { isObject, isPromise, type ObjectValue } from './values.js';

export type ResolveReference = (reference: ObjectValue, context: unknown, info: GraphQLResolveInfo) => unknown;

/**
 * Resolves `_entities` like @apollo/subgraph, but without a promise per entity if `__resolveReference` returns
 * synchronously. Interfaces need runtime type resolution and stay with the original resolver.
 */
export function synchronousEntities(schema: GraphQLSchema): void {
  const field = schema.getQueryType()?.getFields()['_entities'];
  const original = field?.resolve;
  if (field === undefined || original === undefined) return;
  const resolve: GraphQLFieldResolver<unknown, unknown, Readonly<Record<string, unknown>>> = (
    source,
    args,
    context,
    info,
  ) => {
    const references: unknown = args['representations'];
    if (!Array.isArray(references) || !references.every((reference) => objectTypeOf(reference, schema) !== undefined)) {
      return original(source, args, context, info);
    }
    return references.map((reference: ObjectValue) => resolveOne(reference, schema, context, info));
  };
  field.resolve = resolve;
  synchronous.add(resolve);
}

const synchronous = new WeakSet<object>();

/** Whether a field has the resolver that `synchronousEntities` sets; its handling of objects can then be compiled. */
export function isSynchronousEntities(resolve: object | undefined): boolean {
  return resolve !== undefined && synchronous.has(resolve);
}

function resolveOne(
  reference: ObjectValue,
  schema: GraphQLSchema,
  context: unknown,
  info: GraphQLResolveInfo,
): unknown {
  const type = objectTypeOf(reference, schema);
  if (type === undefined) return null;
  const resolveReference = resolveReferenceOf(type);
  if (resolveReference === undefined) return reference;
  let entity: unknown;
  try {
    entity = resolveReference(reference, context, info);
  } catch (error) {
    // Returned, not thrown, so that only this entity fails.
    return isNativeError(error) ? error : new Error(String(error));
  }
  return isPromise(entity) ? entity.then((value) => withTypename(value, type.name)) : withTypename(entity, type.name);
}

function withTypename(entity: unknown, typename: string): unknown {
  if (!isObject(entity) || isNativeError(entity) || entity['__typename'] === typename) return entity;
  if ('__typename' in entity || !Object.isExtensible(entity))
    return Object.create(entity, { __typename: { value: typename } });
  Object.defineProperty(entity, '__typename', { value: typename });
  return entity;
}

function objectTypeOf(reference: unknown, schema: GraphQLSchema): GraphQLObjectType | undefined {
  const typename = isObject(reference) ? reference['__typename'] : undefined;
  const type = typeof typename === 'string' ? schema.getType(typename) : undefined;
  return isObjectType(type) && !isInterfaceType(type) ? type : undefined;
}

/** The type's reference resolver; undefined if the representation itself is the entity. */
export function resolveReferenceOf(type: GraphQLObjectType): ResolveReference | undefined {
  const apollo: unknown = type.extensions['apollo'];
  const subgraph = isObject(apollo) ? apollo['subgraph'] : undefined;
  const resolve = isObject(subgraph) ? subgraph['resolveReference'] : undefined;
  return typeof resolve === 'function' ? (resolve as ResolveReference) : undefined;
}
