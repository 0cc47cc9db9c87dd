import type { Hub, HubEvent } from './hub.js';

/** What each key of a topic has become, in brief; keys that are not there have a version too. */
export type Versions = (keys: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export interface WatchOptions {
  readonly topic: string;
  readonly versions: Versions;
  readonly hub: Hub;
  /** Tells every process. */
  readonly publish: (event: HubEvent) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Turns changes of what a topic is computed from into events, for the keys that somebody follows in this process. */
export interface Watch {
  readonly topic: string;
  /** The inputs of these keys changed, or of any of them: tells of those whose version is another one. Never throws. */
  changed(keys?: readonly string[]): void;
  /** Notes the versions of keys that are followed now, before anything is told of them: what comes later is a change. */
  begin(keys: readonly string[]): Promise<void>;
  /** Resolves when nothing is being computed. */
  idle(): Promise<void>;
}

/**
 * Every process watches for its own followers and publishes to all: whoever sees the change second publishes the same
 * version again, which tells nothing new.
 */
export function createWatch({ topic, versions, hub, publish, onError }: WatchOptions): Watch {
  const dirty = new Set<string>();
  let running: Promise<void> | null = null;

  const publishChanged = async (keys: readonly string[]): Promise<void> => {
    for (const [key, version] of await versions(keys)) {
      if (hub.isFollowed(topic, key) && hub.versionOf(topic, key) !== version) await publish({ topic, key, version });
    }
  };
  const run = async (): Promise<void> => {
    while (dirty.size > 0) {
      const keys = [...dirty].filter((key) => hub.isFollowed(topic, key));
      dirty.clear();
      if (keys.length > 0) await publishChanged(keys).catch(onError);
    }
    running = null;
  };
  return {
    topic,
    changed(keys) {
      for (const key of keys ?? hub.followed(topic)) if (hub.isFollowed(topic, key)) dirty.add(key);
      if (dirty.size > 0) running ??= run();
    },
    async begin(keys) {
      const unknown = keys.filter((key) => hub.versionOf(topic, key) === undefined);
      if (unknown.length === 0) return;
      try {
        for (const [key, version] of await versions(unknown)) hub.settle(topic, key, version);
      } catch (error) {
        onError(error);
      }
    },
    idle: async () => {
      await running;
    },
  };
}
