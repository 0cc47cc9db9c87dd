import { request as requestHttp, type Agent as HttpAgent, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps, type Agent as HttpsAgent } from 'node:https';
import { OutboundError, type OutboundReason } from './errors.js';
import type { OutboundRequest, OutboundResponse, OutboundStream } from './messages.js';

export interface ExchangeSettings {
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  readonly connectTimeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly maxBytes: number;
}

/** What becomes of one request. */
interface Outcome {
  /** The response's status and headers have arrived. `end` when nothing more is waited for. */
  respond(
    response: IncomingMessage,
    exchange: { readonly call: ClientRequest; end(): void; fail(error: OutboundError): void },
  ): void;
  /** At most once, and never after `end`. */
  fail(error: OutboundError): void;
}

/** Sends one request on one connection, within its times. */
function begin(url: URL, request: OutboundRequest, settings: ExchangeSettings, outcome: Outcome): void {
  const { host } = url;
  const call = open(url, request, settings);
  let hasEnded = false;
  const fail = (error: OutboundError): void => {
    if (!hasEnded) {
      end();
      outcome.fail(error);
    }
    call.destroy();
  };
  const onAbort = (): void =>
    fail(new OutboundError('aborted', `The request to ${host} was aborted.`, { cause: request.signal?.reason }));
  const { connectTimeoutMs, totalTimeoutMs } = settings;
  const { idleTimeoutMs } = request;
  const timeout = (reason: OutboundReason, ms: number, what: string): NodeJS.Timeout =>
    setTimeout(() => fail(new OutboundError(reason, `${host} did not ${what} within ${ms} ms.`)), ms);
  const connecting = timeout('connect_timeout', connectTimeoutMs, 'accept a connection');
  const idle = idleTimeoutMs === undefined ? undefined : timeout('idle_timeout', idleTimeoutMs, 'send anything');
  const whole = timeout('total_timeout', totalTimeoutMs, 'respond');
  const end = (): void => {
    hasEnded = true;
    clearTimeout(connecting);
    clearTimeout(idle);
    clearTimeout(whole);
    request.signal?.removeEventListener('abort', onAbort);
  };
  const onError = (error: unknown): void => {
    if (error instanceof OutboundError) return fail(error);
    fail(new OutboundError('connection', `The connection to ${host} failed${codeOf(error)}.`, { cause: error }));
  };

  call.on('error', onError);
  if (request.signal?.aborted === true) return onAbort();
  request.signal?.addEventListener('abort', onAbort);
  onConnected(call, () => clearTimeout(connecting));
  call.once('response', (response: IncomingMessage) => {
    response.on('error', onError);
    idle?.refresh();
    if (idle !== undefined) response.on('data', () => idle.refresh());
    outcome.respond(response, { call, end, fail });
  });
  call.end(request.body);
}

const tooLarge = ({ host }: URL, { maxBytes }: ExchangeSettings): OutboundError =>
  new OutboundError('too_large', `The response from ${host} is larger than ${maxBytes} bytes.`);
const cutOff = ({ host }: URL): OutboundError =>
  new OutboundError('connection', `${host} closed the connection before the response was complete.`);

/** Sends one request on one connection and reads the whole response. Rejects with OutboundError. */
export function exchange(url: URL, request: OutboundRequest, settings: ExchangeSettings): Promise<OutboundResponse> {
  return new Promise((resolve, reject) => {
    begin(url, request, settings, {
      fail: reject,
      respond(response, { call, end, fail }) {
        if (request.answer === 'head') {
          resolve(responseOf(response, Buffer.alloc(0), false));
          response.once('close', end);
          return drop(response, settings.maxBytes, () => call.destroy());
        }
        collect(response, settings.maxBytes, {
          done(body) {
            end();
            resolve(responseOf(response, body, false));
          },
          tooLarge(body) {
            if (request.answer !== 'start') return fail(tooLarge(url, settings));
            end();
            resolve(responseOf(response, body.subarray(0, settings.maxBytes), true));
            call.destroy();
          },
          cutOff: () => fail(cutOff(url)),
        });
      },
    });
  });
}

/**
 * Sends one request on one connection; resolves when the head of the response has arrived. Rejects with OutboundError.
 */
export function exchangeStream(
  url: URL,
  request: OutboundRequest,
  settings: ExchangeSettings,
): Promise<OutboundStream> {
  return new Promise((resolve, reject) => {
    let failBody: (error: OutboundError) => void = reject;
    begin(url, request, settings, {
      fail: (error) => failBody(error),
      respond(response, { call, end, fail }) {
        let [bytes, isOpen] = [0, true];
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            failBody = (error) => {
              isOpen = false;
              controller.error(error);
            };
            response.on('data', (part: Buffer) => {
              if (!isOpen) return;
              bytes += part.length;
              if (bytes > settings.maxBytes) return fail(tooLarge(url, settings));
              controller.enqueue(part);
              if ((controller.desiredSize ?? 0) <= 0) response.pause();
            });
            response.once('end', () => {
              if (!response.complete) return fail(cutOff(url));
              end();
              controller.close();
            });
          },
          pull: () => void response.resume(),
          cancel() {
            isOpen = false;
            end();
            call.destroy();
          },
        });
        resolve({ status: response.statusCode ?? 0, headers: headersOf(response), body });
      },
    });
  });
}

function open(
  url: URL,
  { method = 'GET', headers = {}, body }: OutboundRequest,
  { agents }: ExchangeSettings,
): ClientRequest {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options = { method, headers: { ...headers, ...length } };
  return url.protocol === 'https:'
    ? requestHttps(url, { ...options, agent: agents.https })
    : requestHttp(url, { ...options, agent: agents.http });
}

/** Calls `connected` once the connection is open: immediately for a pooled one. */
function onConnected(call: ClientRequest, connected: () => void): void {
  call.once('socket', (socket) => {
    if (!socket.connecting) return connected();
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected);
  });
}

/** Discards a response body, so that its connection can be reused. */
function drop(response: IncomingMessage, maxBytes: number, tooLarge: () => void): void {
  let bytes = 0;
  response.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > maxBytes) tooLarge();
  });
}

interface Collected {
  done(body: Buffer): void;
  /** Called with what was read. */
  tooLarge(body: Buffer): void;
  cutOff(): void;
}

function collect(response: IncomingMessage, maxBytes: number, { done, tooLarge, cutOff }: Collected): void {
  const parts: Buffer[] = [];
  let bytes = 0;
  response.on('data', (part: Buffer) => {
    // What follows is what had arrived when the connection was closed.
    if (bytes > maxBytes) return;
    bytes += part.length;
    parts.push(part);
    if (bytes > maxBytes) tooLarge(Buffer.concat(parts));
  });
  response.once('end', () => (response.complete ? done(Buffer.concat(parts)) : cutOff()));
}

function responseOf(response: IncomingMessage, body: Buffer, isCut: boolean): OutboundResponse {
  const setCookies = response.headers['set-cookie'] ?? [];
  return { status: response.statusCode ?? 0, headers: headersOf(response), body, isCut, setCookies };
}

function headersOf(response: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
}
