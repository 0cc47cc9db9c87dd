import { enterRecord, readRecord } from '../../access/charge-record.js';
import { ERRORS, isErrorCode } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import {
  createSignedIdentities,
  IDENTITY_HEADER,
  IDENTITY_LIFETIME_S,
  type SignedIdentities,
} from '../../access/signed-identity.js';
import { httpSubgraph } from '../../gateway/execution/http-subgraph.js';
import type { Subgraph, SubgraphRequest, SubgraphResponse } from '../../gateway/execution/subgraph.js';
import { routingUrls } from '../../gateway/routing-urls.js';
import { createOutbound, type Outbound } from '../../outbound/outbound.js';
import { batchOf } from '../../subgraphs/batches.js';
import { isSubgraphName, type SubgraphName } from '../../subgraphs/sdl.js';
import { traceHeader } from '../../telemetry/trace.js';
import { timed } from '../../telemetry/topic.js';
import { SUBGRAPH_CALL } from '../../telemetry/topics.js';
import type { Config } from '../config.js';
import type { Runtime } from '../runtime.js';
import { outboundFetch } from './subgraph-fetch.js';

/** Subgraphs that run in other processes. */
export interface RemoteSubgraphs {
  readonly subgraphs: ReadonlyMap<SubgraphName, Subgraph<RequestContext>>;
  close(): void;
}

/** A list of 100 tickers with 5,000 bars each is some 60 MB of JSON. */
const MAX_BYTES = 96 * 1024 * 1024;
/** Of a user agent, in a signed identity. */
const MOST_AGENT_CHARACTERS = 256;
/** Sent to clients as the retry delay: a subgraph restarts within seconds. */
const RETRY_AFTER_S = 2;

/** Signs a request's identity once, and again if the request is still running after half the token's lifetime. */
function minter(identities: SignedIdentities, clock: () => number): (context: RequestContext) => string {
  const minted = new WeakMap<RequestContext, { readonly token: string; readonly freshUntilMs: number }>();
  return (context) => {
    const {
      origin: { identity },
      requestId,
      operationCost,
      seen,
      client,
    } = context;
    // Only fields for anonymous callers use the client, and a long user agent would not fit.
    const userAgent = client.userAgent?.slice(0, MOST_AGENT_CHARACTERS) ?? null;
    const nowMs = clock();
    const known = minted.get(context);
    if (known !== undefined && nowMs < known.freshUntilMs) return known.token;
    const { token } = identities.mint(
      { identity, requestId, operationCost, isGateway: true, seen, client: { ...client, userAgent } },
      nowMs,
    );
    minted.set(context, { token, freshUntilMs: nowMs + (IDENTITY_LIFETIME_S * 1000) / 2 });
    return token;
  };
}

/** The batches of the entities that a request asks for; empty for other requests. */
function batchesOf(variables: SubgraphRequest<RequestContext>['variables']): ReadonlySet<string> {
  const entities = Object.values(variables).flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : []));
  return new Set(entities.map(batchOf).filter((batch) => batch !== ''));
}

/** Whether a subgraph has answered nothing because it failed internally. */
function hasFailed({ data, errors = [] }: SubgraphResponse): boolean {
  if (data !== null && data !== undefined) return false;
  return errors.some(({ extensions }) => {
    const code = String(extensions?.['code']).toLowerCase();
    return isErrorCode(code) && ERRORS[code].status >= 500;
  });
}

/** Reports an unreachable subgraph as `unavailable`, like an unreachable database; the log has the cause. */
function declaredFailures(inner: Subgraph<RequestContext>, { log }: Pick<Runtime, 'log'>): Subgraph<RequestContext> {
  const extensions = { code: 'UNAVAILABLE', subgraph: inner.name, retry_after_s: RETRY_AFTER_S };
  return {
    name: inner.name,
    async execute(request) {
      const noteFailure = (): void => {
        for (const batch of batchesOf(request.variables)) request.context.batchOutcomes.field(batch, 'failed');
      };
      try {
        const response = await timed(SUBGRAPH_CALL, { subgraph: inner.name }, async () => inner.execute(request));
        if (hasFailed(response)) noteFailure();
        return response;
      } catch (err) {
        noteFailure();
        log.error({ err, subgraph: inner.name, request_id: request.context.requestId }, 'subgraph request failed');
        return { data: null, errors: [{ message: ERRORS.unavailable.message, extensions }] };
      }
    },
  };
}

function remoteSubgraph(
  name: SubgraphName,
  url: string,
  outbound: Outbound,
  mint: (context: RequestContext) => string,
): Subgraph<RequestContext> {
  return httpSubgraph<RequestContext>(name, url, {
    fetch: outboundFetch(outbound),
    headers: (context) => ({ [IDENTITY_HEADER]: mint(context), ...traceHeader() }),
    onExtensions(extensions, context) {
      const record = readRecord(extensions);
      if (record !== undefined) enterRecord(context, record);
    },
  });
}

function urlsOf({ remoteSubgraphs }: Config, supergraphSdl: string): ReadonlyMap<SubgraphName, string> {
  if (remoteSubgraphs !== 'all') return remoteSubgraphs;
  return new Map(
    [...routingUrls(supergraphSdl)].flatMap(([name, url]) => (isSubgraphName(name) ? [[name, url] as const] : [])),
  );
}

/** The remote subgraphs of `SVC_SUBGRAPHS`; requests carry identities signed with `SVC_IDENTITY_SECRET`. */
export function openRemoteSubgraphs({ config, clock, log }: Runtime, supergraphSdl: string): RemoteSubgraphs {
  const urls = urlsOf(config, supergraphSdl);
  if (urls.size === 0 || config.identitySecret === undefined) return { subgraphs: new Map(), close: () => undefined };
  const outbound = createOutbound({ target: 'operator', maxBytes: MAX_BYTES });
  const mint = minter(createSignedIdentities(config.identitySecret), clock);
  const subgraphs = [...urls].map(
    ([name, url]) => [name, declaredFailures(remoteSubgraph(name, url, outbound, mint), { log })] as const,
  );
  return { subgraphs: new Map(subgraphs), close: () => outbound.close() };
}
