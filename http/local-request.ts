import { IncomingMessage, ServerResponse, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { Socket } from 'node:net';

/** Who the request is from: credentials, pages and proxies, which decide how it is admitted. */
const OF_CALLER = [
  'authorization',
  'x-api-key',
  'cookie',
  'origin',
  'referer',
  'host',
  'user-agent',
  'sec-fetch-site',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-request-id',
] as const;

export interface LocalRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string | undefined;
}

export interface LocalAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A connection that keeps what is written to it. */
class Recorder extends Socket {
  readonly parts: Buffer[] = [];

  override _write(part: Buffer | string, _encoding: string, done: () => void): void {
    this.parts.push(Buffer.from(part));
    done();
  }

  override _writev(parts: readonly { readonly chunk: Buffer | string }[], done: () => void): void {
    for (const { chunk } of parts) this.parts.push(Buffer.from(chunk));
    done();
  }

  override _final(done: () => void): void {
    done();
  }
}

function headersOf(caller: IncomingMessage, { headers = {}, body }: LocalRequest): IncomingHttpHeaders {
  const kept = OF_CALLER.flatMap((name) => (caller.headers[name] === undefined ? [] : [[name, caller.headers[name]]]));
  const content =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  return { ...(Object.fromEntries(kept) as IncomingHttpHeaders), ...headers, ...content };
}

/** The response as it was written: a head, and a body of the length that the head says. */
function answerOf(bytes: Buffer): LocalAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(first.split(' ')[1]), headers, text: bytes.toString('utf8', end + 4) };
}

/**
 * Answers a request by `app` in this process, in the name of the client that sent `caller`: same key, address and page,
 * and so the same checks, charges and errors as if the client had sent it. Rejects if the client is gone before the
 * response.
 */
export async function requestLocally(
  app: RequestListener,
  caller: IncomingMessage,
  sent: LocalRequest,
  signal: AbortSignal,
): Promise<LocalAnswer> {
  signal.throwIfAborted();
  // Its socket is that of the client, whose address counts.
  const request = new IncomingMessage(caller.socket);
  Object.assign(request, {
    method: sent.method,
    url: sent.url,
    headers: headersOf(caller, sent),
    httpVersion: '1.1',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
  });
  if (sent.body !== undefined) request.push(sent.body);
  request.push(null);
  // Otherwise its end would destroy the client's connection.
  request.complete = true;
  const response = new ServerResponse(request);
  const recorder = new Recorder();
  response.assignSocket(recorder);
  return new Promise((resolve, reject) => {
    const abandon = (): void => {
      recorder.destroy();
      reject(new Error('The client is gone.'));
    };
    signal.addEventListener('abort', abandon, { once: true });
    response.once('finish', () => {
      signal.removeEventListener('abort', abandon);
      resolve(answerOf(Buffer.concat(recorder.parts)));
    });
    app(request, response);
  });
}
