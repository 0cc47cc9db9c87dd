/** Event types that a partner can subscribe to (contract section 6). */
export const EVENT_TYPES = ['edge_alert.fired', 'mood.band_change', 'signal.flip', 'ipo.listing'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Sent by the test action; cannot be subscribed to. */
export const TEST_EVENT_TYPE = 'webhook.test';

export function isEventType(value: string): value is EventType {
  return (EVENT_TYPES as readonly string[]).includes(value);
}
