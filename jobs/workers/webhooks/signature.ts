import { createHmac } from 'node:crypto';

/** Headers of a delivery (contract 6.2). */
export const HEADERS = {
  timestamp: 'X-SVC-Timestamp',
  signature: 'X-SVC-Signature',
  event: 'X-SVC-Event',
  delivery: 'X-SVC-Delivery',
} as const;

/**
 * `v1=` and the hexadecimal HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the endpoint's entire `whsec_` secret.
 */
export function signatureOf(secret: string, timestampS: number, body: Uint8Array): string {
  return `v1=${createHmac('sha256', secret).update(`${timestampS}.`).update(body).digest('hex')}`;
}
