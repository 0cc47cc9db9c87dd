import { ApiError } from '../../../access/errors.js';
import { newId, type RandomBytes } from '../../../access/secrets.js';
import { isoDate } from '../../../calendar/days.js';
import { lastClosedSession, nextSession, sessionCloseUtcMs } from '../../../calendar/nyse.js';
import { stalenessAt } from '../../../calendar/staleness.js';
import type { Store } from '../../../store/open-store.js';
import type { PaperPortfolio, PaperSide } from '../../../store/paper-portfolios.js';
import type { StoredSeries } from '../../../store/series.js';
import { COMMUNITY } from '../rules.js';
import type { Arena } from './board.js';
import { heldBy, lastCloseOf, type ValuedPortfolio } from './valuation.js';

export interface PaperOrderInput {
  /** The security's stored history. */
  readonly history: Pick<StoredSeries, 'symbol' | 'bars'>;
  readonly side: PaperSide;
  /** Null to sell all. */
  readonly shares?: number | null | undefined;
}

/** What members do with their paper portfolios. All methods throw ApiError. */
export interface PaperTrading {
  /** The member's portfolio, opened if there is none. Throws `guidelines_not_accepted`. */
  open(accountId: string): Promise<PaperPortfolio>;
  /** An order for the close of the next session that has not closed. Throws `invalid_parameter`, `paper_orders_cap`. */
  placeOrder(accountId: string, order: PaperOrderInput): Promise<PaperPortfolio>;
  /** Removes an order before its session closes. */
  cancelOrder(accountId: string, orderId: string): Promise<PaperPortfolio>;
  share(accountId: string, isShared: boolean): Promise<PaperPortfolio>;
  /** Begins again with the starting cash; the portfolio is no longer shared. */
  restart(accountId: string): Promise<PaperPortfolio>;
}

export interface PaperTradingOptions {
  readonly store: Pick<Store, 'paperPortfolios'>;
  readonly arena: Arena;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly random: RandomBytes;
}

/** Purchases may cost this share more than the cash at the last close, because prices move until they are filled. */
const SLACK = 0.05;

function invalidShares(message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param: 'shares' });
}

export function noPortfolio(): ApiError {
  return new ApiError(
    'not_found',
    'The account has no paper portfolio; a signed-in session opens one with openPaperPortfolio.',
  );
}

/** USD that orders which wait will spend, and shares that they will sell, at the last closes. */
function committed({ orders, fills }: ValuedPortfolio, lastClose: (symbol: string) => number) {
  const waiting = orders.filter((_order, place) => fills[place]?.state === 'pending');
  return {
    cash: waiting.reduce(
      (sum, { side, symbol, shares }) => (side === 'buy' ? sum + (shares ?? 0) * lastClose(symbol) : sum),
      0,
    ),
    bought: (ticker: string) =>
      waiting.reduce(
        (sum, { side, symbol, shares }) => (side === 'buy' && symbol === ticker ? sum + (shares ?? 0) : sum),
        0,
      ),
  };
}

export function createPaperTrading({ store, arena, clock, random }: PaperTradingOptions): PaperTrading {
  const own = async (accountId: string): Promise<PaperPortfolio> => {
    const portfolio = await store.paperPortfolios.ofAccount(accountId);
    if (portfolio === undefined) throw noPortfolio();
    return portfolio;
  };
  const beginning = (accountId: string) => {
    const nowMs = clock();
    return { id: newId('ppf', random), accountId, startedDay: lastClosedSession(nowMs), at: new Date(nowMs) };
  };
  /** Refuses what could not be filled at the last closes. */
  const requirePlausible = async (
    portfolio: PaperPortfolio,
    { history: { symbol: ticker, bars }, side, shares }: PaperOrderInput,
  ): Promise<void> => {
    const [valued] = await arena.value([portfolio]);
    if (valued === undefined) throw noPortfolio();
    const newest = valued.market.prices.days.at(-1) ?? null;
    const lastDay = bars.days.at(-1) ?? 0;
    if (stalenessAt(newest)(lastDay))
      throw new ApiError(
        'invalid_parameter',
        `ticker must have a close of the last 5 sessions to be ordered; the last one of ${ticker} is of ${isoDate(lastDay)}.`,
        { param: 'ticker' },
      );
    const { cash, holdings } = heldBy(valued);
    const closeOf = (symbol: string): number =>
      symbol === ticker
        ? lastCloseOf(bars, valued.market.lastDay)
        : (valued.market.prices.bySymbol.get(symbol)?.close.at(-1) ?? 0);
    const waiting = committed(valued, closeOf);
    if (side === 'buy') {
      if (shares === null || shares === undefined)
        throw invalidShares('shares must be given to buy; only a sale may leave it out.');
      const left = cash - waiting.cash;
      const cost = shares * closeOf(ticker);
      if (cost > Math.max(0, left) * (1 + SLACK))
        throw invalidShares(
          `shares must cost at most the cash: ${shares} shares are about ${cost.toFixed(2)} USD at the last close, and ${Math.max(0, left).toFixed(2)} USD are left.`,
        );
      return;
    }
    const held = holdings.find(({ symbol }) => symbol === ticker)?.shares ?? 0;
    const most = held + waiting.bought(ticker);
    if (most === 0 || (shares ?? 0) > most * (1 + 1e-9))
      throw invalidShares(`shares must be at most what is held: ${most} shares of ${ticker}.`);
  };
  return {
    async open(accountId) {
      const portfolio = await store.paperPortfolios.open(beginning(accountId));
      if (portfolio === undefined) throw new ApiError('guidelines_not_accepted');
      return portfolio;
    },
    async placeOrder(accountId, order) {
      const {
        history: { symbol },
        side,
        shares,
      } = order;
      await requirePlausible(await own(accountId), order);
      const nowMs = clock();
      const fromDay = nextSession(lastClosedSession(nowMs));
      const row = {
        id: newId('ord', random),
        symbol,
        side,
        shares: shares ?? null,
        fromDay,
        closesAt: new Date(sessionCloseUtcMs(fromDay)),
        placedAt: new Date(nowMs),
      };
      const { paperOrders: most, paperOrdersPerDay: mostSince, paperDayMs } = COMMUNITY;
      const placing = await store.paperPortfolios.place(accountId, row, {
        most,
        mostSince,
        since: new Date(nowMs - paperDayMs),
      });
      if (placing === 'no_portfolio') throw noPortfolio();
      if (placing === 'too_many')
        throw new ApiError(
          'paper_orders_cap',
          `The portfolio has had ${most} orders, which is the most; restart it to begin again.`,
          { cap: most },
        );
      if (placing === 'too_many_since') throw new ApiError('paper_orders_cap', undefined, { cap: mostSince });
      return own(accountId);
    },
    async cancelOrder(accountId, orderId) {
      if (!(await store.paperPortfolios.cancel(accountId, orderId, new Date(clock()))))
        throw new ApiError(
          'not_found',
          'The portfolio has no order with this id that still waits for the close of its session.',
          { param: 'orderId' },
        );
      return own(accountId);
    },
    async share(accountId, isShared) {
      const portfolio = await store.paperPortfolios.share(accountId, isShared);
      if (portfolio === undefined) throw noPortfolio();
      return portfolio;
    },
    async restart(accountId) {
      const portfolio = await store.paperPortfolios.restart(beginning(accountId));
      if (portfolio === undefined) throw noPortfolio();
      return portfolio;
    },
  };
}
