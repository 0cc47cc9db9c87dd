import { GraphQLError, Kind, parse, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../access/errors.js';
import { NOBODY, SharedRequester, type Requester } from '../../access/fair-queue.js';
import { isPromise } from '../../gateway/execution/values.js';
import type { Gateway, PreparedOperation, RefusedOperation } from '../../gateway/gateway.js';
import type { Guard, Measured, UnmeasuredReason } from '../../gateway/guards/guard.js';

type Preparing = PreparedOperation | RefusedOperation | Promise<PreparedOperation | RefusedOperation>;

/** One operation of a document, with everything cached about it. */
export interface CachedOperation {
  /** No other operation of this process has it. */
  readonly id: number;
  readonly document: DocumentNode;
  readonly node: OperationDefinitionNode;
  /** Undefined if operations are not measured. */
  readonly measured: Measured | Unmeasured | undefined;
  /** Validates, plans and compiles the operation once for all requesters; rejections are cached, too. */
  prepare(requester?: Requester): Preparing;
  /** Whether Apollo Server has responded to it with status 200, so that later requests can bypass it. */
  isServed: boolean;
}

/** Why an operation could not be measured. */
export type Unmeasured = { readonly error: ApiError } | { readonly reason: UnmeasuredReason };

/** Why a document cannot be run. */
export type UnreadableDocument = { readonly syntaxError: GraphQLError } | { readonly reason: UnmeasuredReason };

/** A parsed document and its operations. */
export interface CachedDocument {
  /** The operation with this name or, without a name, the only one; undefined if there is none. */
  operation(name: string | undefined): CachedOperation | undefined;
  /** Names of the operations. */
  readonly names: readonly string[];
}

export interface DocumentCache {
  /** Parses a text unless it is cached. */
  read(source: string): CachedDocument | UnreadableDocument;
  /** Number of cached texts and their estimated size. */
  readonly size: { readonly documents: number; readonly bytes: number };
}

export interface DocumentCacheOptions<C> {
  readonly gateway: Pick<Gateway<C>, 'prepareLater'>;
  /** Measures operations before they are validated; omitted if they are not limited. */
  readonly guard?: Pick<Guard, 'measure'>;
  /** Maximum number of lexical tokens in a document. */
  readonly maxTokens: number;
  /** Maximum estimated size of the cache in bytes. Default 64 MiB. */
  readonly maxBytes?: number;
}

/** Estimated size of an entry: syntax tree with its locations (measured: 71 bytes per character) and measurements. */
const BYTES_PER_DOCUMENT = 3_000;
const BYTES_PER_CHARACTER = 100;
/** Dense documents hold more per token than per character. */
const BYTES_PER_TOKEN = 250;
const BYTES_PER_REFUSAL = 3_000;

/**
 * Caches clients' documents. An entry is looked up by the whole text and then by the operation's name, so that no two
 * requests can be confused. Names that are not in the document are not stored.
 */
export function createDocumentCache<C>(options: DocumentCacheOptions<C>): DocumentCache {
  const { maxBytes = 64 * 1024 * 1024, maxTokens } = options;
  const cache = new LRUCache<string, Entry<C> | UnreadableDocument>({
    maxSize: maxBytes,
    sizeCalculation: (entry, source) => 2 * source.length + (entry instanceof Entry ? entry.bytes : BYTES_PER_REFUSAL),
  });
  const add = (source: string): Entry<C> | UnreadableDocument => {
    const parsed = parseDocument(source, maxTokens);
    // Preparing an operation enlarges its entry, but the cache only measures entries when they are added.
    const onGrowth = (): void => {
      if (cache.peek(source) !== entry) return;
      cache.delete(source);
      cache.set(source, entry);
    };
    const entry = 'document' in parsed ? new Entry(parsed.document, source.length, options, onGrowth) : parsed;
    cache.set(source, entry);
    return entry;
  };
  return {
    read: (source) => cache.get(source) ?? add(source),
    get size() {
      return { documents: cache.size, bytes: cache.calculatedSize };
    },
  };
}

function parseDocument(
  source: string,
  maxLexicalTokens: number,
): { readonly document: DocumentNode } | UnreadableDocument {
  try {
    return { document: parse(source, { maxLexicalTokens }) };
  } catch (error) {
    // The recursive parser overflows the stack on deeply nested documents.
    if (error instanceof RangeError) return { reason: 'depth' };
    if (!(error instanceof GraphQLError)) throw error;
    return /more tha[tn] \d+ tokens/.test(error.message) ? { reason: 'tokens' } : { syntaxError: error };
  }
}

function measure(
  guard: Pick<Guard, 'measure'>,
  document: DocumentNode,
  node: OperationDefinitionNode,
): Measured | Unmeasured {
  try {
    return guard.measure(document, node);
  } catch (error) {
    if (error instanceof ApiError) return { error };
    if (error instanceof RangeError) return { reason: 'depth' };
    throw error;
  }
}

let lastId = 0;

class Entry<C> implements CachedDocument {
  bytes: number;
  readonly names: readonly string[];
  readonly #document: DocumentNode;
  readonly #nodes: readonly OperationDefinitionNode[];
  readonly #operations = new Map<OperationDefinitionNode, CachedOperation>();
  readonly #options: DocumentCacheOptions<C>;
  readonly #onGrowth: () => void;

  constructor(document: DocumentNode, characters: number, options: DocumentCacheOptions<C>, onGrowth: () => void) {
    this.bytes =
      BYTES_PER_DOCUMENT + Math.max(BYTES_PER_CHARACTER * characters, BYTES_PER_TOKEN * (document.tokenCount ?? 0));
    this.#document = document;
    this.#options = options;
    this.#onGrowth = onGrowth;
    this.#nodes = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    this.names = this.#nodes.flatMap(({ name }) => name?.value ?? []);
  }

  operation(name: string | undefined): CachedOperation | undefined {
    const node =
      name === undefined
        ? this.#nodes.length === 1
          ? this.#nodes[0]
          : undefined
        : this.#nodes.find((one) => one.name?.value === name);
    if (node === undefined) return undefined;
    const known = this.#operations.get(node);
    if (known !== undefined) return known;
    const operation = this.#add(node);
    this.#operations.set(node, operation);
    return operation;
  }

  #add(node: OperationDefinitionNode): CachedOperation {
    const { gateway, guard } = this.#options;
    const document = this.#document;
    let prepared: Preparing | undefined;
    let waiting: SharedRequester | undefined;
    const settle = (result: PreparedOperation | RefusedOperation): PreparedOperation | RefusedOperation => {
      waiting = undefined;
      // Transient failures are not cached.
      prepared = 'errors' in result && result.isTransient === true ? undefined : result;
      this.bytes += 'errors' in result ? BYTES_PER_REFUSAL * result.errors.length : result.bytes;
      this.#onGrowth();
      return result;
    };
    return {
      id: (lastId += 1),
      document,
      node,
      measured: guard === undefined ? undefined : measure(guard, document, node),
      isServed: false,
      prepare(requester = NOBODY) {
        waiting?.join(requester);
        if (prepared !== undefined) return prepared;
        waiting = new SharedRequester(requester);
        const preparing = gateway.prepareLater(document, node.name?.value, waiting);
        if (!isPromise(preparing)) return settle(preparing);
        return (prepared = preparing.then(settle));
      },
    };
  }
}
