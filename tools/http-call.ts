import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** One request to a server of our own on loopback: a GET, or a POST of `body` as JSON. */
export async function httpCall(url: string, headers: Readonly<Record<string, string>>, body?: object): Promise<HttpAnswer> {
  const call = body === undefined ? request(url, { headers }) : request(url, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } });
  call.end(body === undefined ? undefined : JSON.stringify(body));
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve).once('error', reject);
  });
  let text = '';
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await once(response, 'end');
  return { status: response.statusCode ?? 0, body: text };
}
