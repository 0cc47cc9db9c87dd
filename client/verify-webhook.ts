/** Why a delivery was rejected. */
export type WebhookFault =
  'missing_header' | 'malformed_header' | 'stale_timestamp' | 'wrong_signature' | 'malformed_body';

/** A delivery that is not from this service, not for this endpoint, or too old. Respond with 400. */
export class WebhookError extends Error {
  readonly reason: WebhookFault;

  constructor(reason: WebhookFault, message: string) {
    super(message);
    this.name = 'WebhookError';
    this.reason = reason;
  }
}

/** The body of a delivery. */
export interface WebhookEvent<Data = Record<string, unknown>> {
  /** Id of the event, the same for all attempts; use it to ignore duplicates. */
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly api_version: string;
  readonly data: Data;
}

export interface VerifyOptions {
  /** Maximum age of the timestamp in seconds, in either direction; 300 by default. */
  readonly toleranceS?: number;
  /** Epoch milliseconds; the system's clock by default. */
  readonly nowMs?: number;
}

/** `Headers` of fetch, or the header object of a Node server; names are case-insensitive. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const TIMESTAMP = 'x-svc-timestamp';
const SIGNATURE = 'x-svc-signature';
const DEFAULT_TOLERANCE_S = 300;

/**
 * Verifies a signature over its raw body and returns what the body has, parsed: for results of agents, which are no
 * events.
 *
 * @param rawBody the bytes as received, not JSON that was parsed and serialised again
 * @param secret the complete `whsec_` secret
 * @throws WebhookError with the `reason`
 */
export async function verifyWebhookBody(
  rawBody: ArrayBuffer | Uint8Array | string,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<unknown> {
  return parsedBody(await verifiedBytes(rawBody, headers, secret, options));
}

/**
 * Verifies a delivery's signature over its raw body and returns the event.
 *
 * @param rawBody the bytes as received, not JSON that was parsed and serialised again
 * @param secret the endpoint's complete `whsec_` secret; both secrets during a rotation
 * @throws WebhookError with the `reason`
 * @example
 * const event = await verifyWebhook(await request.arrayBuffer(), request.headers, process.env.WEBHOOK_SECRET);
 */
export async function verifyWebhook(
  rawBody: ArrayBuffer | Uint8Array | string,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  return eventOf(await verifiedBytes(rawBody, headers, secret, options));
}

async function verifiedBytes(
  rawBody: ArrayBuffer | Uint8Array | string,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceS = DEFAULT_TOLERANCE_S, nowMs = Date.now() }: VerifyOptions,
): Promise<Uint8Array> {
  const timestamp = required(headers, TIMESTAMP);
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookError('malformed_header', `${TIMESTAMP} is not a time in seconds.`);
  const signature = signatureBytes(required(headers, SIGNATURE));
  const body = bytesOf(rawBody);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const verified = await Promise.all(secrets.map((each) => isSignedBy(each, timestamp, body, signature)));
  if (!verified.includes(true))
    throw new WebhookError('wrong_signature', 'The signature does not match the body and the secret.');
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceS) {
    const message = `The timestamp differs from the clock by more than ${toleranceS} seconds.`;
    throw new WebhookError('stale_timestamp', message);
  }
  return body;
}

function required(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '')
    throw new WebhookError('missing_header', `The delivery has no ${name} header.`);
  return value;
}

function signatureBytes(header: string): Uint8Array<ArrayBuffer> {
  const hex = /^v1=([0-9a-f]{64})$/.exec(header)?.[1];
  if (hex === undefined)
    throw new WebhookError('malformed_header', `${SIGNATURE} must be v1= and 64 hexadecimal digits.`);
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function bytesOf(rawBody: ArrayBuffer | Uint8Array | string): Uint8Array<ArrayBuffer> {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody);
  return new Uint8Array(rawBody);
}

/** `verify` compares in constant time. */
async function isSignedBy(
  secret: string,
  timestamp: string,
  body: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const start = new TextEncoder().encode(`${timestamp}.`);
  const signed = new Uint8Array(start.length + body.length);
  signed.set(start);
  signed.set(body, start.length);
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  return crypto.subtle.verify('HMAC', key, signature, signed);
}

/** The JSON of a body; undefined if it is none. */
function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function parsedBody(body: Uint8Array): unknown {
  const parsed = jsonOf(body);
  if (parsed !== undefined) return parsed;
  throw new WebhookError('malformed_body', 'The signed body is not JSON.');
}

function eventOf(body: Uint8Array): WebhookEvent {
  const event = jsonOf(body);
  if (typeof event === 'object' && event !== null && 'id' in event && 'type' in event && 'data' in event)
    return event as WebhookEvent;
  throw new WebhookError('malformed_body', 'The signed body is not an event.');
}
