import DataLoader from 'dataloader';
import { monthAt } from '../../calendar/utc-periods.js';
import { ApiError } from '../../access/errors.js';
import type { OperatorContext } from '../../access/operator-context.js';
import { isTier, type Tier } from '../../access/tiers.js';
import type { AccountOverview, OverviewPlace, OverviewSearch } from '../../store/account-overviews.js';
import type { StoredKey } from '../../store/keys.js';
import { connectionOf, cursorsOf } from '../connections.js';
import type { Fields } from './generated/resolver-types.js';
import type { AdminServices } from './services.js';

/** Keys that are listed of an account. */
const MOST_KEYS = 100;

function tierOf({ id, tier }: AccountOverview): Tier {
  if (isTier(tier)) return tier;
  throw new Error(`Account ${id} has the unknown tier ${tier}.`);
}

/** The place in a cursor; undefined if it has none. */
function placeOf([at, id]: readonly string[] = []): OverviewPlace | undefined {
  return at === undefined || id === undefined ? undefined : { createdAt: new Date(at), id };
}

const isInstant = ([at = '']: readonly string[]): boolean => !Number.isNaN(Date.parse(at));

/** The keys of accounts: one query for all accounts of a request. */
function keysOf(
  { store: { keys } }: AdminServices,
  { loaders }: OperatorContext,
): DataLoader<string, readonly StoredKey[]> {
  const known = loaders.get(keysOf) as DataLoader<string, readonly StoredKey[]> | undefined;
  if (known !== undefined) return known;
  const made = new DataLoader<string, readonly StoredKey[]>(async (ids) => {
    const byAccount = await keys.ofAccounts(ids, MOST_KEYS);
    return ids.map((id) => byAccount.get(id) ?? []);
  });
  loaders.set(keysOf, made);
  return made;
}

export function createFields(services: AdminServices) {
  const {
    store: { accountOverviews },
    access,
  } = services;
  const pageOf = (search: Omit<OverviewSearch, 'month' | 'now'>, { nowMs }: OperatorContext) =>
    accountOverviews.page({ ...search, month: monthAt(nowMs).label, now: new Date(nowMs) });
  /** Throws `not_found`. */
  const accountOf = async (id: string, param: string, context: OperatorContext): Promise<AccountOverview> => {
    const {
      rows: [account],
    } = await pageOf({ id, first: 1 }, context);
    if (account === undefined) throw new ApiError('not_found', 'No account has this id.', { param });
    return account;
  };
  const setTier = async (accountId: string, tier: Tier, context: OperatorContext): Promise<AccountOverview> => {
    await accountOf(accountId, 'accountId', context);
    await access.operators.change(context.operator, (record) =>
      access.accounts.setTier(accountId, tier, (tx, { tier: was }) =>
        record(tx, { action: 'set_account_tier', subject: accountId, detail: `${was} to ${tier}` }),
      ),
    );
    return accountOf(accountId, 'accountId', context);
  };
  const revoke = async (
    id: string,
    context: OperatorContext,
  ): Promise<{ readonly apiKey: StoredKey; readonly account: AccountOverview }> => {
    const key = await access.keys.get(id);
    if (key === undefined) throw new ApiError('not_found', 'No API key has this id.', { param: 'id' });
    const apiKey = await access.operators.change(context.operator, (record) =>
      access.keys.revoke(key.accountId, id, async (tx, { revokedAt }) => {
        if (revokedAt === null)
          await record(tx, { action: 'revoke_api_key', subject: id, detail: `of ${key.accountId}` });
      }),
    );
    return { apiKey, account: await accountOf(key.accountId, 'id', context) };
  };
  return {
    Query: {
      accounts: async (_root, { filter, first, after }, context) => {
        const { query, tier } = filter ?? {};
        const cursors = cursorsOf('accounts', query, tier);
        const place = placeOf(cursors.after(after, 2, { isPlace: isInstant }));
        const page = await pageOf({ q: query ?? undefined, tier: tier ?? undefined, first, after: place }, context);
        return connectionOf(
          page,
          cursors,
          place === undefined,
          ({ createdAt, id }) => [createdAt.toISOString(), id],
          (account) => account,
        );
      },
      account: (_root, { id }, context) => accountOf(id, 'id', context),
    },
    Mutation: {
      setAccountTier: async (_root, { input: { accountId, tier } }, context) => ({
        account: await setTier(accountId, tier, context),
      }),
      revokeApiKey: (_root, { input: { id } }, context) => revoke(id, context),
    },
    Account: {
      tier: tierOf,
      perMinuteOverride: ({ perMinute }) => perMinute,
      perMonthOverride: ({ perMonth }) => perMonth,
      keyCount: ({ keys }) => keys,
      unitsThisMonth: ({ units }) => units,
      aiTokensThisMonth: ({ tokens }) => tokens,
      lastRequestAt: ({ lastUsedAt }) => lastUsedAt,
      apiKeys: async ({ id }, _args, context) => [...(await keysOf(services, context).load(id))],
    },
    ApiKey: { isPublishable: ({ origins }) => origins !== null },
  } satisfies Fields;
}
