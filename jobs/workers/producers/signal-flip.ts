import type { RandomBytes } from '../../../access/secrets.js';
import type { SignalLabel } from '../../../engines/signal/composite.js';
import { LABEL_FLOORS } from '../../../engines/signal/constants.js';
import { roundPrice } from '../../../engines/rounding.js';
import { labelFlips } from '../../../engines/signal/label-flips.js';
import { at, lowerBound } from '../../../engines/series.js';
import type { CompositeSeries } from '../../../store/composites.js';
import type { Store } from '../../../store/open-store.js';
import type { ProducerState, StateChange } from '../../../store/producer-states.js';
import type { DailyBars } from '../../../calendar/bars.js';
import type { Producer } from '../refresh/worker.js';
import { closeOf, eventOf, newsSince } from './events.js';
import { inGroups, type PassLog, type PassOptions } from './market.js';

/** Ids of the accounts that hold a ticker, by symbol. */
export type HoldersOf = (symbols: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

export interface SignalFlipProducerOptions {
  readonly store: Pick<Store, 'bars' | 'composites' | 'producerStates'>;
  /** Sources of holdings, such as watchlists. */
  readonly holders: readonly HoldersOf[];
  readonly random: RandomBytes;
  readonly log: PassLog;
}

const PRODUCER = 'signal.flip';

/** A change of the recorded label that lasted. */
interface Flip {
  readonly ticker: string;
  readonly from: SignalLabel;
  readonly to: SignalLabel;
  readonly at: Date;
  readonly price: number;
}

type States = ReadonlyMap<string, ProducerState>;

const rankOf = (label: SignalLabel): number => LABEL_FLOORS.findIndex((floor) => floor.label === label);

/**
 * Flips in one record after `since` and up to `until`, oldest first; days without a bar have no price and are left out.
 */
function flipsOf(ticker: string, { days, score }: CompositeSeries, bars: DailyBars, since: Date, until: Date): Flip[] {
  return labelFlips(score).flatMap(({ index, from, to }) => {
    const bar = lowerBound(bars.days, at(days, index));
    const closedAt = closeOf(at(days, index));
    if (closedAt <= since || closedAt > until || bars.days[bar] !== days[index]) return [];
    return [{ ticker, from, to, at: closedAt, price: roundPrice(at(bars.close, bar)) }];
  });
}

/** Distinct accounts by symbol, over all sources. */
async function allHolders(
  sources: readonly HoldersOf[],
  symbols: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const all = new Map<string, Set<string>>();
  for (const held of await Promise.all(sources.map((holdersOf) => holdersOf(symbols)))) {
    for (const [symbol, accounts] of held) all.set(symbol, new Set([...(all.get(symbol) ?? []), ...accounts]));
  }
  return all;
}

/** States before a run, and the current end of each record. */
interface Run extends PassOptions {
  readonly now: Date;
  readonly told: States;
  readonly advanced: States;
}

/** Null if it was stopped early. */
async function readFlips(
  { bars, composites }: SignalFlipProducerOptions['store'],
  symbols: readonly string[],
  { now, told, advanced, ...pass }: Run,
): Promise<Flip[] | null> {
  const history = new Date(newsSince(now).getTime() - 1);
  const flips: Flip[] = [];
  const isWhole = await inGroups(
    symbols,
    async (group) => {
      const [records, histories] = [await composites.load(group), await bars.readDaily(group)];
      for (const symbol of group) {
        const [record, stored, last, next] = [
          records.get(symbol),
          histories.get(symbol),
          told.get(symbol),
          advanced.get(symbol),
        ];
        if (record === undefined || stored === undefined || last === undefined || next === undefined) continue;
        flips.push(...flipsOf(symbol, record, stored.bars, last.asOf > history ? last.asOf : history, next.asOf));
      }
    },
    pass,
  );
  if (!isWhole) return null;
  return flips.sort((one, other) => one.at.getTime() - other.at.getTime() || (one.ticker < other.ticker ? -1 : 1));
}

function isAfter(last: ProducerState | undefined, asOf: Date): boolean {
  return last === undefined || asOf > last.asOf;
}

/** The end of each ticker's record that is later than its state. */
async function readAdvanced({ composites }: SignalFlipProducerOptions['store'], told: States): Promise<States> {
  const latest = await composites.latest(await composites.symbols());
  // Nearly all records end on the same day, and calendar lookups are slow.
  const closes = new Map([...new Set([...latest.values()].map(({ day }) => day))].map((day) => [day, closeOf(day)]));
  const all = [...latest].map(
    ([symbol, { day, label }]) => [symbol, { asOf: closes.get(day) ?? closeOf(day), state: { label } }] as const,
  );
  return new Map(all.filter(([symbol, { asOf }]) => isAfter(told.get(symbol), asOf)));
}

/**
 * `signal.flip`: a ticker's recorded label has changed for two closes. Emitted to the accounts that hold it at this
 * run, each flip since the last run in order. Labels are compared within one record only: a new record, from another
 * source or by another version of the method, is not compared with the old one.
 */
export function createSignalFlipProducer({ store, holders, random, log }: SignalFlipProducerOptions): Producer {
  return {
    name: PRODUCER,
    async run(now, isStopping) {
      const told = await store.producerStates.of(PRODUCER);
      const advanced = await readAdvanced(store, told);
      if (advanced.size === 0) return;
      const held = await allHolders(
        holders,
        [...advanced.keys()].filter((symbol) => told.has(symbol)),
      );
      const flips = await readFlips(store, [...held.keys()], { now, told, advanced, isStopping, log });
      if (flips === null) return;
      await store.producerStates.change(PRODUCER, (states): StateChange => {
        // Another run may have emitted some since they were read.
        const fresh = flips.filter((flip) => isAfter(states.get(flip.ticker), flip.at));
        const events = fresh.flatMap(({ ticker, from, to, at: closedAt, price }) => {
          const data = {
            ticker,
            direction: rankOf(to) < rankOf(from) ? 'up' : 'down',
            from,
            to,
            at: closedAt.toISOString(),
            price,
          } as const;
          return [...(held.get(ticker) ?? [])].map((accountId) =>
            eventOf('signal.flip', data, { accountId, at: now, random }),
          );
        });
        return {
          states: new Map([...advanced].filter(([symbol, { asOf }]) => isAfter(states.get(symbol), asOf))),
          events,
        };
      });
    },
  };
}
