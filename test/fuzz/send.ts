import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { FuzzRequest } from './requests.js';

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Bytes as they came, which may be compressed. */
  readonly body: Buffer;
}

/** Ends the kept connections. */
export function endFuzzConnections(): void {
  agent.destroy();
}

/**
 * Sends the request as it is; null if this client refuses to write it. Of an event stream only the head is read.
 * Rejects if the connection ends without an answer, or none comes in a minute.
 */
export async function send(
  url: string,
  key: string,
  { method, path, headers, body }: FuzzRequest,
): Promise<FuzzAnswer | null> {
  const { hostname, port } = new URL(url);
  const all = {
    'X-API-Key': key,
    ...headers,
    ...(body === undefined ? {} : { 'Content-Length': String(body.length) }),
  };
  return new Promise((resolve, reject) => {
    let outgoing;
    try {
      outgoing = request({ hostname, port, method, path, headers: all, agent });
    } catch (error) {
      if (error instanceof TypeError) return resolve(null);
      throw error;
    }
    const limit = setTimeout(() => outgoing.destroy(new Error('No answer within a minute.')), 60_000);
    const end = (answer: FuzzAnswer): void => {
      clearTimeout(limit);
      resolve(answer);
    };
    outgoing.once('response', (response) => {
      const parts: Buffer[] = [];
      const answer = (): FuzzAnswer => ({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(parts),
      });
      if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
        end(answer());
        outgoing.destroy();
        return;
      }
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('end', () => end(answer()));
    });
    outgoing.once('error', (error) => {
      clearTimeout(limit);
      reject(error);
    });
    outgoing.end(body);
  });
}
