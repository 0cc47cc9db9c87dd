import type { DeliveryRules } from '../../store/webhook-outcomes.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How webhooks are delivered (contract 3.2, `docs/decisions.md` on webhooks). */
export const WEBHOOKS = {
  endpointsPerAccount: 5,
  /** After the first failure of an event at an endpoint, the second, and so on; then it is given up there. */
  retryDelaysMs: [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR],
  /** A delay is stretched by up to this share, so that attempts do not march in step. */
  jitter: 0.1,
  /** Failures in a row from which events wait behind one probe. */
  probeFrom: 3,
  /** Failures in a row that disable an endpoint. */
  disableAt: 20,
  /** Until status and headers of the answer are there. */
  timeoutMs: 10 * SECOND,
  /** Attempts under way at one endpoint at once. */
  perEndpoint: 8,
  /** An attempt without an outcome for so long is taken for lost with its process. */
  leaseMs: 20 * SECOND,
  /** How long the secret before a rotation goes on signing unless the new one is activated. */
  rotationMs: 24 * HOUR,
  recentDeliveries: 10,
  /** How long events and attempts are kept. */
  retentionMs: 30 * 24 * HOUR,
} as const;

/** A number from 0 (included) to 1. */
export type Rng = () => number;

/** The rules as the store applies them; `scale` shortens every delay, for tests. */
export function deliveryRules(rng: Rng, scale = 1): DeliveryRules {
  return {
    probeFrom: WEBHOOKS.probeFrom,
    disableAt: WEBHOOKS.disableAt,
    delayMs(failures) {
      const delay = WEBHOOKS.retryDelaysMs[failures - 1];
      return delay === undefined ? null : Math.round(delay * scale * (1 + WEBHOOKS.jitter * rng()));
    },
  };
}
