import type { Hub, HubEvent } from './hub.js';

/** A short version of the current state of each key; missing keys have a version too. */
export type Versions = (keys: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export interface WatchOptions {
  readonly topic: string;
  readonly versions: Versions;
  readonly hub: Hub;
  /** Publishes to every process. */
  readonly publish: (event: HubEvent) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Turns changes of a topic's inputs into events, for the keys followed in this process. */
export interface Watch {
  readonly topic: string;
  /**
   * The inputs of these keys (or of any keys) have changed: publishes each followed key with a new version. Never
   * throws.
   */
  changed(keys?: readonly string[]): void;
  /** Records the current versions of newly followed keys, so that later differences count as changes. */
  begin(keys: readonly string[]): Promise<void>;
  /** Resolves when no versions are being computed. */
  idle(): Promise<void>;
}

/**
 * Every process watches the keys of its own followers and publishes to all processes. The second process to see a
 * change publishes the same version again, which followers ignore.
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
