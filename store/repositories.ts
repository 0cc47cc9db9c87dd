import type { Kysely } from 'kysely';
import { createAccountsRepository, type AccountsRepository } from './accounts.js';
import { BARS_CHANGED, splitSymbols } from './bar-writes.js';
import { createBarsRepository, type BarsRepository } from './bars.js';
import { COMPOSITES_RECORDED, createCompositesRepository, type CompositesRepository } from './composites.js';
import { createImportsRepository, type ImportsRepository } from './imports.js';
import { createIpoListingsRepository, type IpoListingsRepository } from './ipo-listings.js';
import { createKeysRepository, type KeysRepository } from './keys.js';
import type { Listener } from './listener.js';
import { createOutboxRepository, type OutboxRepository } from './outbox.js';
import { createPrivateCompaniesRepository, type PrivateCompaniesRepository } from './private-companies.js';
import { createProducerStatesRepository, type ProducerStatesRepository } from './producer-states.js';
import { createSecuritiesRepository, SECURITIES_CHANGED, type SecuritiesRepository } from './securities.js';
import { createSessionsRepository, type SessionsRepository } from './sessions.js';
import { createSettingsRepository, type SettingsRepository } from './settings.js';
import { TABLE_VERSIONS, type TableVersions } from './table-versions.js';
import type { Tables } from './tables.js';
import { createUsageRepository, type UsageRepository } from './usage.js';
import { createWatchlistsRepository, type WatchlistsRepository } from './watchlists.js';
import { createWebhookDeliveriesRepository, type WebhookDeliveriesRepository } from './webhook-deliveries.js';
import { createWebhooksRepository, type WebhooksRepository } from './webhooks.js';

export interface Repositories {
  readonly bars: BarsRepository;
  readonly composites: CompositesRepository;
  readonly securities: SecuritiesRepository;
  readonly settings: SettingsRepository;
  readonly imports: ImportsRepository;
  readonly privateCompanies: PrivateCompaniesRepository;
  readonly accounts: AccountsRepository;
  readonly keys: KeysRepository;
  readonly sessions: SessionsRepository;
  readonly usage: UsageRepository;
  readonly outbox: OutboxRepository;
  readonly webhooks: WebhooksRepository;
  readonly webhookDeliveries: WebhookDeliveriesRepository;
  readonly producerStates: ProducerStatesRepository;
  readonly watchlists: WatchlistsRepository;
  readonly ipoListings: IpoListingsRepository;
}

/** One repository per table group; a new one needs a line here, one above and one in `recorded-reads.ts`. */
export function createRepositories(db: Kysely<Tables>, options: { readonly cacheBytes?: number | undefined } = {}): Repositories {
  const outbox = createOutboxRepository(db);
  return {
    bars: createBarsRepository(db, options),
    composites: createCompositesRepository(db),
    securities: createSecuritiesRepository(db),
    settings: createSettingsRepository(db),
    imports: createImportsRepository(db),
    privateCompanies: createPrivateCompaniesRepository(db),
    accounts: createAccountsRepository(db),
    keys: createKeysRepository(db),
    sessions: createSessionsRepository(db),
    usage: createUsageRepository(db),
    outbox,
    webhooks: createWebhooksRepository(db),
    webhookDeliveries: createWebhookDeliveriesRepository(db),
    producerStates: createProducerStatesRepository(db, outbox),
    watchlists: createWatchlistsRepository(db),
    ipoListings: createIpoListingsRepository(db),
  };
}

/** Invalidates caches on notifications, entirely if some may have been missed; then subscribes to table versions. */
export async function keepCachesFresh(
  { bars, composites, securities }: Pick<Repositories, 'bars' | 'composites' | 'securities'>,
  tables: TableVersions,
  listener: Listener,
): Promise<void> {
  const onGap = (): void => {
    bars.forget();
    composites.forget();
    securities.forget();
    tables.forget();
    // If the request fails, the connection is lost again, which causes another gap.
    tables.renew().catch(() => undefined);
  };
  const onBars = (payload: string): void => {
    bars.forget(splitSymbols(payload));
    securities.forget(splitSymbols(payload));
  };
  await listener.listen(BARS_CHANGED, onBars, { onGap });
  await listener.listen(COMPOSITES_RECORDED, () => composites.forget());
  await listener.listen(SECURITIES_CHANGED, (payload) => securities.forget(splitSymbols(payload)));
  await listener.listen(TABLE_VERSIONS, (payload) => tables.heard(payload), { onLoss: () => tables.forget() });
  await tables.renew();
}
