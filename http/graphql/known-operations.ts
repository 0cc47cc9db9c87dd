import type { ExecutionResult } from 'graphql';
import { LRUCache } from 'lru-cache';
import { answerText, type AnswerFormat } from './answer-format.js';
import { isPromise } from '../../gateway/execution/values.js';
import type { Gateway } from '../../gateway/gateway.js';

/** One request of a client. */
export interface KnownRequest<C> {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The header that says which types of answer the client takes. */
  readonly accept: string;
  readonly context: C;
}

/** What Apollo Server would send, with status 200. */
export interface KnownAnswer {
  readonly body: string;
  readonly contentType: string;
}

/**
 * Operations that Apollo Server has let in before. What it does to let one in (reading, validating, choosing, asking its
 * plugins) depends on the document alone, and is many times the work of a small operation.
 */
export interface KnownOperations<C> {
  /** Remembers that the server answered the operation with status 200, and with which type it did. */
  learn(operation: Pick<KnownRequest<C>, 'query' | 'operationName' | 'accept'>, contentType: string): void;
  /** Undefined where the server has to be asked, nothing being executed then. */
  answer(request: KnownRequest<C>): KnownAnswer | undefined | Promise<KnownAnswer | undefined>;
}

export interface KnownOperationsOptions<C> {
  readonly gateway: Pick<Gateway<C>, 'prepareSafely' | 'execute'>;
  readonly format: AnswerFormat<C>;
  /** Bytes of the texts that are remembered. Default 8 MiB. */
  readonly cacheBytes?: number;
}

/** `Accept` headers whose type of answer is remembered. */
const MOST_ACCEPTS = 200;
/** Longer ones are left to the server. */
const LONGEST_ACCEPT = 200;

export function createKnownOperations<C>({ gateway, format, cacheBytes = 8_388_608 }: KnownOperationsOptions<C>): KnownOperations<C> {
  const known = new LRUCache<string, true>({ maxSize: cacheBytes, sizeCalculation: (_value, key) => 100 + 2 * key.length });
  const keyOf = (query: string, operationName: string | undefined): string => (operationName === undefined ? query : `${operationName}\n${query}`);
  const types = new LRUCache<string, string>({ max: MOST_ACCEPTS });
  // Without data nothing was executed: its variables are wrong, and the server says so by status too.
  const answerOf = (result: ExecutionResult, context: C, contentType: string): KnownAnswer | undefined =>
    result.data === undefined ? undefined : { body: answerText(result, context, format), contentType };
  return {
    learn({ query, operationName, accept }, contentType) {
      if (accept.length > LONGEST_ACCEPT) return;
      known.set(keyOf(query, operationName), true);
      types.set(accept, contentType);
    },
    answer({ query, operationName, variables, accept, context }) {
      const contentType = types.get(accept);
      if (contentType === undefined || known.get(keyOf(query, operationName)) === undefined) return undefined;
      const prepared = gateway.prepareSafely(query, operationName);
      if (isPromise(prepared) || 'errors' in prepared) return undefined;
      const result = gateway.execute(prepared, variables, context);
      return isPromise(result) ? result.then((settled) => answerOf(settled, context, contentType)) : answerOf(result, context, contentType);
    },
  };
}
