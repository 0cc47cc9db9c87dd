import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Express, Request as ExpressRequest, Response as ExpressResponse } from 'express';
import { isOwnPage } from '../access/credential.js';
import { ApiError } from '../access/errors.js';
import type { ResponseFormat } from '../http/answer.js';
import { readBody } from '../http/body.js';
import type { HttpContext } from '../http/context.js';
import { errorBody } from '../http/error-body.js';
import { Exchange } from '../http/exchange.js';
import { requestLocally } from '../http/local-request.js';
import type { HttpOptions } from '../http/options.js';
import type { Endpoints } from '../rest-compat/options.js';
import { createCatalogue, type Catalogue } from './catalogue.js';
import { isKnownHost } from '../http/known-host.js';
import { createMcpServer, listedTools, offeredTools, runTool } from './server.js';

const MCP_PATH = '/mcp';
const ALLOW = ['Allow', 'POST, OPTIONS'];
/** Smaller than REST's, because a message without a key is read too. */
const MESSAGE_LIMIT_BYTES = 64 * 1024;
/** Of JSON-RPC: the request is not one, or not even JSON. */
const INVALID_REQUEST = -32_600;
const PARSE_ERROR = -32_700;

/** Errors before the protocol is reached: JSON-RPC's form, with the declared error as its data. */
const FORMAT: ResponseFormat = {
  contentType: 'application/json; charset=utf-8',
  describe: (error, requestId) => ({
    jsonrpc: '2.0',
    id: null,
    error: {
      code: error.code === 'invalid_json' ? PARSE_ERROR : INVALID_REQUEST,
      message: error.message,
      data: errorBody(error, requestId),
    },
  }),
};

export interface McpOptions<Context extends HttpContext> extends HttpOptions<Context> {
  readonly version: string;
  /** Names of this server beside its addresses and localhost. */
  readonly mcpHosts: readonly string[];
  /** Whether clients may write queries of their own. */
  readonly runsQueries: boolean;
}

function requireOwnHost<C extends HttpContext>(
  request: ExpressRequest,
  { mcpHosts, allowedOrigins = [] }: McpOptions<C>,
): void {
  if (!isKnownHost(request.headers.host, mcpHosts)) throw new ApiError('host_not_known');
  if (request.headers.origin !== undefined && !isOwnPage(request.headers, { allowedOrigins, scheme: request.protocol }))
    throw new ApiError(
      'origin_not_allowed',
      'Pages of this origin may not use /mcp; have the operator add it to SVC_WEB_ORIGINS.',
    );
}

/** The request as the protocol's library takes it; the body is read already. */
function webRequest(request: ExpressRequest, signal: AbortSignal): Request {
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !name.startsWith(':') ? [[name, value]] : [],
  );
  return new Request(`http://localhost${MCP_PATH}`, { method: 'POST', headers, signal });
}

/**
 * The message of a stream of one event: no tool tells anything before its result, so a stream would have nothing else.
 */
function withoutStream(text: string): string {
  return /^data: (\{.*\})$/m.exec(text)?.[1] ?? text;
}

/**
 * MCP at `/mcp` by streamable HTTP, without sessions. Each message is answered at once; `call` and `ask` are requests
 * to REST by `app`, in the name of the client that sent the message.
 */
export function mountMcp<Context extends HttpContext>(
  app: Express,
  endpoints: Endpoints,
  options: McpOptions<Context>,
): void {
  let catalogue: Catalogue | undefined;
  const tools = offeredTools(options);
  const answer = async (exchange: Exchange<Context>, response: ExpressResponse): Promise<void> => {
    const { request, requestId } = exchange;
    requireOwnHost(request, options);
    const body = await readBody(
      request,
      response,
      () => new ApiError('batching_not_supported', 'Send one JSON-RPC message per request.'),
      MESSAGE_LIMIT_BYTES,
    );
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    catalogue ??= createCatalogue(endpoints, options);
    const known = catalogue;
    const handler = createMcpHandler(
      () =>
        createMcpServer({
          version: options.version,
          list: () => listedTools(tools),
          call: (name, given, signal) =>
            runTool(tools, name, given, {
              catalogue: known,
              requestId,
              onError: (err) => options.log.error({ err, request_id: requestId }, 'an MCP tool failed'),
              send: (sent) => requestLocally(app, request, sent, AbortSignal.any([signal, gone.signal])),
            }),
        }),
      {
        // Nothing that is listed changes while the server runs.
        maxSubscriptions: 0,
        onerror: (error) => options.log.warn({ err: error, request_id: requestId }, 'an MCP message was refused'),
      },
    );
    const made = await handler.fetch(webRequest(request, gone.signal), { parsedBody: body });
    const text = withoutStream(await made.text());
    if (!gone.signal.aborted) exchange.send({ status: made.status, body: text, cacheControl: 'no-store' });
  };
  app.all(MCP_PATH, (request, response) => {
    const exchange = new Exchange(options, request, response, FORMAT);
    if (request.method === 'OPTIONS') return exchange.preflight(ALLOW);
    exchange.runOfKind('messages', () => {
      if (request.method !== 'POST')
        return exchange.refuse(
          new ApiError('method_not_allowed', `${MCP_PATH} only supports POST: it has no sessions and no streams.`),
          ALLOW,
        );
      return answer(exchange, response);
    });
  });
}
