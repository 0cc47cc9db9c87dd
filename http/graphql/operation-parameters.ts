import type { IncomingMessage } from 'node:http';

/** Parameters of a GraphQL request. Values of a wrong type are ignored here and rejected by Apollo Server. */
export interface OperationParameters {
  readonly query: string | undefined;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly extensions: Readonly<Record<string, unknown>> | undefined;
  readonly documentId: unknown;
}

/** A request's query string and the parsed body of a POST. */
export interface RawOperation {
  readonly search: string;
  readonly body: unknown;
}

type JsonObject = Readonly<Record<string, unknown>>;

function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function parsedObject(text: string | null): JsonObject | undefined {
  if (text === null) return undefined;
  try {
    return asObject(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function fromSearch(search: string): OperationParameters {
  const given = new URLSearchParams(search);
  return {
    query: asText(given.get('query')),
    operationName: given.get('operationName') ?? undefined,
    variables: parsedObject(given.get('variables')) ?? {},
    extensions: parsedObject(given.get('extensions')),
    documentId: given.get('documentId') ?? undefined,
  };
}

/** The parameters in a parsed body. */
export function readBodyParameters(body: unknown): OperationParameters {
  const { query, operationName, variables, extensions, documentId } = asObject(body) ?? {};
  return {
    query: asText(query),
    operationName: typeof operationName === 'string' ? operationName : undefined,
    variables: asObject(variables) ?? {},
    extensions: asObject(extensions),
    documentId,
  };
}

/** Reads a POST from its body and other requests from the query string. */
export function readOperationParameters(
  { method }: Pick<IncomingMessage, 'method'>,
  { search, body }: RawOperation,
): OperationParameters {
  return method === 'POST' ? readBodyParameters(body) : fromSearch(search);
}

/** The same request with its document as text, for Apollo Server. */
export function withDocument(
  { method }: Pick<IncomingMessage, 'method'>,
  raw: RawOperation,
  document: string,
): RawOperation {
  if (method !== 'POST') {
    const given = new URLSearchParams(raw.search);
    const extensions = withoutPersistedQuery(parsedObject(given.get('extensions')));
    given.set('query', document);
    given.delete('documentId');
    if (extensions !== undefined) given.set('extensions', JSON.stringify(extensions));
    return { ...raw, search: `?${given.toString()}` };
  }
  const body = asObject(raw.body) ?? {};
  const extensions = withoutPersistedQuery(asObject(body['extensions']));
  const { documentId: _documentId, ...rest } = body;
  return { ...raw, body: { ...rest, query: document, ...(extensions === undefined ? {} : { extensions }) } };
}

function withoutPersistedQuery(extensions: JsonObject | undefined): JsonObject | undefined {
  if (extensions === undefined) return undefined;
  const { persistedQuery: _persistedQuery, ...rest } = extensions;
  return rest;
}

/** Whether a request is a JSON POST with the document as text and with valid types for all parameters. */
export function isPlainJson(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  { search, body }: RawOperation,
): boolean {
  const object = asObject(body);
  if (method !== 'POST' || object === undefined || search !== '' || !isJson(headers['content-type'])) return false;
  const { query, operationName, variables, extensions } = object;
  return (
    asText(query) !== undefined &&
    (isAbsent(operationName) || asText(operationName) !== undefined) &&
    [variables, extensions].every((part) => isAbsent(part) || asObject(part) !== undefined)
  );
}

/**
 * Whether a GET or HEAD has the document as text and valid values for all parameters, each at most once, and cannot
 * come from a page of another site without a preflight.
 */
export function isPlainGet(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  { search }: Pick<RawOperation, 'search'>,
  csrfHeaders: readonly string[] = [],
): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const type = headers['content-type'];
  const isPreflighted = type === undefined ? csrfHeaders.some((name) => (headers[name] ?? '') !== '') : isJson(type);
  if (!isPreflighted) return false;
  const given = new URLSearchParams(search);
  if (['query', 'operationName', 'variables', 'extensions'].some((name) => given.getAll(name).length > 1)) return false;
  const areObjects = ['variables', 'extensions'].every(
    (name) => !given.has(name) || parsedObject(given.get(name)) !== undefined,
  );
  return areObjects && asText(given.get('query')) !== undefined;
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType ?? '');
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
