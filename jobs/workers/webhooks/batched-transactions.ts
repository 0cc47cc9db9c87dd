/** Submits one request, which is processed together with others. */
export type Ask<Asked, Answer> = (asked: Asked) => Promise<Answer>;

export interface BatchOptions<Asked, Answer> {
  /** Returns one result per request, in order. */
  readonly work: (asked: readonly Asked[]) => Promise<readonly Answer[]>;
  /** A group has no two requests with the same key: the second waits for the next group. */
  readonly keyOf: (asked: Asked) => string;
  readonly most: number;
  /** Concurrent groups. */
  readonly lanes: number;
}

interface Waiting<Asked, Answer> {
  readonly asked: Asked;
  readonly key: string;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Batches requests while all lanes are busy, so that many share a transaction and a single one does not wait. */
export function batched<Asked, Answer>({ work, keyOf, most, lanes }: BatchOptions<Asked, Answer>): Ask<Asked, Answer> {
  let waiting: Waiting<Asked, Answer>[] = [];
  const busy = new Set<string>();
  let running = 0;
  let isScheduled = false;

  const take = (): Waiting<Asked, Answer>[] => {
    const group: Waiting<Asked, Answer>[] = [];
    const left: Waiting<Asked, Answer>[] = [];
    for (const each of waiting) {
      if (group.length >= most || busy.has(each.key)) left.push(each);
      else {
        busy.add(each.key);
        group.push(each);
      }
    }
    waiting = left;
    return group;
  };
  const run = async (group: readonly Waiting<Asked, Answer>[]): Promise<void> => {
    try {
      const answers = await work(group.map(({ asked }) => asked));
      if (answers.length !== group.length) throw new Error('Expected one result per request.');
      for (const [index, answer] of answers.entries()) group[index]?.resolve(answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    for (const { key } of group) busy.delete(key);
    running -= 1;
    advance();
  };
  const advance = (): void => {
    while (running < lanes) {
      const group = take();
      if (group.length === 0) return;
      running += 1;
      void run(group);
    }
  };
  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, key: keyOf(asked), resolve, reject });
      if (isScheduled) return;
      isScheduled = true;
      // Include requests made in the same turn of the event loop.
      setImmediate(() => {
        isScheduled = false;
        advance();
      });
    });
}
