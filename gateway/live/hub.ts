/** An event as publishers name it. */
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

/** Who follows what in this process; events go to those who follow their key, and once per version. */
export interface Hub {
  /** Follows until the returned function is called, which may be called twice. */
  follow(following: Following): () => void;
  deliver(event: HubEvent): void;
  /** Keys of a topic that somebody follows. */
  followed(topic: string): readonly string[];
  isFollowed(topic: string, key: string): boolean;
  /** What was told last of a followed key; undefined where that is not known. */
  versionOf(topic: string, key: string): string | undefined;
  /** Sets what was told last of a followed key, telling nobody. */
  settle(topic: string, key: string, version: string): void;
  /** Pushes every followed key without a version: its events may have been missed. */
  resync(): void;
}

interface Channel {
  readonly followers: Set<Following>;
  version: string | undefined;
}

/** Names of channels: a key for all who may see it, or an account's events whatever their key. */
const keyChannel = (topic: string, key: string): string => `${topic}\u0000k\u0000${key}`;
const accountChannel = (topic: string, accountId: string): string => `${topic}\u0000a\u0000${accountId}`;

class MemoryHub implements Hub {
  readonly #channels = new Map<string, Channel>();
  /** By topic: its followed keys. */
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
    const own = accountId === undefined ? undefined : this.#channels.get(accountChannel(topic, accountId));
    for (const { push } of own?.followers ?? []) push(key);
    const channel = this.#channels.get(keyChannel(topic, key));
    if (channel === undefined || (version !== undefined && channel.version === version)) return;
    channel.version = version;
    for (const follower of channel.followers) if (accountId === undefined || follower.accountId === accountId) follower.push(key);
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
