import pg from 'pg';
import { messageOf } from './errors.js';

/** Called with each payload of a channel. */
export type ListenHandler = (payload: string) => void;

export interface ListenOptions {
  /** Called when the listening connection is lost; notifications do not arrive from now on. */
  readonly onLoss?: (() => void) | undefined;
  /** Called after the listening connection was restored; notifications in between are lost. */
  readonly onGap?: (() => void) | undefined;
}

export interface Listener {
  /** Calls `handler` for each notification on `channel` until the returned function is called. */
  listen(channel: string, handler: ListenHandler, options?: ListenOptions): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

interface Subscription extends ListenOptions {
  readonly channel: string;
  readonly handler: ListenHandler;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;

/**
 * One dedicated connection for all channels of a process. If it breaks, it is reopened with increasing delays (`wait`
 * sleeps), all channels are resubscribed, and then the subscribers are told of the gap.
 */
export function createListener(
  config: pg.ClientConfig,
  log: (message: string) => void,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
): Listener {
  const subscriptions = new Set<Subscription>();
  let client: pg.Client | null = null;
  let connecting: Promise<pg.Client> | null = null;
  let isClosed = false;

  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({ ...config, keepAlive: true });
    const lost = (reason: string): void => {
      if (client !== fresh) return;
      client = null;
      if (isClosed) return;
      for (const { onLoss } of subscriptions) onLoss?.();
      log(`store: the listening connection was lost (${reason}); it is opened again`);
      void reconnect();
    };
    fresh.on('error', (error) => lost(error.message));
    fresh.on('end', () => lost('closed'));
    fresh.on('notification', ({ channel, payload }) => {
      for (const subscription of subscriptions)
        if (subscription.channel === channel) subscription.handler(payload ?? '');
    });
    try {
      await fresh.connect();
      for (const channel of new Set([...subscriptions].map((subscription) => subscription.channel))) {
        await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
      }
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    client = fresh;
    return fresh;
  };

  const current = (): Promise<pg.Client> => {
    if (client) return Promise.resolve(client);
    connecting ??= connect().finally(() => {
      connecting = null;
    });
    return connecting;
  };

  const reconnect = async (): Promise<void> => {
    let pause = FIRST_RETRY_MS;
    for (await wait(pause); !isClosed; await wait(pause)) {
      pause = Math.min(pause * 2, LAST_RETRY_MS);
      try {
        await current();
        for (const { onGap } of subscriptions) onGap?.();
        return;
      } catch (error) {
        log(`store: could not open the listening connection (${messageOf(error)})`);
      }
    }
  };

  let last: Promise<unknown> = Promise.resolve();
  /** Commands of a connection are sent one after the other. */
  const inOrder = <Result>(command: () => Promise<Result>): Promise<Result> => {
    const result = last.then(command, command);
    last = result.catch(() => undefined);
    return result;
  };

  return {
    async listen(channel, handler, options = {}) {
      const subscription: Subscription = { channel, handler, ...options };
      subscriptions.add(subscription);
      try {
        await inOrder(async () => (await current()).query(`listen ${pg.escapeIdentifier(channel)}`));
      } catch (error) {
        subscriptions.delete(subscription);
        throw error;
      }
      return async () => {
        subscriptions.delete(subscription);
        await inOrder(async () => {
          // Whoever listens by now has asked for it before.
          const isWanted = [...subscriptions].some((other) => other.channel === channel);
          if (!isWanted) await client?.query(`unlisten ${pg.escapeIdentifier(channel)}`);
        });
      };
    },
    async close() {
      isClosed = true;
      await connecting?.catch(() => undefined);
      await client?.end();
      client = null;
    },
  };
}
