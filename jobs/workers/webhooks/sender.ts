import type { Sealer } from '../../../access/sealing.js';
import { OutboundError, type OutboundReason } from '../../../outbound/errors.js';
import type { Outbound } from '../../../outbound/outbound.js';
import type { Claim } from '../../../store/webhook-deliveries.js';
import type { Outcome } from '../../../store/webhook-outcomes.js';
import type { WebhookEndpoint } from '../../../store/webhooks.js';
import { traceHeader } from '../../../telemetry/trace.js';
import { WEBHOOKS } from '../../queue/webhook-rules.js';
import { HEADERS, signatureOf } from './signature.js';

export interface SenderOptions {
  readonly outbound: Pick<Outbound, 'send'>;
  readonly sealer: () => Promise<Sealer>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Sends one attempt; receiver failures are outcomes and never throw. */
export type Send = (endpoint: WebhookEndpoint, claim: Claim) => Promise<Outcome>;

/**
 * What owners see if there is no response. One sentence for every way in which no connection opens, because telling a
 * closed port from a silent one, or a private address from a missing one, would make deliveries a scanner.
 */
const UNREACHABLE = 'The receiver could not be reached over HTTPS; the page on webhooks lists what to check.';
const LATE = `The receiver did not answer within ${WEBHOOKS.timeoutMs / 1000} seconds.`;
export const FAILURES: Readonly<Record<OutboundReason, string>> = {
  invalid_url: UNREACHABLE,
  refused_target: UNREACHABLE,
  connection: UNREACHABLE,
  connect_timeout: UNREACHABLE,
  idle_timeout: LATE,
  total_timeout: LATE,
  too_large: 'The headers of the answer are too large.',
  aborted: 'The attempt was aborted.',
};

export const USER_AGENT = 'Marketgraph-Webhooks/1.0';

/** The secret that signs at `nowMs`: the old one until the next is activated or its start time has passed. */
function currentSecret(
  { id, secret, nextSecret: next, nextSecretAt: nextAt }: WebhookEndpoint,
  sealer: Sealer,
  nowMs: number,
): string {
  return sealer.open(next !== null && nextAt !== null && nextAt.getTime() <= nowMs ? next : secret, id);
}

/** Signs and sends claimed attempts. The claim must already be stored, so that an id is sent at most once. */
export function createSender({ outbound, sealer, clock }: SenderOptions): Send {
  return async (endpoint, claim) => {
    const secret = currentSecret(endpoint, await sealer(), clock());
    const startedMs = clock();
    const timestampS = Math.floor(startedMs / 1000);
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': USER_AGENT,
      [HEADERS.timestamp]: String(timestampS),
      [HEADERS.signature]: signatureOf(secret, timestampS, claim.body),
      [HEADERS.event]: claim.eventType,
      [HEADERS.delivery]: claim.id,
      ...traceHeader(),
    };
    const finished = (): Pick<Outcome, 'deliveryId' | 'durationMs' | 'at'> => ({
      deliveryId: claim.id,
      durationMs: Math.max(0, clock() - startedMs),
      at: new Date(clock()),
    });
    try {
      const { status } = await outbound.send({
        url: endpoint.url,
        method: 'POST',
        headers,
        body: claim.body,
        totalTimeoutMs: WEBHOOKS.timeoutMs,
        answer: 'head',
      });
      return {
        ...finished(),
        isSuccess: status >= 200 && status < 300,
        httpStatus: status,
        error: errorOfStatus(status),
      };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { ...finished(), isSuccess: false, httpStatus: null, error: FAILURES[error.reason] };
    }
  };
}

export function errorOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `The receiver answered with a redirect (${status}), which is not followed.`
    : `The receiver answered with status ${status}.`;
}
