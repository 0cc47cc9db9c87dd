import { buildSubgraphSchema } from '@apollo/subgraph';
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  visit,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  type ObjectTypeDefinitionNode,
} from 'graphql';
import { ApiError } from '../../access/errors.js';
import { verdictOf } from '../../access/batch-outcomes.js';
import { isAnonymous } from '../../access/identity.js';
import type { RequestContext } from '../../access/request-context.js';
import { batchOf } from '../batches.js';
import { toApiError, toGraphQLError, type ErrorLog } from './errors.js';
import { applyGates, type AskingChecks } from './gates.js';
import { SCALARS } from './scalars.js';

type Module = Exclude<Extract<Parameters<typeof buildSubgraphSchema>[0], readonly unknown[]>[number], DocumentNode>;
type ResolverMap = NonNullable<Module['resolvers']>;

/** Internal enum values, spelled as in REST, by their GraphQL name. */
function wireEnums(typeDefs: DocumentNode): ResolverMap {
  const enums: Record<string, Record<string, string>> = {};
  visit(typeDefs, {
    EnumTypeDefinition(node) {
      for (const value of node.values ?? []) {
        const wire = value.directives?.find(({ name }) => name.value === 'wire')?.arguments?.[0]?.value;
        if (wire?.kind === Kind.STRING) (enums[node.name.value] ??= {})[value.name.value] = wire.value;
      }
    },
  });
  return enums;
}

/** A default as resolvers get it: graphql-js keeps the names of enum values, which the values have been given since. */
function internalDefault(type: GraphQLInputType, value: unknown): unknown {
  if (isNonNullType(type)) return internalDefault(type.ofType, value);
  if (value === null || value === undefined) return value;
  if (isListType(type)) return Array.isArray(value) ? value.map((each) => internalDefault(type.ofType, each)) : value;
  if (isEnumType(type)) return typeof value === 'string' ? (type.getValue(value)?.value ?? value) : value;
  if (!isInputObjectType(type)) return value;
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, fields[name] ? internalDefault(fields[name].type, each) : each]),
  );
}

/** Gives all default values of arguments and input fields the internal values of enums. */
export function withInternalDefaults(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    const isObject = isObjectType(type) || isInterfaceType(type);
    const inputs: (GraphQLArgument | GraphQLInputField)[] = isObject
      ? Object.values(type.getFields()).flatMap(({ args }) => args)
      : isInputObjectType(type)
        ? Object.values(type.getFields())
        : [];
    for (const input of inputs) input.defaultValue = internalDefault(input.type, input.defaultValue);
  }
  return schema;
}

function scalarsOf(typeDefs: DocumentNode): ResolverMap {
  const declared = new Set(
    typeDefs.definitions.flatMap((node) => (node.kind === Kind.SCALAR_TYPE_DEFINITION ? [node.name.value] : [])),
  );
  const functions = Object.entries(SCALARS)
    .filter(([name]) => declared.has(name))
    .map(([name, { serialize, parseValue, parseLiteral }]) => [name, { serialize, parseValue, parseLiteral }] as const);
  return Object.fromEntries(functions);
}

/** Fields taken from the entity representation; `batch` is honoured only from trusted callers. */
function believed(reference: unknown, { trustsCoverage }: RequestContext): unknown {
  const isClaim = !trustsCoverage && typeof reference === 'object' && reference !== null && 'batch' in reference;
  return isClaim ? { ...reference, batch: '' } : reference;
}

/** References fail with declared errors, as fields do. */
function guardedReferences(resolvers: ResolverMap, log: ErrorLog): ResolverMap {
  const out: ResolverMap = { ...resolvers };
  for (const [type, fields] of Object.entries(resolvers)) {
    if (!('__resolveReference' in fields) || typeof fields['__resolveReference'] !== 'function') continue;
    const resolve = fields['__resolveReference'] as (reference: unknown, context: RequestContext) => unknown;
    const guarded = (reference: unknown, context: RequestContext): unknown => {
      const fail = (error: unknown): never => {
        const declared = toApiError(error, log, `${type}.__resolveReference`);
        const batch = batchOf(believed(reference, context));
        // Whatever is below an entity that could not be read fails with it.
        if (batch !== '') context.batchOutcomes.field(batch, verdictOf(declared.status));
        throw toGraphQLError(declared);
      };
      try {
        if (isAnonymous(context.origin.identity)) throw new ApiError('missing_key');
        const result = resolve(believed(reference, context), context);
        return result instanceof Promise ? result.catch(fail) : result;
      } catch (error) {
        return fail(error);
      }
    };
    out[type] = { ...fields, __resolveReference: guarded };
  }
  return out;
}

/** Whether other subgraphs alone resolve the entity's fields. */
function isUnresolvable({ directives = [] }: ObjectTypeDefinitionNode): boolean {
  return directives.some((directive) =>
    directive.arguments?.some(
      ({ name, value }) => name.value === 'resolvable' && value.kind === Kind.BOOLEAN && !value.value,
    ),
  );
}

/** Without its own resolver, a reference resolves to its representation. */
function requireReferenceResolvers(typeDefs: DocumentNode, resolvers: ResolverMap): void {
  visit(typeDefs, {
    ObjectTypeDefinition(node) {
      const { name, fields = [] } = node;
      const isCoverable = fields.some((field) => field.name.value === 'batch') && !isUnresolvable(node);
      if (isCoverable && !('__resolveReference' in (resolvers[name.value] ?? {}))) {
        throw new Error(`${name.value} has a batch but no __resolveReference.`);
      }
    },
  });
}

/** A subgraph's executable schema: SDL and resolvers, with the gates declared by SDL directives. */
export function buildSubgraph(
  typeDefs: DocumentNode,
  resolvers: object,
  log: ErrorLog,
  asking: AskingChecks = {},
): GraphQLSchema {
  requireReferenceResolvers(typeDefs, resolvers as ResolverMap);
  return applyGates(executableSchema(typeDefs, guardedReferences(resolvers as ResolverMap, log)), log, asking);
}

/** SDL and resolvers, with the values of scalars and enums and without gates. */
export function executableSchema(typeDefs: DocumentNode, resolvers: object): GraphQLSchema {
  const own = { ...scalarsOf(typeDefs), ...wireEnums(typeDefs), ...(resolvers as ResolverMap) };
  return withInternalDefaults(buildSubgraphSchema([{ typeDefs, resolvers: own }]));
}
