import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema, type GraphQLSchema } from 'graphql';

/** The public schema of the last release, from schema/, which the build copies. */
export function releasedSchema(): GraphQLSchema {
  const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'schema');
  return buildSchema(readFileSync(path.join(folder, 'released.graphql'), 'utf8'));
}
