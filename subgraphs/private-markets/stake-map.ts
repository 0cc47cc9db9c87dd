import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { isoDate } from '../../calendar/days.js';
import { exposurePer10k, orderedStakes, stakeHolders } from '../../engines/private-stakes.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { PrivateStake } from '../../store/private-stakes.js';
import type { AskingChecks } from '../build/gates.js';
import type { PrivateCompanyStakesArgs, QueryPrivateStakesArgs, QueryStakeHoldersArgs } from '../generated/types.js';
import { batchOf } from '../batches.js';
import { connectionOf, cursorsOf, type Connection } from '../connections.js';
import { objectLoader, type FieldQuery } from '../field-loader.js';
import { marketCaps } from '../market-cap.js';
import { nodeId } from '../node-ids.js';
import type { Services } from '../services.js';
import { securityRef, type SecurityRef } from '../tickers.js';
import { statusOn } from './company-status.js';
import { directoryLoaders } from './directory-loaders.js';
import type { Fields } from './generated/resolver-types.js';

interface PageArgs {
  /** Null for all. */
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/** A page of a list that is read whole; a cursor is the key of its last row. */
function pageOf<Row>(
  rows: readonly Row[],
  { first, after }: PageArgs,
  cursors: ReturnType<typeof cursorsOf>,
  keyOf: (row: Row) => readonly string[],
): Connection<Row> {
  const [one] = rows;
  const behind = cursors.after(after, one === undefined ? 1 : keyOf(one).length);
  const sought = JSON.stringify(behind);
  const start = behind === undefined ? 0 : rows.findIndex((row) => JSON.stringify(keyOf(row)) === sought) + 1;
  const end = first === null || first === undefined ? rows.length : start + first;
  const page = { rows: rows.slice(start, end), hasNext: end < rows.length, total: rows.length };
  return connectionOf(page, cursors, behind === undefined, keyOf, (row) => row);
}

export const STAKE_CHECKS: AskingChecks = {
  async 'Query.privateStakes'({ orderBy, after }: QueryPrivateStakesArgs) {
    cursorsOf('Query.privateStakes', orderBy).after(after, 2);
  },
  async 'Query.stakeHolders'({ orderBy, after }: QueryStakeHoldersArgs) {
    cursorsOf('Query.stakeHolders', orderBy).after(after, 1);
  },
  async 'PrivateCompany.stakes'({ orderBy, after }: PrivateCompanyStakesArgs, _context, { slug }: PrivateCompany) {
    cursorsOf('PrivateCompany.stakes', slug, orderBy).after(after, 2);
  },
};

const stakeKey = ({ slug, ticker }: PrivateStake): readonly string[] => [slug, ticker];

export function createFields(services: Services) {
  const { store } = services;
  const { company, security } = directoryLoaders(services);
  const noted = <Row extends { readonly source: string }>(rows: readonly Row[], context: RequestContext) => {
    for (const { source } of rows) context.dataSources.add(source);
    return rows;
  };
  const ofCompanies = async (
    queries: readonly FieldQuery<PrivateCompany, object>[],
    context: RequestContext,
  ): Promise<readonly (readonly PrivateStake[] | Error)[]> => {
    const stored = await store.reading(context.versions).privateStakes.bySlugs(queries.map(({ obj }) => obj.slug));
    return queries.map(({ obj: { slug, name } }) => {
      const message = `No stake of a listed holder in ${name} is known.`;
      return stored.get(slug) ?? new ApiError('not_found', message, { param: 'slug' });
    });
  };
  const ofHolders = async (
    queries: readonly FieldQuery<SecurityRef, object>[],
    context: RequestContext,
  ): Promise<readonly (readonly PrivateStake[])[]> => {
    const tickers = queries.map(({ obj }) => obj.ticker);
    const stored = await store.reading(context.versions).privateStakes.byTickers(tickers);
    return tickers.map((ticker) => stored.get(ticker) ?? []);
  };
  const marketCapOf = marketCaps(services);
  /** The holder's market value: the curated one of the stake's day, else the newest by its shares and closes. */
  const holderSize = async (
    { ticker, holderMarketCapUsd: usd, holderMarketCapDay: asOfDay }: PrivateStake,
    context: RequestContext,
  ): Promise<{ readonly usd: number; readonly asOfDay: number } | null> =>
    usd === null || asOfDay === null ? marketCapOf(ticker, context.today, context) : { usd, asOfDay };
  const loadOfCompany = objectLoader(ofCompanies, ({ slug }) => slug);
  const loadOfHolder = objectLoader(ofHolders, ({ ticker }) => ticker);
  const all = async (context: RequestContext): Promise<readonly PrivateStake[]> =>
    noted(await store.reading(context.versions).privateStakes.all(), context);
  return {
    Query: {
      async privateStakes(_root, { orderBy, ...args }, context) {
        const rows = orderedStakes(await all(context), orderBy);
        return pageOf(rows, args, cursorsOf('Query.privateStakes', orderBy), stakeKey);
      },
      async stakeHolders(_root, { orderBy, ...args }, context) {
        const rows = stakeHolders(await all(context), orderBy);
        return pageOf(rows, args, cursorsOf('Query.stakeHolders', orderBy), ({ ticker }) => [ticker]);
      },
    },
    PrivateCompany: {
      async stakes(row, { orderBy, ...args }, context) {
        const rows = orderedStakes(noted(await loadOfCompany(row, {}, context), context), orderBy);
        return pageOf(rows, args, cursorsOf('PrivateCompany.stakes', row.slug, orderBy), stakeKey);
      },
    },
    PrivateStake: {
      companyName: async ({ slug }, _args, context) => (await company(slug, context))?.name ?? slug,
      company: ({ slug }, _args, context) => company(slug, context),
      holder: ({ ticker, holder }) => ({ ticker, name: holder }),
      async security(stake, _args, context) {
        const holder = await security(stake.ticker, context);
        return holder === null ? null : securityRef(holder.ticker, batchOf(stake));
      },
      ipoStatus: async ({ slug }, _args, context) => statusOn(await company(slug, context), context.today),
      asOf: ({ asOfDay }) => isoDate(asOfDay),
      exposurePer10kUsd: async (row, _args, context) =>
        exposurePer10k(row.stakeValueUsd, await holderSize(row, context)),
      holderMarketCapUsd: async (row, _args, context) => (await holderSize(row, context))?.usd ?? null,
      holderMarketCapAsOf: async (row, _args, context) => {
        const size = await holderSize(row, context);
        return size === null ? null : isoDate(size.asOfDay);
      },
    },
    StakeHolder: {
      name: ({ ticker, stakes }) => stakes[0]?.holder ?? ticker,
      security: ({ ticker }, _args, context) => security(ticker, context),
      stakeCount: ({ stakes }) => stakes.length,
      asOf: ({ asOfDay }) => isoDate(asOfDay),
    },
    Security: {
      __resolveReference: ({ ticker, batch }) => securityRef(ticker, batch),
      id: ({ ticker }) => nodeId('Security', ticker),
      privateStakes: async (row, _args, context) =>
        orderedStakes(noted(await loadOfHolder(row, {}, context), context), 'value').map((stake) => ({
          ...stake,
          batch: row.batch,
        })),
    },
  } satisfies Fields;
}
