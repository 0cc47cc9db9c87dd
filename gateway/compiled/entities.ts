import { isNativeError } from 'node:util/types';
import { getNamedType, isAbstractType, isObjectType, Kind, type FieldNode, type GraphQLObjectType } from 'graphql';
import { resolveReferenceOf, type ResolveReference } from '../execution/entities-resolver.js';
import type { Complete, ResolveObject } from './complete.js';
import type { FieldPlan } from './object.js';
import { LazyResolveInfo, type FieldFacts } from './resolve-info.js';
import { isPending, isThenable, located, type Place, type Run } from './run.js';

export interface EntitiesField {
  readonly facts: FieldFacts;
  readonly key: string;
  readonly node: FieldNode;
  readonly objectOf: (type: GraphQLObjectType) => ResolveObject;
  /** Completes one item of any type. */
  readonly complete: Complete;
  /** For lists that hold anything but plain entities. */
  readonly otherwise: FieldPlan['resolve'];
}

/** How entities of one type are found and resolved. */
interface EntityPlan {
  readonly find: ResolveReference | undefined;
  readonly resolve: ResolveObject;
}

/**
 * Compiles `_entities(representations: $variable)`: each representation names its entity's type, so no type resolution
 * is needed.
 */
export function compileEntities({
  facts,
  key,
  node,
  objectOf,
  complete,
  otherwise,
}: EntitiesField): FieldPlan['resolve'] | undefined {
  const [argument] = node.arguments ?? [];
  if (argument?.value.kind !== Kind.VARIABLE) return undefined;
  const variable = argument.value.name.value;
  const planOf = entityPlans(facts, objectOf);
  const fail = (error: unknown, run: Run, place: Place): null => {
    run.errors.push(located(error, facts.fieldNodes, place));
    return null;
  };
  const completeEntity = (
    entity: unknown,
    { resolve }: EntityPlan,
    run: Run,
    place: Place,
    info: LazyResolveInfo,
  ): unknown => {
    const isEntity =
      typeof entity === 'object' && entity !== null && !isNativeError(entity) && !(entity instanceof Error);
    return isEntity ? resolve(entity, run, place) : complete(entity, run, place, info);
  };
  const resolveOne = (
    reference: Readonly<Record<string, unknown>>,
    plan: EntityPlan,
    run: Run,
    place: Place,
    info: LazyResolveInfo,
  ): unknown => {
    try {
      const entity = plan.find === undefined ? reference : plan.find(reference, run.context, info);
      const completed = isThenable(entity)
        ? Promise.resolve(entity).then((found) => completeEntity(found, plan, run, place, info))
        : completeEntity(entity, plan, run, place, info);
      return isPending(completed) ? completed.then(undefined, (error: unknown) => fail(error, run, place)) : completed;
    } catch (error) {
      return fail(error, run, place);
    }
  };
  return (source, run, parent) => {
    const references = run.variables[variable];
    if (!Array.isArray(references)) return otherwise(source, run, parent);
    const plans: EntityPlan[] = [];
    for (const reference of references as readonly Readonly<Record<string, unknown>>[]) {
      const plan = planOf(reference['__typename']);
      if (plan === undefined) return otherwise(source, run, parent);
      plans.push(plan);
    }
    const place: Place = { prev: parent, key, typename: facts.parentType.name };
    const info = new LazyResolveInfo(facts, run, place);
    const entities: unknown[] = [];
    let isLater = false;
    for (const [index, plan] of plans.entries()) {
      const entity = resolveOne(
        references[index] as Readonly<Record<string, unknown>>,
        plan,
        run,
        { prev: place, key: index, typename: undefined },
        info,
      );
      if (isPending(entity)) isLater = true;
      entities.push(entity);
    }
    return isLater ? Promise.all(entities) : entities;
  };
}

/** Undefined for types that are not entities of this subgraph, and for types with `isTypeOf`. */
function entityPlans(
  { schema, returnType }: FieldFacts,
  objectOf: EntitiesField['objectOf'],
): (typename: unknown) => EntityPlan | undefined {
  const plans = new Map<unknown, EntityPlan>();
  const entity = getNamedType(returnType);
  return (typename) => {
    const known = plans.get(typename);
    if (known !== undefined || typeof typename !== 'string') return known;
    const type = schema.getType(typename);
    if (
      !isObjectType(type) ||
      !isAbstractType(entity) ||
      !schema.isSubType(entity, type) ||
      (type.isTypeOf !== null && type.isTypeOf !== undefined)
    )
      return undefined;
    const plan = { find: resolveReferenceOf(type), resolve: objectOf(type) };
    plans.set(typename, plan);
    return plan;
  };
}
