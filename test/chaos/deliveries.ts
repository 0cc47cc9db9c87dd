import type { Received } from '../support/receiver.js';

const POLL_MS = 100;

/** Resolves once it is so, or after `withinMs`: whoever asks then sees what is missing. */
export async function eventually(isSo: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  for (const untilMs = Date.now() + withinMs; !(await isSo());) {
    if (Date.now() > untilMs) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Delivery ids that were on the wire more than once. */
export function twice(received: readonly Received[]): string[] {
  const seen = new Set<string>();
  return received.map(({ deliveryId }) => deliveryId).filter((id) => seen.has(id) || (seen.add(id), false));
}

/** `path event` of what was never answered, of the events expected at each path. */
export function missing(received: readonly Received[], expected: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const taken = new Set(
    received.filter(({ isAnswered }) => isAnswered).map(({ path, eventId }) => `${path} ${eventId}`),
  );
  return [...expected]
    .flatMap(([path, events]) => [...events].map((event) => `${path} ${event}`))
    .filter((name) => !taken.has(name));
}
