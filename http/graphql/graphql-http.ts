import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApolloServer } from '@apollo/server';
import { ApiError } from '../../access/errors.js';
import type { Requester } from '../../access/fair-queue.js';
import type { Gateway } from '../../gateway/gateway.js';
import { note } from '../../telemetry/request-notes.js';
import { EVENT_STREAM, EVENT_STREAM_FORMAT, singleAnswer } from '../../gateway/live/event-stream.js';
import type { Eventually } from '../context.js';
import type { LimitedBody, RequestLimits } from '../request-limits.js';
import {
  executedContent,
  refusalBody,
  refusedContent,
  type AnswerContent,
  type AnswerFormat,
  type Outcome,
} from './answer-format.js';
import type { ApolloContext } from './apollo-server.js';
import { CheckedAnswers, JSON_TYPE } from './checked-answers.js';
import {
  readOperationParameters,
  withDocument,
  type OperationParameters,
  type RawOperation,
} from './operation-parameters.js';
import { operationLabel } from './operation-label.js';
import { RefusedDocument, type OperationReader, type RequestedOperation } from './requested-operation.js';

/** One response, without the headers that every response has. */
export interface GraphqlAnswer {
  readonly status: number;
  readonly body: string | LimitedBody;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
}

/** A request of an authenticated, rate-limited caller, and its response. */
export interface GraphqlExchange<C> {
  readonly context: C;
  send(answer: GraphqlAnswer): void;
  /** Starts a streamed response with status 200; `headers` are alternating names and values. */
  open(contentType: string, headers: readonly string[]): Promise<ServerResponse>;
  /** Refunds what the request was charged; never fails. */
  refund(): Eventually<void>;
}

/** An operation that has been answered before, with status 200 and in this content type. */
export interface Repeated {
  readonly operationId: number;
  readonly variables: RequestedOperation['variables'];
  readonly contentType: string;
}

/** A query by GET. */
export interface Polled {
  readonly repeated: Repeated | undefined;
  execute(): Promise<Outcome>;
  bodyOf(content: AnswerContent): LimitedBody;
}

export interface GraphqlHttpOptions<C> {
  readonly gateway: Pick<Gateway<C>, 'execute'>;
  readonly server: ApolloServer<ApolloContext<C>>;
  readonly readOperation: OperationReader<C>;
  readonly format: AnswerFormat<C>;
  /** The parsed JSON body; throws a declared error. */
  readonly readBody: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;
  /** Id to add to errors of requests without an operation; omitted if errors have no id. */
  readonly requestIdOf?: (context: C) => string;
  /** Who waits for the preparation of an operation. */
  readonly requesterOf?: (context: C) => Requester;
  /** Request headers that another site cannot send without a preflight. */
  readonly csrfHeaders?: readonly string[];
  /** Answers queries by GET; without it they are answered as by POST. */
  readonly poll?: (polled: Polled, request: IncomingMessage, exchange: GraphqlExchange<C>) => Promise<void>;
  /** Handles a subscription. */
  readonly stream?: (
    requested: RequestedOperation,
    request: IncomingMessage,
    exchange: GraphqlExchange<C>,
  ) => Promise<void>;
}

const RESPONSE_JSON = 'application/graphql-response+json';

/** A parsed request. */
interface ReadRequest {
  readonly raw: RawOperation;
  readonly requested: RequestedOperation | undefined;
}

/** How a response is sent. */
interface Reply {
  /** Content type, or the whole `Accept` header. */
  readonly accept: string;
  /** Whether the client only accepts event streams. */
  readonly isStream: boolean;
  send(outcome: Outcome): void;
  /** Called with the label of an operation once it is known to be valid. */
  named(label: string): void;
}

/** GraphQL over HTTP for authenticated callers. */
export class GraphqlHttp<C> {
  readonly #options: GraphqlHttpOptions<C>;
  readonly #checked: CheckedAnswers<C>;

  constructor(options: GraphqlHttpOptions<C>) {
    this.#options = options;
    this.#checked = new CheckedAnswers(options);
  }

  /** `accepted` is the negotiated content type or the whole `Accept` header. Rejects with a declared error. */
  async answer(
    exchange: GraphqlExchange<C>,
    request: IncomingMessage,
    response: ServerResponse,
    accepted: string,
  ): Promise<void> {
    const isStream = accepted === EVENT_STREAM;
    const send = ({ status, content, contentType, headers }: Outcome): void => {
      const body = this.#bodyOf(content, exchange.context);
      exchange.send(isStream ? streamOf(body) : { status, body, contentType, cacheControl: 'no-store', headers });
    };
    try {
      const read = await this.#read(exchange, request, response);
      const named = (operation: string): void => note(response, { operation });
      await this.#run(read, exchange, request, { accept: isStream ? JSON_TYPE : accepted, isStream, send, named });
    } catch (error) {
      if (error instanceof RefusedDocument) return send(this.#refusal(error, accepted));
      if (!isStream || !(error instanceof ApiError) || error.status >= 500) throw error;
      const requestId = this.#options.requestIdOf?.(exchange.context) ?? '';
      exchange.send(streamOf((limits) => JSON.stringify(refusalBody(error, requestId, limits))));
    }
  }

  async #run(
    { raw, requested }: ReadRequest,
    exchange: GraphqlExchange<C>,
    request: IncomingMessage,
    reply: Reply,
  ): Promise<void> {
    const { accept, isStream, send, named } = reply;
    const { gateway, format, poll, stream, requesterOf } = this.#options;
    const { context } = exchange;
    const asked = { request, raw, accept };
    if (requested === undefined) return send(await this.#checked.ask({ request: context }, asked));
    const { operation, variables } = requested;
    const kind = operation.node.operation;
    if (kind === 'subscription' && stream !== undefined) {
      named('subscription');
      return stream(requested, request, exchange);
    }
    const prepared = await operation.prepare(requesterOf?.(context));
    if ('errors' in prepared) throw new RefusedDocument(prepared);
    named(operationLabel(operation.node));
    const known = this.#checked.typeOf(operation, asked);
    const execute = async (): Promise<Outcome> => {
      const result = known === undefined ? undefined : await gateway.execute(prepared, variables, context);
      if (known !== undefined && result?.data !== undefined) {
        return { status: 200, content: executedContent(result, format), contentType: known, headers: [] };
      }
      return this.#checked.ask({ request: context, operation: { ...operation, prepared } }, asked, operation);
    };
    if (poll === undefined || isStream || kind !== 'query' || request.method === 'POST') return send(await execute());
    const repeated = known === undefined ? undefined : { operationId: operation.id, variables, contentType: known };
    await poll({ repeated, execute, bodyOf: (content) => this.#bodyOf(content, context) }, request, exchange);
  }

  async #read(
    { context }: GraphqlExchange<C>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<ReadRequest> {
    const { readBody, readOperation } = this.#options;
    const url = request.url ?? '';
    const mark = url.indexOf('?');
    const body = request.method === 'POST' ? await readBody(request, response) : undefined;
    const raw = { search: mark === -1 ? '' : url.slice(mark), body };
    const parameters = readOperationParameters(request, raw);
    const requested = readOperation(parameters, context);
    const isByHash = requested !== undefined && isNamedByHash(parameters);
    return { raw: isByHash ? withDocument(request, raw, requested.query) : raw, requested };
  }

  #bodyOf(content: AnswerContent, context: C): LimitedBody {
    return (limits: RequestLimits | null) => this.#options.format.body(content, context, limits);
  }

  /** Invalid documents are 400; a valid operation without a plan is 200 with null data. */
  #refusal({ refused, code }: RefusedDocument, accepted: string): Outcome {
    const contentType = accepted.startsWith(RESPONSE_JSON) ? `${RESPONSE_JSON}; charset=utf-8` : JSON_TYPE;
    const content = refusedContent(refused, code, this.#options.format);
    return { status: refused.data === null ? 200 : 400, content, contentType, headers: [] };
  }
}

function isNamedByHash({ query, documentId, extensions }: OperationParameters): boolean {
  return query === undefined || documentId !== undefined || extensions?.['persistedQuery'] !== undefined;
}

/** Wraps a response as a stream, for clients that only accept streams. */
function streamOf(body: LimitedBody): GraphqlAnswer {
  const event: LimitedBody = (limits) => singleAnswer(body(limits).trimEnd());
  return {
    status: 200,
    body: event,
    contentType: EVENT_STREAM_FORMAT.contentType,
    cacheControl: 'no-store',
    headers: [],
  };
}
