import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import type { Express } from 'express';
import { DEMO_KEYS, DEMO_OPERATOR_KEY } from '../access/demo.js';
import { RequestContext, TODAY } from '../access/request-context.js';
import { newYorkTime } from '../calendar/new-york-time.js';
import { rowsOfVersion, symbolOfBarsVersion, unreadOfVersion } from '../store/recorded-reads.js';
import type { LiveSources } from './live-sources.js';
import type { Gateway } from '../gateway/gateway.js';
import type { Every } from '../gateway/live/live.js';
import { createGuard } from '../gateway/guards/guard.js';
import { documentResolver } from '../http/trusted-documents/resolve-document.js';
import { describeEvents } from '../jobs/queue/event-data.js';
import { createRestApp } from '../rest-compat/app.js';
import type { Origin } from '../http/context.js';
import { createAdmin } from './admin-graph.js';
import { openRemoteSubgraphs, type RemoteSubgraphs } from './gateway/remote-subgraphs.js';
import { compositeMetrics } from './metrics/gauges.js';
import { workMetrics } from './metrics/work-metrics.js';
import { sourceMetrics } from './metrics/source-gauges.js';
import { createGraph, readSupergraph } from './graph.js';
import { createServedGraph, createServedSockets, mountGraphql } from '../http/graphql/mount.js';
import type { GraphqlSockets } from '../http/graphql/sockets/graphql-sockets.js';
import { accessLog } from './metrics/access-log.js';
import { createHealth, mountHealth, openAdminPort, type Health, type Readiness } from './metrics/health.js';
import { observeRequests } from './metrics/observed-requests.js';
import { streamMetrics } from './metrics/pool-metrics.js';
import { createOperationTimings, type OperationTimings } from './metrics/operation-timings.js';
import { requestMetrics } from './metrics/request-metrics.js';
import { mountOperator } from '../http/operator-endpoints.js';
import { mountIdentity } from '../http/identity-endpoint.js';
import { anonymousOperations } from '../http/graphql/anonymous-operations.js';
import { hasBundle } from '../http/bundle.js';
import { CONSOLE, mountConsole, type ConsoleOptions } from '../http/console.js';
import { mountEmbeds } from '../http/embeds.js';
import { mountSession } from '../http/session-endpoint.js';
import { mountMcp } from '../mcp/mount.js';
import { mountOpenbb } from '../openbb/mount.js';
import { listen } from './listening.js';
import { regularly, startLive, type LiveService } from './live.js';
import { Preparation } from './preparation.js';
import { readPublicSdl } from './public-schema.js';
import type { Runtime } from './runtime.js';
import { operatorServices } from './line.js';
import { createServices, type ProgramServices } from './services.js';
import { VERSION } from './version.js';
import { documentRules } from './trusted-documents-file.js';

const PARENT = path.join(import.meta.dirname, '..');
const DIST = path.join(PARENT, path.basename(PARENT) === 'dist' ? '' : 'dist');

const CONSOLE_FOLDER = path.join(DIST, 'console');
const EMBED_FOLDER = path.join(DIST, 'embed');

export interface RunningServer {
  /** Base URL, without a path. */
  readonly url: string;
  /** Base URL of health and metrics on their own port; undefined without one. */
  readonly adminUrl: string | undefined;
  readonly readiness: Readiness;
  /** Number of open live streams. */
  readonly streams: () => number;
  readonly services: ProgramServices;
  /** Prepares what every request needs; without it, the first one does. Rejects if a schema cannot be built. */
  prepare(): Promise<void>;
  /** Prepares what single endpoints need, in pauses between requests, until all is done or the server closes. */
  prepareRest(): Promise<void>;
  /** Is not ready any more, and resolves once balancers had the time to see it; requests are served on. */
  retire(): Promise<void>;
  /** Retires if it has not, stops accepting requests, and resolves when those in progress have ended. */
  close(): Promise<void>;
}

interface Served {
  readonly app: Express;
  readonly health: Health;
  readonly live: LiveService;
  readonly sockets: GraphqlSockets;
  readonly services: ProgramServices;
  readonly timings: OperationTimings;
}

/**
 * The age of a live source's prices that a response depends on, or of other rows of a source that fails, if they are
 * older.
 */
function dataAgeOf({
  live,
  kinds,
}: Pick<LiveSources, 'live' | 'kinds'>): (versions: Iterable<string>) => number | null {
  return (versions) => {
    const names = [...versions];
    const ages = [
      live?.ageS(names.flatMap((name) => symbolOfBarsVersion(name) ?? [])),
      kinds?.ageS(names.flatMap((name) => rowsOfVersion(name) ?? [])),
    ].filter((age) => typeof age === 'number');
    return ages.length === 0 ? null : Math.max(...ages);
  };
}

/** Kinds of data that a response lacks, because no live source has given them yet, in the order of their names. */
function missingKinds(versions: Iterable<string>): readonly string[] {
  return [...new Set([...versions].flatMap((name) => unreadOfVersion(name) ?? []))].sort();
}

/** The keys that are written into the console's page. */
function demoOf({ hasDemoKeys, config }: Runtime): Pick<ConsoleOptions, 'demoKeys' | 'demoOperatorKey'> {
  return hasDemoKeys
    ? { demoKeys: Object.values(DEMO_KEYS), demoOperatorKey: config.servesAdmin ? DEMO_OPERATOR_KEY : null }
    : { demoKeys: [], demoOperatorKey: null };
}

/** REST and GraphQL over one graph, with health endpoints and pages. */
async function createApp(
  runtime: Runtime,
  readiness: Readiness,
  supergraphSdl: string,
  remote: RemoteSubgraphs,
  every: Every,
  { first, later }: Preparation,
): Promise<Served> {
  const { store, access, clock, log, config } = runtime;
  let served: Gateway<RequestContext> | null = null;
  const services = createServices(runtime, () => served);
  const { allowsIntrospection } = config;
  const gateway = createGraph(services, { remote: remote.subgraphs, allowsIntrospection, first });
  const { introspectedSchema } = gateway;
  // Remote subgraphs would charge what answers read.
  if (remote.subgraphs.size === 0) served = gateway;
  const live = await startLive(runtime, gateway, services, every);
  const demoKey = runtime.hasDemoKeys ? DEMO_KEYS.pro : undefined;
  const servesConsole = config.servesConsole && hasBundle(CONSOLE_FOLDER);
  const servesEmbeds = config.servesEmbeds && hasBundle(EMBED_FOLDER);
  const ownDocuments = servesConsole || servesEmbeds ? path.join(CONSOLE_FOLDER, 'trusted-documents.json') : undefined;
  const options = {
    gateway,
    access,
    newContext: (origin: Origin) => new RequestContext({ ...origin, meter: access.meter }),
    clock,
    newRequestId: randomUUID,
    log,
    tagKey: runtime.tagKey,
    later,
    isReady: () => readiness.isMarketLoaded,
    dataAgeS: dataAgeOf(runtime.sources),
    missingKinds,
    versionOf: (name: string) => (name === TODAY ? newYorkTime(clock()).day : services.store.versionOf(name)),
    allowedOrigins: config.webOrigins,
    version: VERSION,
    servesPages: config.servesPages,
    publicSdl: readPublicSdl,
    guideFolder: path.join(DIST, 'guide'),
    clientPackage: path.join(DIST, 'client.tgz'),
    pythonClient: path.join(DIST, 'marketgraph.py'),
    ...(servesConsole ? { home: CONSOLE } : {}),
    ...(config.trustProxy === undefined ? {} : { trustProxy: config.trustProxy }),
    ...(demoKey === undefined ? {} : { demoKey }),
  };
  const graphOptions = {
    ...options,
    live,
    guard: createGuard({ supergraphSdl, ...(allowsIntrospection ? { introspectedSchema } : {}) }),
    allowsIntrospection,
    resolveDocument: documentResolver(documentRules(config, gateway, log, ownDocuments)),
  };
  const graphql = await createServedGraph(graphOptions);
  runtime.atEnd(() => graphql.stop());
  const timings = createOperationTimings(clock);
  const admin = config.servesAdmin ? await createAdmin(runtime, { live, timings }, options) : undefined;
  const health = createHealth(store, () => ({ market: readiness.isMarketLoaded, serving: !readiness.isStopping }), [
    ...workMetrics(runtime),
    compositeMetrics(runtime),
    streamMetrics(() => live.size),
    ...sourceMetrics(runtime),
  ]);
  const app = createRestApp({
    ...options,
    events: describeEvents(),
    extend(app, endpoints) {
      mountHealth(app, health);
      const isForAnonymous = anonymousOperations(supergraphSdl, graphOptions.resolveDocument);
      mountGraphql(app, graphql, { ...options, isForAnonymous });
      if (servesConsole) mountConsole(app, options, { folder: CONSOLE_FOLDER, ...demoOf(runtime) });
      if (servesEmbeds)
        mountEmbeds(app, options, { folder: EMBED_FOLDER, origins: config.embedOrigins, keys: access.authenticator });
      if (config.servesMcp)
        mountMcp(app, endpoints, { ...options, mcpHosts: config.mcpHosts, runsQueries: !config.isTrustedOnly });
      if (config.servesOpenbb) mountOpenbb(app, endpoints, options);
      admin?.mount(app);
      mountSession(app, { ...options, signIn: access.signIn, sessions: access.sessions });
      mountOperator(app, options, operatorServices(runtime), config.line.tokens);
      if (config.identitySecret !== undefined) mountIdentity(app, options, config.identitySecret);
    },
  });
  // Their capabilities are known by then.
  later(() => void services.endpoints());
  return { app, health, live, sockets: createServedSockets(app, graphql, graphOptions, every), services, timings };
}

/**
 * Listens immediately; requests are served once `readiness` allows. `every` schedules heartbeats. Throws a Failure if
 * it cannot listen.
 */
export async function startServer(
  runtime: Runtime,
  every: Every = regularly,
  isMarketLoaded = false,
): Promise<RunningServer> {
  const readiness: Readiness = { isMarketLoaded, isStopping: false };
  const supergraphSdl = readSupergraph();
  const remote = openRemoteSubgraphs(runtime, supergraphSdl);
  const preparation = new Preparation();
  const { app, health, live, sockets, services, timings } = await createApp(
    runtime,
    readiness,
    supergraphSdl,
    remote,
    every,
    preparation,
  );
  // Whoever connects finds it ready.
  if (isMarketLoaded) await preparation.runAll();
  const { host, serving } = runtime.config;
  const { listener, stop } = observed(app as RequestListener, health, timings, runtime);
  const listening = await listen(listener, { ...runtime.config, ...serving }, sockets);
  const admin = await openAdminPort(health, { host, port: serving.adminPort }).catch(async (error: unknown) => {
    await listening.close();
    throw error;
  });
  let retiring: Promise<void> | undefined;
  const retire = (): Promise<void> => {
    readiness.isStopping = true;
    listening.retire();
    return (retiring ??= wait(serving.drainWaitMs));
  };
  return {
    url: listening.url,
    adminUrl: admin?.url,
    readiness,
    streams: () => live.size,
    services,
    prepare: () => preparation.runFirst(),
    prepareRest: () => preparation.runRest((err) => runtime.log.error({ err }, 'could not prepare an endpoint')),
    retire,
    async close() {
      preparation.stop();
      await retire();
      // Streams first: the server closes only after its responses and WebSockets have ended.
      sockets.close();
      await live.stop();
      await listening.close();
      await admin?.close();
      stop();
      remote.close();
    },
  };
}

/** The app with metrics of its requests and, if asked for, a line in the log for each. */
function observed(app: RequestListener, { registry }: Health, timings: OperationTimings, { config, log }: Runtime) {
  const metrics = requestMetrics(registry);
  const logged = config.serving.logsRequests ? accessLog(log) : () => undefined;
  const listener = observeRequests(app, (request) => {
    metrics.ended(request);
    timings.ended(request);
    logged(request);
  });
  return { listener, stop: metrics.stop };
}
