import { MS_PER_DAY } from '../../calendar/days.js';
import { lastClosedSession, nextSession, sessionCloseUtcMs } from '../../calendar/nyse.js';
import type { PaperSide } from '../../store/paper-portfolios.js';
import { COMMUNITY } from '../../surfaces/community/rules.js';
import type { Runtime } from '../runtime.js';

/** Setting that says that the demo portfolios have been stored, so that what is deleted or changed stays so. */
const STORED = 'demo_arena';

/** Orders of simulated money for tickers of the simulated market, each so many days before the start. */
const PORTFOLIOS = [
  {
    accountId: 'acc_demo_pro',
    id: 'ppf_demo_pro',
    daysAgo: 180,
    orders: [
      { id: 'ord_demo_1', symbol: 'AAPL', side: 'buy', shares: 100, daysAgo: 179 },
      { id: 'ord_demo_2', symbol: 'MSFT', side: 'buy', shares: 40, daysAgo: 150 },
      { id: 'ord_demo_3', symbol: 'NVDA', side: 'buy', shares: 50, daysAgo: 120 },
      { id: 'ord_demo_4', symbol: 'AAPL', side: 'sell', shares: 30, daysAgo: 60 },
      { id: 'ord_demo_5', symbol: 'JPM', side: 'buy', shares: 25, daysAgo: 20 },
    ],
  },
  {
    accountId: 'acc_demo_institutional',
    id: 'ppf_demo_institutional',
    daysAgo: 120,
    orders: [
      { id: 'ord_demo_6', symbol: 'SPY', side: 'buy', shares: 60, daysAgo: 119 },
      { id: 'ord_demo_7', symbol: 'XOM', side: 'buy', shares: 120, daysAgo: 90 },
      { id: 'ord_demo_8', symbol: 'XOM', side: 'sell', shares: null, daysAgo: 30 },
    ],
  },
] as const satisfies readonly {
  readonly accountId: string;
  readonly id: string;
  readonly daysAgo: number;
  readonly orders: readonly {
    readonly id: string;
    readonly symbol: string;
    readonly side: PaperSide;
    readonly shares: number | null;
    readonly daysAgo: number;
  }[];
}[];

/** Stores shared paper portfolios of the demo members, once. */
export async function storeDemoArena({ store, clock }: Pick<Runtime, 'store' | 'clock'>): Promise<void> {
  if ((await store.settings.get(STORED)) !== undefined) return;
  const nowMs = clock();
  const limits = { most: COMMUNITY.paperOrders, mostSince: COMMUNITY.paperOrdersPerDay, since: new Date(nowMs) };
  for (const { accountId, id, daysAgo, orders } of PORTFOLIOS) {
    const openedMs = nowMs - daysAgo * MS_PER_DAY;
    await store.paperPortfolios.open({
      id,
      accountId,
      startedDay: lastClosedSession(openedMs),
      at: new Date(openedMs),
    });
    for (const { daysAgo: age, ...order } of orders) {
      const placedMs = nowMs - age * MS_PER_DAY;
      const fromDay = nextSession(lastClosedSession(placedMs));
      const closesAt = new Date(sessionCloseUtcMs(fromDay));
      await store.paperPortfolios.place(
        accountId,
        { ...order, fromDay, closesAt, placedAt: new Date(placedMs) },
        limits,
      );
    }
    await store.paperPortfolios.share(accountId, true);
  }
  await store.settings.setOnce(STORED, true);
}
