import { buildSchema } from 'graphql';
import { subgraphSdl } from '../../subgraphs/sdl.js';
import { readSupergraph } from '../../bin/graph.js';
import { printPublicSchema } from './public-schema.js';
import { releasedSchema } from './released-schema.js';
import { judgeSchema } from './changes.js';

// Compares the public schema with the last release; exits with 1 if a change breaks clients: npm run schema:check.
const { changes, problems } = await judgeSchema(
  releasedSchema(),
  buildSchema(printPublicSchema(readSupergraph(), subgraphSdl('account'))),
  Date.now(),
);
for (const { level, message, excuse } of changes)
  process.stdout.write(`${level.padEnd(9)}  ${message}${excuse === undefined ? '' : ` (${excuse})`}\n`);
if (changes.length === 0) process.stdout.write('The public schema has not changed since the release.\n');
for (const problem of problems) process.stderr.write(`refused: ${problem}\n`);
if (problems.length > 0)
  process.stderr.write('See docs/schema-changes.md for how to change the schema without breaking clients.\n');
process.exitCode = problems.length > 0 ? 1 : 0;
