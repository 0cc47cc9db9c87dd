import { Failure } from './failure.js';

/** Whether a program was asked for its help, which is printed. */
export function printsHelp(argv: readonly string[], usage: string): boolean {
  if (!argv.includes('--help') && !argv.includes('-h')) return false;
  process.stdout.write(`${usage}\n`);
  return true;
}

/**
 * Like `printsHelp`, of a program that takes no arguments. Throws a Failure for any other, which would be ignored, such
 * as `--port 80` of a server that listens on `PORT`.
 */
export function printsOnlyHelp(argv: readonly string[], usage: string): boolean {
  if (printsHelp(argv, usage)) return true;
  if (argv.length > 0) throw new Failure(`Unexpected argument ${JSON.stringify(argv[0])}.\n${usage}`);
  return false;
}

const SETTINGS = 'Environment variables configure it: docs/operations.md#configuration lists them.';

export const SERVER_USAGE = `Usage: npm start
Serves REST, GraphQL, MCP and the console on PORT (4000 by default). ${SETTINGS}`;

export const WORKER_USAGE = `Usage: npm run worker
Does the jobs of servers that share a PostgreSQL database, DATABASE_URL. ${SETTINGS}`;

export const MCP_USAGE = `Usage: npm run -s mcp
Speaks the Model Context Protocol on standard input and output, for hosts that start a program. The server at
MARKETGRAPH_URL (http://127.0.0.1:4000 by default) answers, with the key MARKETGRAPH_KEY: see docs/mcp.md.`;
