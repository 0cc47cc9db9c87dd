import { request, type IncomingMessage } from 'node:http';
import { expect } from '@jest/globals';

export interface StreamEvent {
  readonly event: string;
  /** Parsed; undefined where there is none. */
  readonly data: unknown;
}

/** One open stream as a client reads it. */
export interface EventStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly events: readonly StreamEvent[];
  /** Comments so far. */
  comments(): number;
  /** The event at `index`, once it is there. Rejects where the stream ends before. */
  event(index: number): Promise<StreamEvent>;
  /** Resolves once `isTrue` holds, looked at whenever something arrives. Rejects where the stream ends before. */
  until(isTrue: () => boolean): Promise<void>;
  /** Resolves with all events once the server has ended the stream. */
  readonly ended: Promise<readonly StreamEvent[]>;
  /** Goes away without a word. */
  leave(): void;
}

export interface Subscribe {
  readonly key?: string;
  readonly query: string;
  readonly variables?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** `POST` unless told otherwise. */
  readonly method?: 'GET' | 'POST';
  /** Of a GET, in place of the query and its variables. */
  readonly search?: URLSearchParams;
}

function parsed(block: string): StreamEvent | null {
  const lines = block.split('\n');
  const event = lines
    .find((line) => line.startsWith('event:'))
    ?.slice('event:'.length)
    .trim();
  const data = lines
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim())
    .join('\n');
  return event === undefined ? null : { event, data: data === '' ? undefined : (JSON.parse(data) as unknown) };
}

function read(response: IncomingMessage): EventStream {
  const events: StreamEvent[] = [];
  const looks = new Set<() => void>();
  let buffered = '';
  let comments = 0;
  let isEnded = false;
  const told = (): void => looks.forEach((look) => look());
  const ended = new Promise<readonly StreamEvent[]>((resolve) =>
    response.once('close', () => {
      isEnded = true;
      told();
      resolve(events);
    }),
  );
  response
    .on('error', () => undefined)
    .setEncoding('utf8')
    .on('data', (part: string) => {
      const blocks = (buffered + part).split('\n\n');
      buffered = blocks.pop() ?? '';
      for (const block of blocks) {
        comments += block.split('\n').filter((line) => line.startsWith(':')).length;
        const event = parsed(block);
        if (event !== null) events.push(event);
      }
      told();
    });
  const until = (isTrue: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!isTrue() && !isEnded) return;
        looks.delete(look);
        if (isTrue()) resolve();
        else reject(new Error(`The stream ended before; it had ${JSON.stringify(events)}`));
      };
      looks.add(look);
      look();
    });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    comments: () => comments,
    until,
    async event(index) {
      await until(() => events.length > index);
      return events[index] ?? { event: 'none', data: undefined };
    },
    ended,
    leave: () => response.destroy(),
  };
}

/** Opens a stream; resolves with its head. */
export function subscribe(
  url: string,
  { key, query, variables, headers = {}, method = 'POST', search: given }: Subscribe,
): Promise<EventStream> {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ query, variables });
  const search =
    given ??
    new URLSearchParams({ query, ...(variables === undefined ? {} : { variables: JSON.stringify(variables) }) });
  const all = {
    Accept: 'text/event-stream',
    ...(method === 'POST'
      ? { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
      : {}),
    ...(key === undefined ? {} : { 'X-API-Key': key }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        method,
        path: method === 'GET' ? `/graphql?${search.toString()}` : '/graphql',
        headers: all,
        agent: false,
      },
      (response) => resolve(read(response)),
    );
    outgoing.once('error', reject);
    outgoing.end(method === 'POST' ? body : undefined);
  });
}

/** The code of the only error of an event. */
export function codeOf({ data }: StreamEvent): unknown {
  const { errors } = data as { readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[] };
  expect(errors).toHaveLength(1);
  return errors?.[0]?.extensions?.code;
}
