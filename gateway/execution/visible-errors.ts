import {
  getNamedType,
  GraphQLError,
  isAbstractType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { clientKeyOf } from '../planner/reserved-names.js';
import type { LoggedError } from './error-log.js';
import { outputTypeOf, responseKeyOf, type CollectFields } from './field-collector.js';
import { isObject, type ObjectValue, type ResponsePath } from './values.js';

/** Turns an execution's errors into the client's errors. */
export type VisibleErrors = (errors: readonly LoggedError[], data: ObjectValue) => readonly GraphQLError[];

/**
 * Returns the errors under the client's keys. Drops errors of fields that the client selected on another type than the
 * value turned out to have: behind an interface object, a plan fetches such fields before it knows the type.
 *
 * Keeps errors of fields that only the plan needed, and errors that removed an entity the client selected.
 */
export function compileVisibleErrors(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  collect: CollectFields,
): VisibleErrors {
  const root = schema.getRootType(operation.operation)?.name ?? '';
  const isAsked = (path: ResponsePath, data: ObjectValue): boolean => {
    let typeName = root;
    let selectionSets: readonly SelectionSetNode[] = [operation.selectionSet];
    let anyTypeSets = selectionSets;
    let value: unknown = data;
    for (const key of path) {
      if (typeof key === 'number') {
        value = Array.isArray(value) ? value[key] : undefined;
        continue;
      }
      if (!isObject(value)) return true;
      const isAbstract = isAbstractType(schema.getType(typeName));
      const runtimeName = isAbstract ? collect.typenameOf(value, selectionSets, typeName) : typeName;
      const fields = collect(runtimeName, selectionSets).get(key) ?? [];
      const ofAnyType = collect.ofAnyType(anyTypeSets).filter((field) => responseKeyOf(field) === key);
      const [field] = fields;
      if (field === undefined) return ofAnyType.length === 0;
      const type = outputTypeOf(schema, runtimeName, field.name.value);
      if (type === undefined) return true;
      typeName = getNamedType(type).name;
      selectionSets = fields.flatMap((node) => node.selectionSet ?? []);
      anyTypeSets = ofAnyType.flatMap((node) => node.selectionSet ?? []);
      value = value[key];
    }
    return true;
  };
  return (errors, data) =>
    errors.flatMap(({ error, path, place }) => {
      if (path === undefined || place === undefined) return [clientError(error, undefined)];
      return isAsked(place, data) ? [clientError(error, path)] : [];
    });
}

function clientError(
  { message, extensions, originalError }: LoggedError['error'],
  path: ResponsePath | undefined,
): GraphQLError {
  return new GraphQLError(message, {
    ...(path === undefined ? {} : { path: path.map((key) => (typeof key === 'number' ? key : clientKeyOf(key))) }),
    ...(extensions === undefined ? {} : { extensions }),
    ...(originalError === undefined ? {} : { originalError }),
  });
}
