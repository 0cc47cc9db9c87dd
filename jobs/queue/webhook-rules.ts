import type { DeliveryRules } from '../../store/webhook-outcomes.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Rules for webhook delivery (contract 3.2, `docs/decisions.md` on webhooks). */
export const WEBHOOKS = {
  endpointsPerAccount: 5,
  /** Delays after the first, second, … failure of an event at an endpoint; then the event is given up. */
  retryDelaysMs: [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR],
  /** Jitter: a delay is extended by up to this share. */
  jitter: 0.1,
  /** Consecutive failures after which events wait for one probe. */
  probeFrom: 3,
  /** Consecutive failures that disable an endpoint. */
  disableAt: 20,
  /** Until the response's status and headers arrive. */
  timeoutMs: 10 * SECOND,
  /** Concurrent attempts per endpoint. */
  perEndpoint: 8,
  /** An attempt without an outcome after this time is assumed lost with its process. */
  leaseMs: 20 * SECOND,
  /** How long the old secret signs after a rotation, unless the new one is activated. */
  rotationMs: 24 * HOUR,
  recentDeliveries: 10,
  /** How long events and attempts are kept. */
  retentionMs: 30 * 24 * HOUR,
} as const;

/** A number from 0 (included) to 1. */
export type Rng = () => number;

/** The rules for the store; `scale` shortens every delay, for tests. */
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
