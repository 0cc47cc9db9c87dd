import type { ExecutionResult } from 'graphql';
import type { Logger } from 'pino';
import { ApiError, tierRequired } from '../../access/errors.js';
import type { Identity } from '../../access/identity.js';
import { reaches, TIER_LIMITS } from '../../access/tiers.js';
import type { Gateway, PreparedOperation, RefusedOperation } from '../gateway.js';
import { followedKeys, lastVersions, withOwnArgument, type ReadKey } from './followed-keys.js';
import type { Hub } from './hub.js';
import { readLiveFields, type LiveField } from './live-fields.js';
import {
  createLiveOperations,
  UNTIL,
  type LiveOperation,
  type LiveStart,
  type ReadLiveOperation,
} from './live-operation.js';
import { codesOf, declaredErrorBody, hasData, shownAnswer } from './shown-answer.js';
import { LiveStream, type StreamAnswer } from './stream.js';
import { countStreams, type StreamCount, type StreamTransport } from './stream-counts.js';
import { streamEndOf } from './stream-ends.js';
import type { StreamSink } from './stream-sink.js';
import type { Watch } from './watch.js';

type Variables = Readonly<Record<string, unknown>>;

/** Calls `task` periodically until the returned function is called. */
export type Every = (ms: number, task: () => void) => () => void;

/** The caller that opens a stream. */
export interface LiveCaller {
  readonly identity: Identity;
  readonly requestId: string;
  readonly transport: StreamTransport;
  /** The caller's current identity. Throws a declared error once the key or session is no longer valid. */
  authenticate(): Identity | Promise<Identity>;
  /** Opens the transport, to which the stream is sent. */
  open(): Promise<StreamSink>;
}

export interface LiveOptions<C> {
  readonly gateway: Pick<Gateway<C>, 'supergraphSdl' | 'publicSchema' | 'prepareLater' | 'execute'>;
  readonly hub: Hub;
  /** Topics whose events are derived from changes of their inputs. */
  readonly watches?: readonly Watch[];
  /** Readers for the keys of a type, by type name; other keys are plain text. */
  readonly keys?: Readonly<Record<string, ReadKey>>;
  /** The context for the resolvers of one event, or of the start of a stream: its key is then empty. */
  readonly newContext: (origin: {
    readonly identity: Identity;
    readonly requestId: string;
    readonly nowMs: number;
    readonly topic: string;
    readonly key: string;
    /** Whether it costs nothing: the stream has been paid for when it was opened. */
    readonly isPaid: boolean;
  }) => C;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly every: Every;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

/** Subscriptions as streams, over any transport. */
export interface Live {
  /** Reads the stream that a subscription requests; returns errors if it is invalid. */
  readonly read: ReadLiveOperation;
  /**
   * Opens a stream and resolves with null once it is open. Throws a declared error, before anything is written, if the
   * caller may not open it.
   */
  open(operation: LiveOperation, variables: Variables, caller: LiveCaller): Promise<RefusedOperation | null>;
  /** Ends the streams whose key, session or tier is no longer valid: an account's, or all. Never throws. */
  recheck(accountId?: string): void;
  /** The number of open streams, and of those about to open. */
  readonly size: number;
  /** The open streams, sorted by topic, tier and transport. */
  counts(): readonly StreamCount[];
  /** Cuts every stream, so that its client opens it again elsewhere, and accepts no new ones. */
  close(): void;
}

/** The interval between heartbeats, which also check whether the caller is still admitted. */
export const HEARTBEAT_MS = 15_000;
/** Events of an account that may wait for a slow client. */
const MOST_PENDING = 100;
/** Seconds after which a client may reconnect when the server shuts down. */
const RETRY_AFTER_S = 2;

interface OpenStream extends Omit<StreamCount, 'open'> {
  readonly stream: LiveStream;
  readonly check: () => Promise<void>;
}

/** An admitted stream, not yet open. */
interface Opening {
  readonly operation: LiveOperation;
  readonly query: PreparedOperation;
  /** The followed keys by their index in the argument; null follows the account's events. */
  readonly keys: ReadonlyMap<string, number> | null;
  readonly variables: Variables;
  readonly isInitial: boolean;
  /** The versions that the client saw last, by key; these are sent first only if they have changed. */
  readonly since: ReadonlyMap<string, string>;
}

/** A change of one key, with the key's index in the stream's argument. */
interface Event {
  readonly key: string;
  readonly index: number | undefined;
}

function requireTier(field: LiveField, { tier }: Identity): void {
  if (reaches(tier, field.tier)) return;
  throw tierRequired(`Subscription.${field.name}`, tier, field.tier);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Variables)[name] : undefined;
}

/** Whether an event is the last of its stream; takes what says so out of it. */
function isLast({ data }: ExecutionResult, name: string): boolean {
  const event = data?.[name];
  if (typeof event !== 'object' || event === null || !(UNTIL in event)) return false;
  const { [UNTIL]: until } = event;
  Reflect.deleteProperty(event, UNTIL);
  return until !== null;
}

/** True if the caller has lost access; false if the check itself failed. */
function isShutOut(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

class Streams<C> implements Live {
  readonly read: Live['read'];
  readonly #options: LiveOptions<C>;
  readonly #watches: ReadonlyMap<string, Watch>;
  readonly #byAccount = new Map<string, Set<OpenStream>>();
  /** Slots per account, including those of streams that are about to open. */
  readonly #taken = new Map<string, number>();
  readonly #queries = new WeakMap<LiveOperation, ReturnType<LiveOptions<C>['gateway']['prepareLater']>>();
  readonly #stopBeating: () => void;
  #isClosed = false;

  constructor(options: LiveOptions<C>) {
    this.#options = options;
    this.#watches = new Map((options.watches ?? []).map((watch) => [watch.topic, watch]));
    this.read = createLiveOperations(options.gateway.publicSchema, readLiveFields(options.gateway.supergraphSdl));
    this.#stopBeating = options.every(HEARTBEAT_MS, () => this.#beat());
  }

  get size(): number {
    return [...this.#taken.values()].reduce((sum, count) => sum + count, 0);
  }

  counts(): readonly StreamCount[] {
    return countStreams([...this.#byAccount.values()].flatMap((open) => [...open]));
  }

  async open(operation: LiveOperation, variables: Variables, caller: LiveCaller): Promise<RefusedOperation | null> {
    const { field } = operation;
    const { identity } = caller;
    requireTier(field, identity);
    const given = operation.argumentsOf(variables, identity);
    if ('errors' in given) return given;
    const followed = followedKeys(field, given.values, this.#options.keys ?? {});
    const since = lastVersions(field, given.values, this.#options.keys ?? {});
    const query = await this.#queryOf(operation, identity.accountId);
    if ('errors' in query) {
      if (query.isTransient !== true) return query;
      this.#queries.delete(operation);
      throw new ApiError('unavailable', query.errors[0]?.message, { retry_after_s: RETRY_AFTER_S });
    }
    const release = this.#takeSlot(identity);
    try {
      const started = operation.start === null ? null : await this.#start(field, operation.start, variables, caller);
      if (started !== null && 'errors' in started) {
        release();
        return started;
      }
      const keys = started === null ? followed : new Map([[started.key, 0]]);
      const isInitial = started !== null || given.values['initial'] === true;
      await this.#begin({ operation, query, keys, variables, isInitial, since }, caller, release);
      return null;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Runs the mutation that a stream begins with, and resolves with the stream's key. */
  async #start(
    { topic }: LiveField,
    { document, keyPath }: LiveStart,
    variables: Variables,
    { identity, requestId }: LiveCaller,
  ): Promise<{ readonly key: string } | RefusedOperation> {
    const { gateway, newContext, clock } = this.#options;
    const requester = { turn: identity.accountId, onAbandoned: () => undefined };
    const prepared = await gateway.prepareLater(document, undefined, requester);
    if ('errors' in prepared) return prepared;
    const context = newContext({ identity, requestId, nowMs: clock(), topic, key: '', isPaid: false });
    const { data, errors } = await gateway.execute(prepared, variables, context);
    if (errors !== undefined && errors.length > 0) return { errors, data: null };
    const key = keyPath.reduce<unknown>(fieldOf, data);
    if (typeof key !== 'string') throw new Error(`The stream ${topic} has begun without a key.`);
    return { key };
  }

  /** The prepared query of a subscription's events; cached, except for a transient failure. */
  async #queryOf(operation: LiveOperation, accountId: string): Promise<PreparedOperation | RefusedOperation> {
    const requester = { turn: accountId, onAbandoned: () => undefined };
    const preparing =
      this.#queries.get(operation) ?? this.#options.gateway.prepareLater(operation.query, undefined, requester);
    this.#queries.set(operation, preparing);
    const query = await preparing;
    if ('errors' in query && query.isTransient === true) this.#queries.delete(operation);
    return query;
  }

  /** Follows before the response starts: a client that sees an open stream gets every later change. */
  async #begin(
    { operation, query, keys, variables, isInitial, since }: Opening,
    caller: LiveCaller,
    release: () => void,
  ): Promise<void> {
    const { field, keyVariable } = operation;
    const { topic } = field;
    const { accountId } = caller.identity;
    const listed = keys === null ? null : [...keys.keys()];
    const early = new Set<string>();
    let push = (key: string): void => void early.add(key);
    const leave = this.#options.hub.follow({ topic, keys: listed, accountId, push: (key) => push(key) });
    try {
      // Before the first events are resolved, so that a later change has another version.
      if (listed !== null) await this.#watches.get(topic)?.begin(listed);
      const sink = await caller.open();
      if (sink.isGone || this.#isClosed) {
        sink.cut();
        leave();
        release();
        return;
      }
      const stream = new LiveStream({
        sink,
        maxPending: keys?.size ?? MOST_PENDING,
        answer: (key) =>
          this.#answer(operation, { key, index: keys?.get(key) }, query, { ...variables, [keyVariable]: key }, caller),
        onEnd: () => {
          leave();
          this.#unregister(accountId, open);
          release();
        },
      });
      const {
        identity: { tier },
        transport,
      } = caller;
      const open: OpenStream = { topic, tier, transport, stream, check: () => this.#check(stream, field, caller) };
      this.#register(accountId, open);
      push = (key) => stream.push(key);
      const isDue = (key: string): boolean =>
        since.has(key) ? since.get(key) !== this.#options.hub.versionOf(topic, key) : isInitial;
      for (const key of new Set([...(listed ?? []).filter(isDue), ...early])) stream.push(key);
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Resolves one event as the query for its key, with the caller's current identity. */
  async #answer(
    { field, name, start }: LiveOperation,
    { key, index }: Event,
    query: PreparedOperation,
    variables: Variables,
    { authenticate, requestId }: LiveCaller,
  ): Promise<StreamAnswer> {
    const { gateway, newContext, clock, log } = this.#options;
    try {
      const identity = await authenticate();
      requireTier(field, identity);
      const result = await gateway.execute(
        query,
        variables,
        newContext({ identity, requestId, nowMs: clock(), topic: field.topic, key, isPaid: start !== null }),
      );
      const isOver = isLast(result, name);
      return {
        answer: shownAnswer(withOwnArgument(result, field, index), requestId, log),
        end: isOver ? 'complete' : streamEndOf(codesOf(result), !hasData(result)),
      };
    } catch (error) {
      if (!(error instanceof ApiError)) {
        log.error({ err: error, request_id: requestId }, 'could not resolve a live event');
      }
      const declared = error instanceof ApiError ? error : new ApiError('internal_error');
      return { answer: declaredErrorBody(declared, requestId), end: streamEndOf([declared.code], true) };
    }
  }

  async #check(stream: LiveStream, field: LiveField, { authenticate, requestId }: LiveCaller): Promise<void> {
    try {
      requireTier(field, await authenticate());
    } catch (error) {
      if (isShutOut(error)) stream.end(declaredErrorBody(error, requestId));
      else {
        this.#options.log.warn({ err: error, request_id: requestId }, 'could not recheck a stream; it stays open');
      }
    }
  }

  recheck(accountId?: string): void {
    const streams = accountId === undefined ? [...this.#byAccount.values()] : [this.#byAccount.get(accountId) ?? []];
    for (const { check } of streams.flatMap((open) => [...open])) void check();
  }

  #beat(): void {
    this.recheck();
    for (const open of this.#byAccount.values()) for (const { stream } of [...open]) stream.beat();
  }

  /** Throws `unavailable` during shutdown, and `streams_cap` if the account has as many streams as its tier allows. */
  #takeSlot({ accountId, tier }: Identity): () => void {
    if (this.#isClosed) throw new ApiError('unavailable', undefined, { retry_after_s: RETRY_AFTER_S });
    const count = this.#taken.get(accountId) ?? 0;
    const cap = TIER_LIMITS[tier].liveStreams;
    if (count >= cap) {
      const message = `The ${tier} tier allows ${cap} open ${cap === 1 ? 'stream' : 'streams'}; close one first.`;
      throw new ApiError('streams_cap', message, { cap });
    }
    this.#taken.set(accountId, count + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.#taken.get(accountId) ?? 1) - 1;
      if (left === 0) this.#taken.delete(accountId);
      else this.#taken.set(accountId, left);
    };
  }

  #register(accountId: string, open: OpenStream): void {
    const known = this.#byAccount.get(accountId) ?? new Set();
    this.#byAccount.set(accountId, known.add(open));
  }

  #unregister(accountId: string, open: OpenStream): void {
    const known = this.#byAccount.get(accountId);
    known?.delete(open);
    if (known?.size === 0) this.#byAccount.delete(accountId);
  }

  close(): void {
    this.#isClosed = true;
    this.#stopBeating();
    for (const open of [...this.#byAccount.values()]) for (const { stream } of [...open]) stream.cut();
  }
}

/** Serves the supergraph's `@live` fields. Throws if one of them names a field or argument that does not exist. */
export function createLive<C>(options: LiveOptions<C>): Live {
  return new Streams(options);
}
