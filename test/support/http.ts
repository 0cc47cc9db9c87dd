import { Agent, request, type IncomingHttpHeaders } from 'node:http';

/** One answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Call {
  readonly method?: string;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
}

/** Idle connections end before a server ends them: a request sent as it does has no answer. */
const IDLE_MS = 10_000;
const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });

/** Ends the connections that `call` keeps for the next request. */
export function endConnections(): void {
  agent.destroy();
}

/**
 * One request with the path exactly as written: nothing is normalised or encoded. Rejects where no answer comes, and
 * where an answer of REST is not as the OpenAPI document says.
 */
export async function call(url: string, path: string, options: Call = {}): Promise<Answer> {
  const answer = await send(url, path, options);
  if (!path.startsWith('/api/') || !/json/.test(answer.headers['content-type'] ?? '')) return answer;
  const { faultsOfAnswer } = await import('./openapi-answers.js');
  const faults = faultsOfAnswer(options.method ?? 'GET', path, answer.status, answer.text);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return answer;
}

async function send(url: string, path: string, { method = 'GET', key, headers = {}, body }: Call): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const sent = body === undefined ? undefined : bytesOf(body);
  const all = {
    ...(sent === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(sent.length) }),
    ...(key === undefined ? {} : { 'X-API-Key': key }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers: all, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.once('error', reject);
    });
    outgoing.once('error', reject);
    outgoing.end(sent);
  });
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** What stands at `steps` of a JSON answer; undefined where nothing does. */
export function read(answer: Answer | object, ...steps: readonly (string | number)[]): unknown {
  let value: unknown = 'text' in answer && typeof answer.text === 'string' ? JSON.parse(answer.text) : answer;
  for (const step of steps)
    value = typeof value === 'object' && value !== null ? (Reflect.get(value, step) as unknown) : undefined;
  return value;
}

/** A path with its query, encoded. */
export function withQuery(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [name, String(value)]),
  ).toString();
  return query === '' ? path : `${path}?${query}`;
}
