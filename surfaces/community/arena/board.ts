import { setImmediate } from 'node:timers/promises';
import { lastClosedSession } from '../../../calendar/nyse.js';
import { rankPortfolios, type ArenaSort, type RankedRecord } from '../../../engines/arena/ranking.js';
import { BENCHMARK } from '../../../engines/benchmark.js';
import type { Store } from '../../../store/open-store.js';
import type { PaperOrder, PaperPortfolio } from '../../../store/paper-portfolios.js';
import { heldBy, marketOf, sourcesOf, valuePortfolio, type Market, type ValuedPortfolio } from './valuation.js';

/** A shared portfolio in the ranking; `id` is the portfolio's. */
export interface BoardRow extends RankedRecord {
  readonly portfolio: PaperPortfolio;
}

/** The shared portfolios at the stored closes. */
export interface ArenaBoard {
  /** The best first. */
  ranked(sort: ArenaSort): readonly BoardRow[];
  /** Where the closes are from. */
  readonly sources: readonly string[];
}

export interface Arena {
  /** The shared portfolios; they are valued again only where orders or closes have changed. */
  board(): Promise<ArenaBoard>;
  /** The portfolios with their values, in the same order. */
  value(portfolios: readonly PaperPortfolio[]): Promise<readonly ValuedPortfolio[]>;
  /** Ids of the accounts whose portfolio holds a security or has an order that waits for it, by symbol. */
  holdersOf(symbols: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

export interface ArenaOptions {
  readonly store: Pick<Store, 'reading' | 'versionOf'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Portfolios that are valued without a pause for other requests. */
const SLICE = 200;

type OrdersById = ReadonlyMap<string, readonly PaperOrder[]>;
/** Versions of the histories that were used; undefined for one that is not stored. */
type Closes = ReadonlyMap<string, number | undefined>;

interface ValuedBoard {
  readonly portfolios: readonly PaperPortfolio[];
  readonly lastDay: number;
  readonly closes: Closes;
  readonly orders: OrdersById;
  readonly rows: ReadonlyMap<string, BoardRow>;
  readonly board: ArenaBoard;
}

function symbolsOf(orders: OrdersById): string[] {
  const symbols = new Set([BENCHMARK]);
  for (const each of orders.values()) for (const { symbol } of each) symbols.add(symbol);
  return [...symbols];
}

function boardOf(rows: ReadonlyMap<string, BoardRow>, market: Market): ArenaBoard {
  const all = [...rows.values()];
  const ranked = new Map<ArenaSort, readonly BoardRow[]>();
  return {
    sources: sourcesOf(market),
    ranked(sort) {
      const known = ranked.get(sort) ?? rankPortfolios(all, sort);
      ranked.set(sort, known);
      return known;
    },
  };
}

/** Whether all histories that both used had the same version. */
function agree(closes: Closes, before: Closes): boolean {
  return [...closes].every(([symbol, version]) => !before.has(symbol) || before.get(symbol) === version);
}

/** Calls of `run` one after another; those that come while one runs share the next. */
function inTurn<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  return () => {
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        const started = run();
        current = started;
        return started;
      });
    return next;
  };
}

/** Values portfolios from their orders and the stored closes. */
export function createArena({ store, clock }: ArenaOptions): Arena {
  const reading = () => store.reading(new Map());
  let shared: { readonly version: number | undefined; readonly rows: readonly PaperPortfolio[] } | undefined;
  let valued: ValuedBoard | undefined;

  /** Whether the same portfolios would be valued with the same closes. */
  const isCurrent = async (
    { portfolios: before, lastDay, closes }: ValuedBoard,
    portfolios: readonly PaperPortfolio[],
  ): Promise<boolean> => {
    if (before !== portfolios || lastDay !== lastClosedSession(clock())) return false;
    const histories = await reading().bars.load([...closes.keys()]);
    return [...closes].every(([symbol, version]) => histories.get(symbol)?.version === version);
  };
  const marketFor = async (portfolios: readonly PaperPortfolio[], orders: OrdersById): Promise<Market> => {
    const lastDay = lastClosedSession(clock());
    const firstDay = portfolios.reduce((first, { startedDay }) => Math.min(first, startedDay), lastDay);
    return marketOf(await reading().bars.load(symbolsOf(orders)), firstDay, lastDay);
  };
  const sharedNow = async (): Promise<readonly PaperPortfolio[]> => {
    const version = store.versionOf('paper_portfolios');
    if (shared === undefined || version === undefined || shared.version !== version)
      shared = { version, rows: await reading().paperPortfolios.shared() };
    return shared.rows;
  };
  /** Orders of portfolios: those known, and the stored ones where the portfolio has changed. */
  const ordersOf = async (portfolios: readonly PaperPortfolio[], known?: ValuedBoard): Promise<OrdersById> => {
    const isKnown = ({ id, revision }: PaperPortfolio): boolean => known?.rows.get(id)?.portfolio.revision === revision;
    const changed = portfolios.filter((portfolio) => !isKnown(portfolio)).map(({ id }) => id);
    const read = changed.length === 0 ? new Map<string, never>() : await reading().paperPortfolios.orders(changed);
    return new Map(portfolios.map(({ id }) => [id, read.get(id) ?? known?.orders.get(id) ?? []]));
  };
  const update = async (): Promise<ArenaBoard> => {
    const known = valued;
    const portfolios = await sharedNow();
    if (known !== undefined && (await isCurrent(known, portfolios))) return known.board;
    const orders = await ordersOf(portfolios, known);
    const market = await marketFor(portfolios, orders);
    const { lastDay } = market;
    const closes = new Map(symbolsOf(orders).map((symbol) => [symbol, market.histories.get(symbol)?.version]));
    const kept = known?.lastDay === lastDay && agree(closes, known.closes) ? known : undefined;
    const rows = new Map<string, BoardRow>();
    let computed = 0;
    for (const portfolio of portfolios) {
      const before = kept?.rows.get(portfolio.id);
      if (before?.portfolio.revision === portfolio.revision) {
        rows.set(portfolio.id, before);
        continue;
      }
      const { record, xp } = valuePortfolio(portfolio, orders.get(portfolio.id) ?? [], market);
      rows.set(portfolio.id, { id: portfolio.id, portfolio, xp, ...record });
      computed += 1;
      if (computed % SLICE === 0) await setImmediate();
    }
    const board =
      kept !== undefined && computed === 0 && rows.size === kept.rows.size ? kept.board : boardOf(rows, market);
    valued = { portfolios, lastDay, closes, orders, rows, board };
    return board;
  };
  const value: Arena['value'] = async (portfolios) => {
    if (portfolios.length === 0) return [];
    const orders = await ordersOf(portfolios);
    const market = await marketFor(portfolios, orders);
    return portfolios.map((portfolio) => valuePortfolio(portfolio, orders.get(portfolio.id) ?? [], market));
  };
  return {
    board: inTurn(update),
    value,
    async holdersOf(symbols) {
      const wanted = new Set(symbols);
      const holders = new Map<string, string[]>();
      for (const each of await value(await reading().paperPortfolios.withOrdersIn(symbols))) {
        const waiting = each.orders.filter((_order, place) => each.fills[place]?.state === 'pending');
        const held = new Set([...heldBy(each).holdings, ...waiting].map(({ symbol }) => symbol));
        for (const symbol of held) {
          if (!wanted.has(symbol)) continue;
          const accounts = holders.get(symbol) ?? [];
          holders.set(symbol, [...accounts, each.portfolio.accountId]);
        }
      }
      return holders;
    },
  };
}
