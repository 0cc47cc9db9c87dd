import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { isoDate } from '../../calendar/days.js';
import { traderRankOf } from '../../engines/arena/experience.js';
import { ARENA_CATALOG } from '../../engines/arena/goals.js';
import type { ArenaSort } from '../../engines/arena/ranking.js';
import type { PaperPortfolio } from '../../store/paper-portfolios.js';
import type { BoardRow } from '../../surfaces/community/arena/board.js';
import { noPortfolio } from '../../surfaces/community/arena/paper-trading.js';
import {
  achievementsBy,
  heldBy,
  questsBy,
  sourcesOf,
  type ValuedPortfolio,
} from '../../surfaces/community/arena/valuation.js';
import { cursorsOf, pageOfList } from '../connections.js';
import { loaderOf, type Batch } from '../field-loader.js';
import { notFoundErrors } from '../ticker-not-found.js';
import type { Services } from '../services.js';
import { viewerOf } from './account.js';
import { memberLoader } from './community-members.js';
import type { Fields } from './generated/resolver-types.js';
import type { PaperOrderParent, PaperPortfolioParent } from './resolver-parents.js';

interface Page {
  readonly first: number;
  readonly after?: string | null | undefined;
}

interface Place {
  readonly rank: number;
  /** Null for a member who was hidden in the meantime. */
  readonly portfolio: PaperPortfolioParent | null;
}

const NO_SHARED_PORTFOLIO =
  'The community has no member with this id that the account may see and that shares a paper portfolio.';

/** Parts of a share below a millionth are not traded. */
const rounded = (shares: number): number => Math.round(shares * 1e6) / 1e6;

/** Data access for the resolvers. */
export function createArenaLoaders({ store, arena }: Pick<Services, 'store' | 'arena'>) {
  const member = memberLoader({ store });
  const of = ({ versions }: RequestContext) => store.reading(versions).paperPortfolios;
  /** Portfolios in the ranking that the caller may see. */
  const visibleRows: Batch<readonly BoardRow[], ArenaSort> = async (sorts, { versions, identity, dataSources }) => {
    const [board, hiddenIds] = await Promise.all([
      arena.board(),
      store.reading(versions).community.hiddenFrom(identity.accountId),
    ]);
    for (const source of board.sources) dataSources.add(source);
    const hidden = new Set(hiddenIds);
    const isShown = ({ portfolio }: BoardRow): boolean => !hidden.has(portfolio.accountId);
    return sorts.map((sort) => (hidden.size === 0 ? board.ranked(sort) : board.ranked(sort).filter(isShown)));
  };
  const values: Batch<ValuedPortfolio, PaperPortfolio> = async (portfolios, { dataSources }) => {
    const all = await arena.value(portfolios);
    for (const source of new Set(all.flatMap(({ market }) => sourcesOf(market)))) dataSources.add(source);
    return all;
  };
  const valued = ({ portfolio }: PaperPortfolioParent, context: RequestContext): Promise<ValuedPortfolio> =>
    loaderOf(context, values).load(portfolio);
  const ranks: Batch<ReadonlyMap<string, number>> = async (_keys, context) => {
    const rows = await loaderOf(context, visibleRows).load('score');
    return [new Map(rows.map(({ id }, index) => [id, index + 1]))];
  };
  const parentOf = async (
    portfolio: PaperPortfolio,
    context: RequestContext,
    row?: BoardRow,
  ): Promise<PaperPortfolioParent | null> => {
    const owner = await member(portfolio.accountId, context);
    return owner === null
      ? null
      : { id: portfolio.id, portfolio, member: owner, ...(row === undefined ? {} : { row }) };
  };
  const isOwn = ({ portfolio }: PaperPortfolioParent, { identity }: RequestContext): boolean =>
    portfolio.accountId === identity.accountId;
  const ordersOf = async (
    parent: PaperPortfolioParent,
    context: RequestContext,
  ): Promise<readonly PaperOrderParent[]> => {
    const { orders, fills } = await valued(parent, context);
    return orders
      .map((order, place): PaperOrderParent => ({ ...order, fill: fills[place] ?? { state: 'pending' } }))
      .reverse();
  };
  const own = async (context: RequestContext): Promise<PaperPortfolioParent | null> => {
    const portfolio = await of(context).ofAccount(context.identity.accountId);
    return portfolio === undefined ? null : parentOf(portfolio, context);
  };
  return {
    isOwn,
    valued,
    own,
    ordersOf,
    /** An operation can change a portfolio several times and returns it after each change. */
    forget(context: RequestContext): void {
      loaderOf(context, visibleRows).clearAll();
      loaderOf(context, ranks).clearAll();
    },
    async record(parent: PaperPortfolioParent, context: RequestContext) {
      if (parent.row !== undefined) return parent.row;
      const { record, xp } = await valued(parent, context);
      return { ...record, xp };
    },
    async rank({ id, portfolio }: PaperPortfolioParent, context: RequestContext): Promise<number | null> {
      return portfolio.isShared ? ((await loaderOf(context, ranks).load('score')).get(id) ?? null) : null;
    },
    async places(sort: ArenaSort, { first, after }: Page, context: RequestContext) {
      const rows = await loaderOf(context, visibleRows).load(sort);
      const cursors = cursorsOf('arena', context.identity.accountId, sort);
      const page = pageOfList(rows, { first, after }, cursors, (row) => row);
      const [head] = page.nodes;
      const before = head === undefined ? 0 : rows.indexOf(head);
      const parents = await Promise.all(page.nodes.map((row) => parentOf(row.portfolio, context, row)));
      const edges = page.edges.map(({ cursor }, index): { readonly node: Place; readonly cursor: string } => ({
        node: { rank: before + index + 1, portfolio: parents[index] ?? null },
        cursor,
      }));
      return { ...page, edges, nodes: edges.map(({ node }) => node) };
    },
    async ofMember(memberId: string, context: RequestContext): Promise<PaperPortfolioParent> {
      const { versions, identity } = context;
      const owner = await store.reading(versions).community.memberById(identity.accountId, memberId);
      const portfolio = owner === undefined ? undefined : await of(context).ofAccount(owner.accountId);
      if (
        owner === undefined ||
        portfolio === undefined ||
        !(portfolio.isShared || owner.accountId === identity.accountId)
      )
        throw new ApiError('not_found', NO_SHARED_PORTFOLIO, { param: 'memberId' });
      return { id: portfolio.id, portfolio, member: owner };
    },
    /** The caller's own portfolio, or one that is shared by a member whom the caller sees. */
    async visible(id: string, context: RequestContext): Promise<PaperPortfolioParent | null> {
      const portfolio = await of(context).byId(id);
      if (portfolio === undefined || (!portfolio.isShared && portfolio.accountId !== context.identity.accountId))
        return null;
      return parentOf(portfolio, context);
    },
    /** One of the caller's orders. */
    async order(id: string, context: RequestContext): Promise<PaperOrderParent | null> {
      const portfolio = await own(context);
      return portfolio === null
        ? null
        : ((await ordersOf(portfolio, context)).find((order) => order.id === id) ?? null);
    },
  };
}

export function createFields(services: Services) {
  const load = createArenaLoaders(services);
  const {
    store,
    arena: { trading },
  } = services;
  const required = async (context: RequestContext): Promise<PaperPortfolioParent> => {
    const own = await load.own(context);
    if (own === null) throw noPortfolio();
    return own;
  };
  /** The payload after a change of the caller's portfolio. */
  const changed = async (change: Promise<PaperPortfolio>, context: RequestContext) => {
    await change;
    load.forget(context);
    return { paperPortfolio: await required(context), viewer: viewerOf(context) };
  };
  const historyOf = async (ticker: string, context: RequestContext) => {
    const history = (await store.reading(context.versions).bars.load([ticker])).get(ticker);
    if (history === undefined) throw (await notFoundErrors(services, [ticker], context))(ticker);
    return history;
  };
  return {
    Query: {
      arena: (_root, { orderBy, ...page }, context) => load.places(orderBy, page, context),
      arenaMember: (_root, { memberId }, context) => load.ofMember(memberId, context),
      arenaMe: (_root, _args, context) => required(context),
      arenaCatalog: () => ARENA_CATALOG,
    },
    Mutation: {
      openPaperPortfolio: (_root, _args, context) => changed(trading.open(context.identity.accountId), context),
      placePaperOrder: async (_root, { input: { ticker, side, shares } }, context) => {
        const history = await historyOf(ticker, context);
        return changed(trading.placeOrder(context.identity.accountId, { history, side, shares }), context);
      },
      cancelPaperOrder: (_root, { input: { orderId } }, context) =>
        changed(trading.cancelOrder(context.identity.accountId, orderId), context),
      sharePaperPortfolio: (_root, { input: { isShared } }, context) =>
        changed(trading.share(context.identity.accountId, isShared), context),
      restartPaperPortfolio: (_root, _args, context) => changed(trading.restart(context.identity.accountId), context),
    },
    PaperPortfolio: {
      rank: (parent, _args, context) => load.rank(parent, context),
      isShared: ({ portfolio }) => portfolio.isShared,
      startedOn: ({ portfolio }) => isoDate(portfolio.startedDay),
      score: async (parent, _args, context) => (await load.record(parent, context)).score,
      returnPct: async (parent, _args, context) => (await load.record(parent, context)).returnPct,
      alphaPct: async (parent, _args, context) => (await load.record(parent, context)).alphaPct,
      sharpe: async (parent, _args, context) => (await load.record(parent, context)).sharpe,
      streak: async (parent, _args, context) => (await load.record(parent, context)).streak,
      xp: async (parent, _args, context) => (await load.record(parent, context)).xp,
      traderRank: async (parent, _args, context) => traderRankOf((await load.record(parent, context)).xp),
      value: async (parent, _args, context) => heldBy(await load.valued(parent, context)).value,
      cash: async (parent, _args, context) => heldBy(await load.valued(parent, context)).cash,
      holdings: async (parent, _args, context) => heldBy(await load.valued(parent, context)).holdings,
      curve: async (parent, _args, context) => {
        const {
          curve: { days, values },
        } = await load.valued(parent, context);
        return Array.from(days, (day, index) => ({ date: isoDate(day), value: values[index] ?? 0 }));
      },
      achievements: async (parent, _args, context) =>
        load.isOwn(parent, context) ? achievementsBy(await load.valued(parent, context)) : null,
      weeklyQuests: async (parent, _args, context) =>
        load.isOwn(parent, context) ? questsBy(await load.valued(parent, context), context.today) : null,
      orders: async (parent, page, context) => {
        if (!load.isOwn(parent, context)) return null;
        return pageOfList(
          await load.ordersOf(parent, context),
          page,
          cursorsOf('paperOrders', parent.id),
          (order) => order,
        );
      },
    },
    PaperHolding: {
      ticker: ({ symbol }) => symbol,
      shares: ({ shares }) => rounded(shares),
      unrealizedProfit: ({ unrealised }) => unrealised,
      unrealizedReturn: ({ unrealisedPct }) => unrealisedPct,
    },
    PaperOrder: {
      ticker: ({ symbol }) => symbol,
      state: ({ fill }) => fill.state,
      filledOn: ({ fill }) => (fill.state === 'pending' ? null : isoDate(fill.day)),
      filledShares: ({ fill }) => (fill.state === 'filled' ? rounded(fill.shares) : null),
      price: ({ fill }) => (fill.state === 'filled' ? fill.price : null),
    },
    ArenaGoal: { slug: ({ id }) => id },
    ArenaGoalProgress: { slug: ({ id }) => id, isReached: ({ progress, target }) => progress >= target },
  } satisfies Fields;
}
