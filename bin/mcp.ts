import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { createMcpServer, listedTools } from '../mcp/server.js';
import { relayCall } from '../mcp/relay.js';
import { createOutbound } from '../outbound/outbound.js';
import { Failure } from './failure.js';
import { isUrl } from './setting-types.js';
import { fail } from './stop-signals.js';
import { MCP_USAGE, printsOnlyHelp } from './usage.js';

/** Of a call; an answer by a model may take a minute. */
const WITHIN_MS = 120_000;
const VERSION = '0.1.0';

const ENVIRONMENT = z.object({
  MARKETGRAPH_URL: z
    .string()
    .refine(isUrl(['http:', 'https:']))
    .default('http://127.0.0.1:4000'),
  MARKETGRAPH_KEY: z.string().min(1).optional(),
});

/**
 * MCP over standard input and output, for hosts that start a program: its calls are answered by the server at
 * MARKETGRAPH_URL.
 */
function start(): void {
  if (printsOnlyHelp(process.argv.slice(2), MCP_USAGE)) return;
  const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const settings = ENVIRONMENT.safeParse(set);
  if (!settings.success)
    throw new Failure(
      'The environment variable MARKETGRAPH_URL must be the URL of a server, such as http://127.0.0.1:4000.',
    );
  const { MARKETGRAPH_URL: base, MARKETGRAPH_KEY: key } = settings.data;
  const url = new URL('mcp', base.endsWith('/') ? base : `${base}/`).href;
  const outbound = createOutbound({ target: 'operator', totalTimeoutMs: WITHIN_MS, maxBytes: 64 * 1024 * 1024 });
  const call = relayCall(async (body, signal) => {
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(key === undefined ? {} : { 'X-API-Key': key }),
    };
    const response = await outbound.send({ method: 'POST', url, headers, body, signal });
    return { status: response.status, text: response.body.toString('utf8') };
  }, url);
  serveStdio(() => createMcpServer({ version: VERSION, list: () => listedTools(), call }), {
    maxSubscriptions: 0,
    onerror: (error) => process.stderr.write(`${error.message}\n`),
  });
  process.stdin.once('end', () => outbound.close());
}

try {
  start();
} catch (error) {
  fail(error);
}
