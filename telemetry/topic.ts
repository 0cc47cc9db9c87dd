import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Messages of one kind, told to all listeners of the process. */
export interface Topic<Message extends object> {
  /** Whether anybody listens; what is costly to measure is measured only then. */
  readonly isHeard: boolean;
  tell(message: Message): void;
  /** Calls `listener` for each message until the returned function is called. */
  hear(listener: (message: Message) => void): () => void;
}

export function createTopic<Message extends object>(name: string): Topic<Message> {
  const fullName = `marketgraph:${name}`;
  const messages = channel(fullName);
  return {
    get isHeard() {
      return messages.hasSubscribers;
    },
    tell(message) {
      if (messages.hasSubscribers) messages.publish(message);
    },
    hear(listener) {
      // Only `tell` publishes on this channel.
      const heard = (message: unknown): void => listener(message as Message);
      subscribe(fullName, heard);
      return () => {
        unsubscribe(fullName, heard);
      };
    },
  };
}

/** Runs `work` and tells how long it took, and whether it succeeded; without a listener nothing is measured. */
export async function timed<Result, Labels extends object>(
  topic: Topic<Labels & Timing>,
  labels: Labels,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!topic.isHeard) return work();
  const startedMs = performance.now();
  let isOk = false;
  try {
    const result = await work();
    isOk = true;
    return result;
  } finally {
    topic.tell({ ...labels, seconds: (performance.now() - startedMs) / 1000, isOk });
  }
}

export interface Timing {
  readonly seconds: number;
  readonly isOk: boolean;
}
