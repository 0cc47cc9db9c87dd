import type { Tier } from '../../access/tiers.js';

/** How a stream reaches its client. */
export type StreamTransport = 'event_stream' | 'multipart' | 'websocket';

/** The open streams of a topic, by the tier at which they were opened and by transport. */
export interface StreamCount {
  readonly topic: string;
  readonly tier: Tier;
  readonly transport: StreamTransport;
  readonly open: number;
}

/** Streams by what they are counted by; sorted by topic, tier and transport. */
export function countStreams(streams: readonly Omit<StreamCount, 'open'>[]): readonly StreamCount[] {
  const counted = new Map<string, StreamCount>();
  for (const { topic, tier, transport } of streams) {
    const key = `${topic} ${tier} ${transport}`;
    counted.set(key, { topic, tier, transport, open: (counted.get(key)?.open ?? 0) + 1 });
  }
  return [...counted].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, count]) => count);
}
