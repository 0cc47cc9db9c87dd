import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { OutboundError } from '../outbound/errors.js';
import { createOutbound } from '../outbound/outbound.js';
import { startGateway } from './gateway/gateway-server.js';
import { portNumber } from './commands/values.js';
import { readConfig } from './config.js';
import { Failure } from './failure.js';
import { createLog } from './log.js';
import { fail, stopOnSignals } from './stop-signals.js';
import { startTracing } from './tracing.js';

const USAGE = `Usage: npm run gateway -- --supergraph <file|url> [--port N] [--host ADDRESS]
  --forward NAME          forwards this request header to subgraphs; repeatable
  --header 'NAME: VALUE'  adds this header to every subgraph request; repeatable
  --timeout-ms N          timeout per subgraph request, 30000 by default
  --share-queries         sends identical concurrent subgraph queries once`;

const OPTIONS = {
  supergraph: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  forward: { type: 'string', multiple: true },
  header: { type: 'string', multiple: true },
  'timeout-ms': { type: 'string' },
  'share-queries': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const DEFAULT_TIMEOUT_MS = 30_000;
/** Connection and body headers, which the gateway sets itself. */
const RESERVED_HEADERS =
  /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-.*|accept|accept-encoding)$/;

function headerName(text: string, option: string): string {
  const name = text.trim().toLowerCase();
  if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name))
    throw new Failure(`--${option} must be a header name, got ${JSON.stringify(text)}.`);
  if (RESERVED_HEADERS.test(name))
    throw new Failure(`--${option} ${name} is not allowed: the gateway sets this header itself.`);
  return name;
}

function headerPair(text: string): readonly [string, string] {
  const colon = text.indexOf(':');
  const value = text.slice(colon + 1).trim();
  if (colon === -1 || !/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value))
    throw new Failure(`--header must be 'NAME: VALUE', got ${JSON.stringify(text)}.`);
  return [headerName(text.slice(0, colon), 'header'), value];
}

function timeoutOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_TIMEOUT_MS;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Failure(`--timeout-ms must be a positive whole number of milliseconds, got ${JSON.stringify(text)}.`);
  return Number(text);
}

async function download(url: string): Promise<string> {
  const outbound = createOutbound({ target: 'operator' });
  try {
    const { status, body } = await outbound.send({ url });
    if (status !== 200) throw new Failure(`${url} responded with status ${status} instead of a supergraph.`);
    return body.toString();
  } catch (error) {
    if (error instanceof OutboundError)
      throw new Failure(`Could not download the supergraph: ${error.message}`, { cause: error });
    throw error;
  } finally {
    outbound.close();
  }
}

async function readSupergraph(from: string): Promise<string> {
  if (/^https?:\/\//i.test(from)) return download(from);
  try {
    return await readFile(from, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new Failure(
      `Could not read the supergraph ${from} (${code}); --supergraph must be a file or an http:// or https:// URL.`,
      { cause: error },
    );
  }
}

async function start(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help === true) return void process.stdout.write(`${USAGE}\n`);
  if (values.supergraph === undefined) throw new Failure(USAGE);
  const config = readConfig(process.env, 'gateway');
  const log = createLog(config);
  const stopTracing = await startTracing(config, log);
  const listening = await startGateway({
    supergraphSdl: await readSupergraph(values.supergraph),
    host: values.host ?? config.host,
    port: values.port === undefined ? config.port : portNumber(values.port),
    portSetting: '--port',
    forward: (values.forward ?? []).map((name) => headerName(name, 'forward')),
    headers: Object.fromEntries((values.header ?? []).map(headerPair)),
    timeoutMs: timeoutOf(values['timeout-ms']),
    sharesQueries: values['share-queries'] === true,
    log,
  });
  stopOnSignals(async () => {
    await listening.close();
    await stopTracing();
  });
  process.stdout.write(`Gateway ready on ${listening.url}/graphql\n`);
}

start().catch(fail);
