import type { Logger } from 'pino';
import { DEMO_KEYS, DEMO_OPERATOR_KEY } from '../access/demo.js';
import { isoDate, utcDay } from '../calendar/days.js';
import type { Store } from '../store/open-store.js';
import { serveAdminSocket } from './commands/admin-socket.js';
import { howToRun, runCommand } from './commands/run-command.js';
import type { Config } from './config.js';
import { storeDemoState } from './demo/demo-state.js';
import { saySilentSources } from './live-sources.js';
import { createFeedsProbe } from './news-feeds.js';
import { loadMarket } from './market.js';
import { openServices, type Runtime } from './runtime.js';
import { SCRIPTS } from './commands/run-script.js';
import { requireCountedLimits } from './sole-process.js';
import { startServer, type RunningServer } from './server.js';
import { stopOnSignals } from './stop-signals.js';
import { startWorkers } from './workers.js';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function welcome({ url, adminUrl }: RunningServer, { config, store, hasDemoKeys }: Runtime): void {
  say('');
  say(`Ready on ${url}`);
  if (config.servesConsole) say(`  Console    ${url}/console   in a browser`);
  say(`  REST       ${url}/api/v1${config.servesPages ? `    reference ${url}/docs` : ''}`);
  say(`  GraphQL    ${url}/graphql${config.servesPages ? '   GraphiQL in a browser' : ''}`);
  if (config.servesMcp) say(`  MCP        ${url}/mcp`);
  say(`  Health     ${url}/healthz   ${url}/readyz   ${url}/metrics`);
  if (adminUrl !== undefined) say(`  Admin      ${adminUrl}/healthz   ${adminUrl}/readyz   ${adminUrl}/metrics`);
  say(`  Database   ${store.kind === 'embedded' ? `embedded in ${config.dataDir}` : 'PostgreSQL'}`);
  if (!hasDemoKeys) return say(`Create a key: ${howToRun('admin')} keys create --tier pro`);
  say(`  Demo keys  ${Object.values(DEMO_KEYS).join('  ')}`);
  if (config.servesAdmin) say(`  Operator   ${DEMO_OPERATOR_KEY}   for ${url}/admin/graphql`);
  say('');
  say(`Try: curl -H 'X-API-Key: ${DEMO_KEYS.free}' '${url}/api/v1/signal?ticker=AAPL'`);
}

async function serveAdmin(runtime: Runtime): Promise<() => void> {
  if (runtime.store.kind !== 'embedded') return () => undefined;
  const socket = await serveAdminSocket(runtime.config.dataDir, (script, argv, output) =>
    runCommand(script, SCRIPTS[script] ?? {}, argv, runtime, output),
  );
  return () => socket.close();
}

/** How often expired sessions, old uses of the vault and old days of the usage are deleted. */
const EXPIRY_SWEEP_MS = 3_600_000;
/** Days that the history of the usage keeps. */
const USAGE_DAYS = 366;

function deleteExpired({ access, vault, store, clock, log }: Runtime): () => void {
  const timer = setInterval(() => {
    Promise.all([access.sessions.deleteExpired(), access.signIn.deleteExpired()]).catch((err: unknown) =>
      log.error({ err }, 'could not delete expired sessions'),
    );
    vault.deleteOldUses().catch((err: unknown) => log.error({ err }, 'could not delete old uses of the vault'));
    store.usage
      .deleteDays(isoDate(utcDay(clock()) - USAGE_DAYS))
      .catch((err: unknown) => log.error({ err }, 'could not delete old days of the usage'));
  }, EXPIRY_SWEEP_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Resolves when both have ended, also if one fails: nothing goes on while what it uses is closed. */
async function endOf(...works: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(works);
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** Serves over an open database, which is closed if the start fails, until a signal ends the process. */
export async function serve(store: Store, config: Config, log: Logger): Promise<void> {
  const runtime = await openServices(store, config, log);
  const stopping: (() => void | Promise<void>)[] = [() => runtime.close()];
  const stop = async (): Promise<void> => {
    for (const step of stopping.reverse()) await step();
  };
  try {
    await runtime.webhooks.key.claim();
    await runtime.vault.claim();
    await requireCountedLimits(runtime);
    const load = async (): Promise<void> => {
      stopping.push(await loadMarket(runtime, say));
      await storeDemoState(runtime);
    };
    const { listensWhenReady } = runtime.config.serving;
    if (listensWhenReady) await load();
    const server = await startServer(runtime, undefined, listensWhenReady);
    stopping.push(() => server.close());
    const startWork = async (): Promise<void> => {
      if (!listensWhenReady) await load();
      stopping.push(await serveAdmin(runtime));
      stopping.push(deleteExpired(runtime));
      const workers = await startWorkers(runtime, { services: server.services });
      stopping.push(() => workers.close());
    };
    // The market is loaded, and the queues are opened, mostly by other threads.
    await endOf(server.prepare(), startWork());
    stopping.push(() => server.retire());
    server.readiness.isMarketLoaded = true;
    welcome(server, runtime);
    void server.prepareRest();
    // Nobody waits for it: the start is as fast without a network.
    const feeds = createFeedsProbe(runtime.config);
    stopping.push(() => feeds.close());
    void saySilentSources([runtime.sources, feeds], say).catch((err: unknown) =>
      runtime.log.error({ err }, 'could not ask the live sources'),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  stopOnSignals(stop, runtime.rereadTiers);
}
