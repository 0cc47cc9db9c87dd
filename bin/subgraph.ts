import { parseArgs } from 'node:util';
import { routingUrls } from '../gateway/routing-urls.js';
import { isSubgraphName, SUBGRAPH_NAMES, type SubgraphName } from '../subgraphs/sdl.js';
import { portNumber } from './commands/values.js';
import { readConfig } from './config.js';
import { Failure } from './failure.js';
import { readSupergraph } from './graph.js';
import { openRuntime } from './runtime.js';
import { requireCountedLimits } from './sole-process.js';
import { fail, stopOnSignals } from './stop-signals.js';
import { requireIdentitySecret, startSubgraph } from './subgraph/subgraph-server.js';
import { printsHelp } from './usage.js';

const USAGE = `Usage: npm run subgraph -- <${SUBGRAPH_NAMES.join('|')}> [--port N]
Serves one subgraph for a gateway; docs/remote-subgraphs.md tells how they trust each other.`;

function chosen(argv: readonly string[]): { readonly name: SubgraphName; readonly port: number } {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { port: { type: 'string' } },
    allowPositionals: true,
  });
  const [name = '', ...rest] = positionals;
  if (!isSubgraphName(name) || rest.length > 0) throw new Failure(USAGE);
  const usual = routingUrls(readSupergraph()).get(name);
  return {
    name,
    port: values.port === undefined ? Number(new URL(usual ?? 'http://localhost:0').port) : portNumber(values.port),
  };
}

async function start(): Promise<void> {
  if (printsHelp(process.argv.slice(2), USAGE)) return;
  const { name, port } = chosen(process.argv.slice(2));
  const config = readConfig(process.env, 'subgraph');
  requireIdentitySecret(config);
  const runtime = await openRuntime(config);
  try {
    if (config.secretKeys !== undefined) await runtime.webhooks.key.claim();
    await requireCountedLimits(runtime);
    const listening = await startSubgraph(runtime, name, port);
    stopOnSignals(async () => {
      await listening.close();
      await runtime.close();
    }, runtime.rereadTiers);
    if (config.redis === undefined)
      process.stderr.write(
        'No Redis is set (REDIS_URL, REDIS_SENTINELS or REDIS_CLUSTER_NODES): rate limits and quotas are counted in this process only.\n',
      );
    process.stdout.write(`Subgraph ${name} ready on ${listening.url}/graphql\n`);
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

start().catch(fail);
