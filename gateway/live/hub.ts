/** A published event. */
export interface HubEvent {
  readonly topic: string;
  readonly key: string;
  readonly accountId?: string | undefined;
  readonly version?: string | undefined;
}

/** What a stream listens to. */
export interface Following {
  readonly topic: string;
  /** Null follows every event of the account on the topic. */
  readonly keys: readonly string[] | null;
  readonly accountId: string;
  /** Called with the key of each event. */
  readonly push: (key: string) => void;
}

/** The followers in this process. Delivers events to the followers of their key, once per version. */
export interface Hub {
  /** Follows until the returned function is called; further calls have no effect. */
  follow(following: Following): () => void;
  deliver(event: HubEvent): void;
  /** The keys of a topic that have followers. */
  followed(topic: string): readonly string[];
  isFollowed(topic: string, key: string): boolean;
  /** The version last delivered for a followed key; undefined if unknown. */
  versionOf(topic: string, key: string): string | undefined;
  /** Sets the version of a followed key that has none, without notifying followers. */
  settle(topic: string, key: string, version: string): void;
  /** Notifies the followers of every key without a version: its events may have been missed. */
  resync(): void;
}

interface Channel {
  readonly followers: Set<Following>;
  version: string | undefined;
}

/** Channel names: a key for everyone who may see it, or all events of an account. */
const keyChannel = (topic: string, key: string): string => `${topic}\u0000k\u0000${key}`;
const accountChannel = (topic: string, accountId: string): string => `${topic}\u0000a\u0000${accountId}`;

class MemoryHub implements Hub {
  readonly #channels = new Map<string, Channel>();
  /** The followed keys by topic. */
  readonly #keys = new Map<string, Set<string>>();

  follow(following: Following): () => void {
    const { topic, keys, accountId } = following;
    const names = keys === null ? [accountChannel(topic, accountId)] : keys.map((key) => keyChannel(topic, key));
    for (const name of names) {
      const channel = this.#channels.get(name) ?? { followers: new Set(), version: undefined };
      channel.followers.add(following);
      this.#channels.set(name, channel);
    }
    const known = this.#keys.get(topic) ?? new Set();
    for (const key of keys ?? []) known.add(key);
    if (known.size > 0) this.#keys.set(topic, known);
    return () => this.#leave(following, names);
  }

  #leave(following: Following, names: readonly string[]): void {
    for (const name of names) {
      const channel = this.#channels.get(name);
      if (channel?.followers.delete(following) === true && channel.followers.size === 0) this.#channels.delete(name);
    }
    const known = this.#keys.get(following.topic);
    for (const key of following.keys ?? []) if (!this.isFollowed(following.topic, key)) known?.delete(key);
    if (known?.size === 0) this.#keys.delete(following.topic);
  }

  deliver({ topic, key, accountId, version }: HubEvent): void {
    const followers = accountId === undefined ? undefined : this.#channels.get(accountChannel(topic, accountId));
    for (const { push } of followers?.followers ?? []) push(key);
    const channel = this.#channels.get(keyChannel(topic, key));
    if (channel === undefined || (version !== undefined && channel.version === version)) return;
    channel.version = version;
    for (const follower of channel.followers)
      if (accountId === undefined || follower.accountId === accountId) follower.push(key);
  }

  followed(topic: string): readonly string[] {
    return [...(this.#keys.get(topic) ?? [])];
  }

  isFollowed(topic: string, key: string): boolean {
    return this.#channels.has(keyChannel(topic, key));
  }

  versionOf(topic: string, key: string): string | undefined {
    return this.#channels.get(keyChannel(topic, key))?.version;
  }

  settle(topic: string, key: string, version: string): void {
    const channel = this.#channels.get(keyChannel(topic, key));
    if (channel !== undefined) channel.version ??= version;
  }

  resync(): void {
    for (const [topic, keys] of this.#keys) {
      for (const key of keys) {
        const channel = this.#channels.get(keyChannel(topic, key));
        if (channel?.version === undefined) for (const { push } of channel?.followers ?? []) push(key);
      }
    }
  }
}

export function createHub(): Hub {
  return new MemoryHub();
}
