import { describe, expect, it } from '@jest/globals';
import { isoDate, MS_PER_DAY } from '../../calendar/days.js';
import { lastClosedSession, nextSession, previousSession, sessionCloseUtcMs } from '../../calendar/nyse.js';
import type { StoredSeries } from '../../store/series.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';

const server = await serverForFile();
const {
  clock,
  services,
  runtime: { store, access },
} = server;
const PATH = '/api/v1/community';
const AS_OF_MS = clock.nowMs;

interface Member extends TestKey {
  readonly id: string;
  readonly session: string;
}

const get = ({ key }: TestKey, query = ''): Promise<Answer> => server.call(`${PATH}${query}`, { key });
const told = (answer: Answer): unknown[] => [answer.status, read(answer, 'error')];
const ask = (session: string, query: string, variables: object = {}): Promise<Answer> =>
  server.call('/graphql', {
    method: 'POST',
    headers: { Authorization: `Bearer ${session}` },
    body: { query, variables },
  });
const codeOf = (answer: Answer): unknown => read(answer, 'errors', 0, 'extensions', 'code');

async function outsider(): Promise<TestKey & { readonly session: string }> {
  const key = await server.newKey('free', { perMinute: 100_000, perMonth: 100_000 });
  return { ...key, session: (await access.sessions.create(key.accountId)).secret };
}

async function newMember(name: string): Promise<Member> {
  const key = await outsider();
  return { ...key, id: (await services.community.join(key.accountId, { name })).id };
}

const OPEN = 'mutation { openPaperPortfolio { paperPortfolio { id startedOn isShared value cash } } }';
const ORDER =
  'mutation($input: PlacePaperOrderInput!) { placePaperOrder(input: $input) { paperPortfolio { orders(first: 1) { totalCount nodes { id ticker side shares state closesAt filledOn filledShares price } } } } }';
const CANCEL =
  'mutation($input: CancelPaperOrderInput!) { cancelPaperOrder(input: $input) { paperPortfolio { orders { totalCount } } } }';
const SHARE =
  'mutation($input: SharePaperPortfolioInput!) { sharePaperPortfolio(input: $input) { paperPortfolio { rank isShared } } }';
const RESTART =
  'mutation { restartPaperPortfolio { paperPortfolio { id startedOn isShared cash rank orders { totalCount } } } }';

const order = (
  { session }: Pick<Member, 'session'>,
  ticker: string,
  side: 'BUY' | 'SELL',
  shares?: number,
): Promise<Answer> => ask(session, ORDER, { input: { ticker, side, ...(shares === undefined ? {} : { shares }) } });
const orderIn = (answer: Answer): unknown =>
  read(answer, 'data', 'placePaperOrder', 'paperPortfolio', 'orders', 'nodes', 0);
const share = ({ session }: Pick<Member, 'session'>, isShared = true): Promise<Answer> =>
  ask(session, SHARE, { input: { isShared } });
const seriesOf = async (symbol: string): Promise<StoredSeries> => {
  const series = (await store.bars.load([symbol])).get(symbol);
  if (series === undefined) throw new Error(`no ${symbol}`);
  return series;
};
/** The close of a session as it is stored, which is as traded where no split follows. */
const closeOn = async (symbol: string, day: number): Promise<number> => {
  const { bars } = await seriesOf(symbol);
  return bars.close[bars.days.indexOf(day)] ?? Number.NaN;
};
/** Moves the time to 15:00 in New York, or 14 minutes after the close, of a session. */
const toHour = (day: number): void => void (clock.nowMs = sessionCloseUtcMs(day) - 3_600_000);
const afterClose = (day: number): void => void (clock.nowMs = sessionCloseUtcMs(day) + 840_000);
/** Sessions before the newest stored one. */
const sessionAgo = (count: number): number =>
  Array.from({ length: count }).reduce<number>((day) => previousSession(day), lastClosedSession(AS_OF_MS));

/** A member with a portfolio that was opened and got its orders some sessions ago. */
async function trader(name: string, ago: number, orders: readonly (readonly [string, number])[]): Promise<Member> {
  const member = await newMember(name);
  const before = clock.nowMs;
  toHour(sessionAgo(ago));
  await services.arena.trading.open(member.accountId);
  for (const [symbol, shares] of orders)
    await services.arena.trading.placeOrder(member.accountId, { history: await seriesOf(symbol), side: 'buy', shares });
  clock.nowMs = before;
  return member;
}

describe('a paper portfolio', () => {
  it('is opened by a member from a session, once, with the starting cash', async () => {
    const stranger = await outsider();
    expect(codeOf(await server.graphql(stranger.key, OPEN))).toBe('SESSION_REQUIRED');
    expect(codeOf(await ask(stranger.session, OPEN))).toBe('GUIDELINES_NOT_ACCEPTED');
    const none = await get(stranger, '?view=arena_me');
    expect([...told(none), read(none, 'message')]).toEqual([
      404,
      'not_found',
      expect.stringContaining('openPaperPortfolio'),
    ]);
    const member = await newMember('Ines');
    const opened = read(await ask(member.session, OPEN), 'data', 'openPaperPortfolio', 'paperPortfolio');
    expect(opened).toEqual({
      id: expect.stringMatching(/^ppf_/),
      startedOn: isoDate(lastClosedSession(clock.nowMs)),
      isShared: false,
      value: 100_000,
      cash: 100_000,
    });
    expect(read(await ask(member.session, OPEN), 'data', 'openPaperPortfolio', 'paperPortfolio')).toEqual(opened);
    const own = await get(member, '?view=arena_me');
    expect([own.status, JSON.parse(own.text)]).toEqual([
      200,
      {
        rank: null,
        user_id: member.id,
        name: 'Ines',
        score: null,
        return_pct: 0,
        alpha_pct: 0,
        sharpe: null,
        streak: 0,
        xp: 0,
        started_on: isoDate(lastClosedSession(clock.nowMs)),
        value: 100_000,
        cash: 100_000,
        shared: false,
        trader_rank: { name: 'Novice', next_rank_xp: 150, progress: 0 },
        achievements: expect.any(Array),
        weekly_quests: expect.any(Array),
      },
    ]);
    const record = await get(member, `?view=arena_member&user_id=${member.id}`);
    expect([record.status, read(record, 'holdings'), read(record, 'curve')]).toEqual([
      200,
      [],
      [{ date: isoDate(lastClosedSession(clock.nowMs)), value: 100_000 }],
    ]);
    expect(told(await get(stranger, `?view=arena_member&user_id=${member.id}`))).toEqual([404, 'not_found']);
  });

  it('trades at the close that follows the order, never at one that is known', async () => {
    const member = await newMember('Order');
    const day = sessionAgo(10);
    toHour(day);
    await services.arena.trading.open(member.accountId);
    const placed = orderIn(await order(member, 'AAPL', 'BUY', 10));
    expect(placed).toEqual({
      id: expect.stringMatching(/^ord_/),
      ticker: 'AAPL',
      side: 'BUY',
      shares: 10,
      state: 'PENDING',
      closesAt: new Date(sessionCloseUtcMs(day)).toISOString(),
      filledOn: null,
      filledShares: null,
      price: null,
    });
    expect(read(await get(member, '?view=arena_me'), 'cash')).toBe(100_000);
    afterClose(day);
    const late = orderIn(await order(member, 'AAPL', 'BUY', 5));
    expect(late).toMatchObject({
      state: 'PENDING',
      closesAt: new Date(sessionCloseUtcMs(nextSession(day))).toISOString(),
    });
    const [first, second] = [await closeOn('AAPL', day), await closeOn('AAPL', nextSession(day))];
    expect(Number(read(await get(member, '?view=arena_me'), 'cash'))).toBeCloseTo(100_000 - 10 * first, 1);
    afterClose(nextSession(day));
    const ORDERS = '{ arenaMe { cash value orders { nodes { state filledOn filledShares price } } } }';
    const own = await ask(member.session, ORDERS);
    expect(read(own, 'data', 'arenaMe', 'orders', 'nodes')).toEqual([
      { state: 'FILLED', filledOn: isoDate(nextSession(day)), filledShares: 5, price: expect.closeTo(second, 3) },
      { state: 'FILLED', filledOn: isoDate(day), filledShares: 10, price: expect.closeTo(first, 3) },
    ]);
    expect(Number(read(own, 'data', 'arenaMe', 'value'))).toBeCloseTo(100_000 + 10 * (second - first), 1);
    clock.nowMs = AS_OF_MS;
  });

  it('cancels orders until their session closes, and only its own', async () => {
    const [member, other] = [await newMember('Cancel'), await newMember('Other')];
    const day = sessionAgo(5);
    toHour(day);
    for (const { accountId } of [member, other]) await services.arena.trading.open(accountId);
    const id = String(read(orderIn(await order(member, 'MSFT', 'BUY', 1)) as object, 'id'));
    const kept = String(read(orderIn(await order(member, 'MSFT', 'BUY', 2)) as object, 'id'));
    expect(codeOf(await ask(other.session, CANCEL, { input: { orderId: id } }))).toBe('NOT_FOUND');
    expect(codeOf(await ask(other.session, '{ node(id: "' + id + '") { id } }'))).toBe('NOT_FOUND');
    expect(
      read(await ask(member.session, '{ node(id: "' + id + '") { ... on PaperOrder { shares } } }'), 'data', 'node'),
    ).toEqual({ shares: 1 });
    expect(
      read(
        await ask(member.session, CANCEL, { input: { orderId: id } }),
        'data',
        'cancelPaperOrder',
        'paperPortfolio',
        'orders',
        'totalCount',
      ),
    ).toBe(1);
    expect(codeOf(await ask(member.session, CANCEL, { input: { orderId: id } }))).toBe('NOT_FOUND');
    afterClose(day);
    expect(codeOf(await ask(member.session, CANCEL, { input: { orderId: kept } }))).toBe('NOT_FOUND');
    clock.nowMs = AS_OF_MS;
  });

  it('refuses what cannot be, and says what can', async () => {
    const member = await newMember('Wrong');
    await services.arena.trading.open(member.accountId);
    const errorOf = async (answer: Promise<Answer>): Promise<unknown> => {
      const extensions = read(await answer, 'errors', 0, 'extensions') as object;
      return [read(extensions, 'code'), read(extensions, 'param')];
    };
    expect(await errorOf(order(member, 'ZZZZ', 'BUY', 1))).toEqual(['TICKER_NOT_FOUND', 'ticker']);
    expect(await errorOf(order(member, 'AAPL', 'BUY', 50_000))).toEqual(['INVALID_PARAMETER', 'shares']);
    expect(await errorOf(order(member, 'AAPL', 'BUY'))).toEqual(['INVALID_PARAMETER', 'shares']);
    expect(await errorOf(order(member, 'AAPL', 'BUY', 0))).toEqual(['INVALID_PARAMETER', 'shares']);
    expect(await errorOf(order(member, 'AAPL', 'SELL', 1))).toEqual(['INVALID_PARAMETER', 'shares']);
    expect(await errorOf(order(member, 'AAPL', 'SELL'))).toEqual(['INVALID_PARAMETER', 'shares']);
    const { bars } = await seriesOf('AAPL');
    const old = Object.fromEntries(
      Object.entries(bars).map(([column, values]) => [column, (values as Float64Array).slice(0, 500)]),
    ) as unknown as typeof bars;
    await store.db.transaction().execute((tx) => store.bars.replace(tx, 'ZOLD', old, 'files'));
    const stale = await order(member, 'ZOLD', 'BUY', 1);
    expect([read(stale, 'errors', 0, 'extensions', 'param'), read(stale, 'errors', 0, 'message')]).toEqual([
      'ticker',
      expect.stringContaining('the last one of ZOLD is of '),
    ]);
    const homeless = await newMember('Homeless');
    for (const query of [SHARE, RESTART])
      expect(codeOf(await ask(homeless.session, query, { input: { isShared: true } }))).toBe('NOT_FOUND');
    expect(codeOf(await order(homeless, 'AAPL', 'BUY', 1))).toBe('NOT_FOUND');
  });

  it('takes fifty orders in 24 hours, of sixty at once too', async () => {
    const member = await newMember('Many');
    await services.arena.trading.open(member.accountId);
    const history = await seriesOf('AAPL');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, () =>
        services.arena.trading.placeOrder(member.accountId, { history, side: 'buy', shares: 0.5 }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    expect(codeOf(await order(member, 'AAPL', 'BUY', 1))).toBe('PAPER_ORDERS_CAP');
    clock.nowMs += MS_PER_DAY + 1_000;
    expect(orderIn(await order(member, 'AAPL', 'BUY', 1))).toMatchObject({ state: 'PENDING' });
    clock.nowMs = AS_OF_MS;
  });

  it('begins again empty and unshared', async () => {
    const member = await trader('Again', 30, [['AAPL', 100]]);
    await share(member);
    const before = await get(member, `?view=arena_member&user_id=${member.id}`);
    expect([Number(read(before, 'curve', 'length')) > 30, read(before, 'holdings', 0, 'ticker')]).toEqual([
      true,
      'AAPL',
    ]);
    const fresh = read(await ask(member.session, RESTART), 'data', 'restartPaperPortfolio', 'paperPortfolio');
    expect(fresh).toEqual({
      id: expect.stringMatching(/^ppf_/),
      startedOn: isoDate(lastClosedSession(clock.nowMs)),
      isShared: false,
      cash: 100_000,
      rank: null,
      orders: { totalCount: 0 },
    });
    expect(told(await get(await outsider(), `?view=arena_member&user_id=${member.id}`))).toEqual([404, 'not_found']);
  });
});

describe('the arena', () => {
  it('ranks what is shared by each order, in pages, with the keys of a row', async () => {
    const members = [
      await trader('One', 60, [['AAPL', 200]]),
      await trader('Two', 45, [
        ['MSFT', 100],
        ['NVDA', 50],
      ]),
      await trader('Three', 90, [['XOM', 300]]),
      await trader('Four', 5, [['JPM', 20]]),
    ];
    for (const member of members) await share(member);
    const reader = await outsider();
    const keys = {
      score: 'score',
      return: 'return_pct',
      alpha: 'alpha_pct',
      sharpe: 'sharpe',
      streak: 'streak',
      xp: 'xp',
    } as const;
    for (const [sort, key] of Object.entries(keys)) {
      const whole = await get(reader, `?view=arena&sort=${sort}&limit=100`);
      const rows = read(whole, 'arena') as readonly Readonly<Record<string, unknown>>[];
      expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_row, index) => index + 1));
      const values = rows.map((row) => (row[key] ?? -Infinity) as number);
      expect(values).toEqual(values.toSorted((one, other) => other - one));
      const paged: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Answer = await get(
          reader,
          `?view=arena&sort=${sort}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        paged.push(...(read(page, 'arena') as unknown[]));
        cursor = (read(page, 'next_cursor') ?? null) as string | null;
      }
      expect(paged).toEqual(rows);
      expect(Object.keys(rows[0] ?? {})).toEqual([
        'rank',
        'user_id',
        'name',
        'score',
        'return_pct',
        'alpha_pct',
        'sharpe',
        'streak',
        'xp',
      ]);
    }
    const scored = read(await get(reader, '?view=arena&limit=100'), 'arena') as readonly Readonly<
      Record<string, unknown>
    >[];
    expect(scored.find(({ name }) => name === 'Four')).toMatchObject({ score: null, sharpe: null });
    expect(scored.map(({ user_id: id }) => id)).toEqual(expect.arrayContaining(members.map(({ id }) => id)));
    for (const { id } of members) {
      const one = await get(reader, `?view=arena_member&user_id=${id}`);
      const {
        started_on: _on,
        value: _value,
        cash: _cash,
        holdings,
        curve,
        ...row
      } = JSON.parse(one.text) as Record<string, unknown>;
      expect([row, (holdings as unknown[]).length > 0, (curve as unknown[]).length > 4]).toEqual([
        scored.find(({ user_id: userId }) => userId === id),
        true,
        true,
      ]);
    }
  });

  it('is the stored closes and nothing else: it follows their correction', async () => {
    const member = await trader('Corrected', 40, [['CVX', 100]]);
    await share(member);
    const ownReturn = async (): Promise<number> =>
      Number(read(await get(member, `?view=arena_member&user_id=${member.id}`), 'return_pct'));
    const inList = async (): Promise<unknown> =>
      (read(await get(member, '?view=arena&limit=100'), 'arena') as readonly Readonly<Record<string, unknown>>[]).find(
        ({ user_id: id }) => id === member.id,
      )?.['return_pct'];
    const { bars, source } = await seriesOf('CVX');
    const before = await ownReturn();
    expect(await inList()).toBe(before);
    const last = bars.close.length - 1;
    const raised = (column: Float64Array): Float64Array =>
      column.map((value, index) => (index === last ? value * 1.5 : value));
    await store.db
      .transaction()
      .execute((tx) =>
        store.bars.replace(tx, 'CVX', { ...bars, close: raised(bars.close), adjClose: raised(bars.adjClose) }, source),
      );
    const expected = before + (100 * (0.5 * (bars.close[last] ?? 0) * 100)) / 100_000;
    expect(Math.abs((await ownReturn()) - expected)).toBeLessThan(before === 0 ? 0 : 3);
    expect(await ownReturn()).toBeGreaterThan(before + 1);
    expect(await inList()).toBe(await ownReturn());
  });

  it('leaves out who is not seen: unshared, blocked in either direction, suspended', async () => {
    const [one, other, hidden] = [
      await trader('Seen', 30, [['AAPL', 50]]),
      await trader('Blocker', 30, [['AAPL', 60]]),
      await trader('Unshared', 30, [['AAPL', 70]]),
    ];
    for (const member of [one, other]) await share(member);
    const idOf = async ({ session }: Member): Promise<string> =>
      String(read(await ask(session, '{ arenaMe { id } }'), 'data', 'arenaMe', 'id'));
    const ids = { one: await idOf(one), other: await idOf(other), hidden: await idOf(hidden) };
    const listed = async (viewer: TestKey): Promise<readonly unknown[]> =>
      (read(await get(viewer, '?view=arena&limit=100'), 'arena') as readonly { user_id: string }[]).map(
        ({ user_id: id }) => id,
      );
    const sees = async (viewer: TestKey, member: Member, id: string): Promise<unknown> => {
      const single = await get(viewer, `?view=arena_member&user_id=${member.id}`);
      const node = await server.graphql(viewer.key, `{ node(id: "${id}") { id } }`);
      return [(await listed(viewer)).includes(member.id), single.status, codeOf(node) ?? 'found'];
    };
    const [YES, NO] = [
      [true, 200, 'found'],
      [false, 404, 'NOT_FOUND'],
    ];
    const reader = await outsider();
    expect([
      await sees(reader, one, ids.one),
      await sees(reader, hidden, ids.hidden),
      await sees(one, other, ids.other),
    ]).toEqual([YES, NO, YES]);
    expect(codeOf(await server.graphql(hidden.key, `{ node(id: "${ids.hidden}") { id } }`))).toBeUndefined();
    const ranks = async (): Promise<readonly unknown[]> => [
      read(await get(one, '?view=arena_me'), 'rank'),
      (await listed(one)).indexOf(one.id) + 1,
    ];
    await services.community.block(one.accountId, other.id, true);
    expect([
      await sees(one, other, ids.other),
      await sees(other, one, ids.one),
      await sees(reader, one, ids.one),
    ]).toEqual([NO, NO, YES]);
    const [rank, place] = await ranks();
    expect(rank).toBe(place);
    await services.community.block(one.accountId, other.id, false);
    await store.communityActs.setStanding(other.id, 'suspended');
    expect([await sees(one, other, ids.other), await sees(other, other, ids.other)]).toEqual([NO, YES]);
    await share(one, false);
    expect([await sees(reader, one, ids.one), read(await get(one, '?view=arena_me'), 'rank')]).toEqual([NO, null]);
  });

  it('shows orders, achievements and quests to their owner alone', async () => {
    const [owner, reader] = [await trader('Owner', 30, [['AAPL', 50]]), await newMember('Reader')];
    await share(owner);
    const FIELDS = '{ achievements { slug progress target isReached } weeklyQuests { slug } orders { totalCount } }';
    const seen = await server.graphql(reader.key, `query($id: ID!) { arenaMember(memberId: $id) ${FIELDS} }`, {
      id: owner.id,
    });
    expect(read(seen, 'data', 'arenaMember')).toEqual({ achievements: null, weeklyQuests: null, orders: null });
    const own = await server.graphql(owner.key, `query($id: ID!) { arenaMember(memberId: $id) ${FIELDS} }`, {
      id: owner.id,
    });
    expect(read(own, 'data', 'arenaMember', 'orders', 'totalCount')).toBe(1);
    const reached = (
      read(own, 'data', 'arenaMember', 'achievements') as readonly { slug: string; isReached: boolean }[]
    ).filter(({ isReached }) => isReached);
    expect(reached.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['first-trade', 'shared', 'twenty-sessions']),
    );
    const catalog = await get(reader, '?view=arena_catalog');
    expect([read(catalog, 'achievements', 'length'), read(catalog, 'quests', 'length')]).toEqual([9, 4]);
  });

  it('counts what is held or ordered as held for events', async () => {
    const [holder, seller, waiting] = [
      await trader('Holder', 30, [['KO', 10]]),
      await trader('Seller', 30, [['KO', 10]]),
      await newMember('Waiting'),
    ];
    const before = clock.nowMs;
    toHour(sessionAgo(20));
    await services.arena.trading.placeOrder(seller.accountId, { history: await seriesOf('KO'), side: 'sell' });
    clock.nowMs = before;
    await services.arena.trading.open(waiting.accountId);
    await services.arena.trading.placeOrder(waiting.accountId, {
      history: await seriesOf('KO'),
      side: 'buy',
      shares: 1,
    });
    const holders = await services.arena.holdersOf(['KO', 'PEP']);
    expect([...holders.keys()]).toEqual(['KO']);
    expect(new Set(holders.get('KO'))).toEqual(new Set([holder.accountId, waiting.accountId]));
    expect((await services.arena.holdersOf(['AAPL'])).get('AAPL')).not.toContain(holder.accountId);
  });
});
