import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

export interface HttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** Sends one request to a local server of this project. */
export async function sendRequest(url: string, { method, headers, body }: HttpRequest): Promise<HttpAnswer> {
  const call = request(url, { method, headers });
  call.end(body);
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

/** A GET, or a POST of `body` as JSON. */
export async function httpCall(
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<HttpAnswer> {
  if (body === undefined) return sendRequest(url, { method: 'GET', headers, body: '' });
  return sendRequest(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}
