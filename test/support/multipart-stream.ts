import { request, type IncomingHttpHeaders } from 'node:http';

export interface MultipartStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body so far. */
  text(): string;
  /** The bodies of the parts so far. */
  parts(): readonly unknown[];
  /** Resolves with the body at `index`; rejects if the stream ends before. */
  part(index: number): Promise<unknown>;
  /** Resolves once the connection or the response has ended. */
  readonly ended: Promise<void>;
  leave(): void;
}

/** As Apollo Client 4 sends it. */
export const APOLLO_ACCEPT =
  'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/graphql-response+json,application/json;q=0.9';

const PART = /^\r\nContent-Type: application\/json\r\n\r\n(.*)$/s;

/** Opens a stream of parts; resolves with its head. */
export function subscribeMultipart(
  url: string,
  key: string | undefined,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<MultipartStream> {
  const { hostname, port } = new URL(url);
  const all = {
    Accept: APOLLO_ACCEPT,
    'Content-Type': 'application/json',
    ...(key === undefined ? {} : { 'X-API-Key': key }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method: 'POST', path: '/graphql', headers: all, agent: false },
      (response) => {
        let text = '';
        let isOver = false;
        const looks = new Set<() => void>();
        const look = (): void => looks.forEach((one) => one());
        response
          .setEncoding('utf8')
          .on('error', () => undefined)
          .on('data', (data: string) => {
            text += data;
            look();
          });
        const ended = new Promise<void>((resolveEnd) =>
          response.once('close', () => {
            isOver = true;
            look();
            resolveEnd();
          }),
        );
        const parts = (): readonly unknown[] =>
          text
            .split('\r\n--graphql')
            .slice(1)
            .flatMap((part) => {
              const json = PART.exec(part)?.[1];
              return json === undefined ? [] : [JSON.parse(json) as unknown];
            });
        const part = (index: number): Promise<unknown> =>
          new Promise((resolvePart, rejectPart) => {
            const lookFor = (): void => {
              const found = parts();
              if (found.length <= index && !isOver) return;
              looks.delete(lookFor);
              if (found.length > index) resolvePart(found[index]);
              else rejectPart(new Error(`The stream ended before part ${index}: ${text}`));
            };
            looks.add(lookFor);
            lookFor();
          });
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: () => text,
          parts,
          part,
          ended,
          leave: () => response.destroy(),
        });
      },
    );
    outgoing.once('error', reject);
    outgoing.end(JSON.stringify(body));
  });
}
