import type { NewEvent } from '../../store/outbox.js';

/** What is sent: to how many endpoints, of how many accounts, and which type reaches them. */
export interface Spread {
  readonly name: string;
  readonly type: string;
  readonly events: number;
  readonly accounts: number;
  readonly endpointsEach: number;
}

/** One event to many, and many to few; an account may have five endpoints. */
export const SPREADS: readonly Spread[] = [
  { name: '1 event to 1,000 endpoints', type: 'ipo.listing', events: 1, accounts: 200, endpointsEach: 5 },
  { name: '1,000 events to 5 endpoints', type: 'signal.flip', events: 1_000, accounts: 1, endpointsEach: 5 },
];

/** Asks a sender for one spread, or to end. */
export interface Ask {
  /** Place in `SPREADS`; null ends the process. */
  readonly spread: number | null;
}

/** Tells that a sender is ready, or has emitted what was asked for. */
export interface Told {
  /** When each event was handed over to be stored, epoch milliseconds, by its id; empty where it is ready. */
  readonly emitted: Readonly<Record<string, number>>;
  /** Memory once what was to be collected is gone, bytes. */
  readonly heapBytes: number;
  readonly residentBytes: number;
}

export const endpointsOf = ({ accounts, endpointsEach }: Spread): number => accounts * endpointsEach;

/** The path that the endpoint of a spread is reached at. */
export const pathOf = ({ type }: Spread, index: number): string => `/${type}/${index}`;

/** Epoch milliseconds with fractions, of one clock in all processes. */
export const nowMs = (): number => performance.timeOrigin + performance.now();

/** About what a real event carries. */
export const DATA: NewEvent['data'] = { ticker: 'AAPL', direction: 'up', from: 'Neutral', to: 'Buy', at: '2026-05-15T20:00:00.000Z', price: 190.12 };

/** Answers asks until told to end; `send` resolves with what was emitted. */
export function serve(send: (spread: Spread) => Promise<Readonly<Record<string, number>>>, end: () => Promise<void>): void {
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
