import type { NewEvent } from '../../store/outbox.js';

/** A load: number of endpoints and accounts, and the event type they subscribe to. */
export interface Spread {
  readonly name: string;
  readonly type: string;
  readonly events: number;
  readonly accounts: number;
  readonly endpointsEach: number;
}

/** One event to many endpoints, and many events to few; an account may have five endpoints. */
export const SPREADS: readonly Spread[] = [
  { name: '1 event to 1,000 endpoints', type: 'ipo.listing', events: 1, accounts: 200, endpointsEach: 5 },
  { name: '1,000 events to 5 endpoints', type: 'signal.flip', events: 1_000, accounts: 1, endpointsEach: 5 },
];

/** Command to a sender: run one spread, or exit. */
export interface Ask {
  /** Index in `SPREADS`; null ends the process. */
  readonly spread: number | null;
}

/** Message from a sender: it is ready, or has emitted a spread. */
export interface Told {
  /** When each event was submitted for storage, epoch milliseconds, by id; empty for the ready message. */
  readonly emitted: Readonly<Record<string, number>>;
  /** Memory after garbage collection, bytes. */
  readonly heapBytes: number;
  readonly residentBytes: number;
}

export const endpointsOf = ({ accounts, endpointsEach }: Spread): number => accounts * endpointsEach;

/** The URL path of a spread's endpoint. */
export const pathOf = ({ type }: Spread, index: number): string => `/${type}/${index}`;

/** Fractional epoch milliseconds, comparable across processes. */
export const nowMs = (): number => performance.timeOrigin + performance.now();

/** Roughly the data of a real event. */
export const DATA: NewEvent['data'] = {
  ticker: 'AAPL',
  direction: 'up',
  from: 'Neutral',
  to: 'Buy',
  at: '2026-05-15T20:00:00.000Z',
  price: 190.12,
};

/** Handles commands until told to exit; `send` resolves with the emitted events. */
export function serve(
  send: (spread: Spread) => Promise<Readonly<Record<string, number>>>,
  end: () => Promise<void>,
): void {
  const tell = (emitted: Told['emitted']): void => {
    global.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    const told: Told = { emitted, heapBytes: heapUsed + external, residentBytes: rss };
    process.send?.(told);
  };
  process.on('message', ({ spread: index }: Ask) => {
    const spread = index === null ? undefined : SPREADS[index];
    const work = spread === undefined ? end().then(() => process.exit(0)) : send(spread).then(tell);
    work.catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  });
  tell({});
}
