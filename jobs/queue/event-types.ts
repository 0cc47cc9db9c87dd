/** Event types that a partner can subscribe to (contract section 6). */
export const EVENT_TYPES = ['edge_alert.fired', 'mood.band_change', 'signal.flip', 'ipo.listing'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What the test action sends; no subscription names it. */
export const TEST_EVENT_TYPE = 'webhook.test';

export function isEventType(value: string): value is EventType {
  return (EVENT_TYPES as readonly string[]).includes(value);
}
