import { defaultFieldResolver, isObjectType, parse, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import type { OperatorContext } from '../../access/operator-context.js';
import { directiveReader } from '../../access/parameters/directives.js';
import { argumentChecks, type Arguments } from '../build/argument-checks.js';
import { executableSchema } from '../build/build-subgraph.js';
import { toApiError, toGraphQLError, type ErrorLog } from '../build/errors.js';
import { mergeFields } from '../merge-fields.js';
import { adminSdl } from '../sdl.js';
import { FIELDS } from './generated/fields.js';
import type { Resolvers } from './generated/resolver-types.js';
import type { AdminServices } from './services.js';

type Resolve = GraphQLFieldResolver<unknown, OperatorContext, Arguments>;

/**
 * The admin graph's executable schema: the bounds of its SDL, and declared errors; whoever executes it admits operators
 * alone.
 */
export function createAdminGraph(services: AdminServices): GraphQLSchema {
  const resolvers: Resolvers = mergeFields(FIELDS, services);
  return withChecks(executableSchema(parse(adminSdl(), { noLocation: true }), resolvers), services.log);
}

function withChecks(schema: GraphQLSchema, log: ErrorLog): GraphQLSchema {
  const read = directiveReader(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const check = argumentChecks(field.args, read);
      const { resolve = defaultFieldResolver } = field;
      if (check === null && resolve === defaultFieldResolver) continue;
      const names = new Set(field.args.map(({ name }) => name));
      field.resolve = checked(`${type.name}.${field.name}`, resolve, check, names, log);
    }
  }
  return schema;
}

function checked(
  name: string,
  resolve: Resolve,
  check: ReturnType<typeof argumentChecks>,
  names: ReadonlySet<string>,
  log: ErrorLog,
): Resolve {
  return async (source, values, context, info): Promise<unknown> => {
    try {
      return await resolve(source, check === null ? values : check(values), context, info);
    } catch (error) {
      throw toGraphQLError(toApiError(error, log, name), names);
    }
  };
}
