import type { Kysely } from 'kysely';
import { createAccountsRepository, type AccountsRepository } from './accounts.js';
import { BARS_CHANGED, splitSymbols } from './bar-writes.js';
import { createBarsRepository, type BarsRepository } from './bars.js';
import { createImportsRepository, type ImportsRepository } from './imports.js';
import { createKeysRepository, type KeysRepository } from './keys.js';
import type { Listener } from './listener.js';
import { createOutboxRepository, type OutboxRepository } from './outbox.js';
import { createPrivateCompaniesRepository, type PrivateCompaniesRepository } from './private-companies.js';
import { createSecuritiesRepository, SECURITIES_CHANGED, type SecuritiesRepository } from './securities.js';
import { createSessionsRepository, type SessionsRepository } from './sessions.js';
import { createSettingsRepository, type SettingsRepository } from './settings.js';
import type { Tables } from './tables.js';
import { createUsageRepository, type UsageRepository } from './usage.js';
import { createWebhookDeliveriesRepository, type WebhookDeliveriesRepository } from './webhook-deliveries.js';
import { createWebhooksRepository, type WebhooksRepository } from './webhooks.js';

export interface Repositories {
  readonly bars: BarsRepository;
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
}

/** One repository per table group; a new one is a line here and a line above. */
export function createRepositories(db: Kysely<Tables>, options: { readonly cacheBytes?: number | undefined } = {}): Repositories {
  return {
    bars: createBarsRepository(db, options),
    securities: createSecuritiesRepository(db),
    settings: createSettingsRepository(db),
    imports: createImportsRepository(db),
    privateCompanies: createPrivateCompaniesRepository(db),
    accounts: createAccountsRepository(db),
    keys: createKeysRepository(db),
    sessions: createSessionsRepository(db),
    usage: createUsageRepository(db),
    outbox: createOutboxRepository(db),
    webhooks: createWebhooksRepository(db),
    webhookDeliveries: createWebhookDeliveriesRepository(db),
  };
}

/** Drops what other connections change from the caches, and everything once notifications may have been missed. */
export async function keepCachesFresh({ bars, securities }: Pick<Repositories, 'bars' | 'securities'>, listener: Listener): Promise<void> {
  const onGap = (): void => {
    bars.forget();
    securities.forget();
  };
  const onBars = (payload: string): void => {
    bars.forget(splitSymbols(payload));
    securities.forget(splitSymbols(payload));
  };
  await listener.listen(BARS_CHANGED, onBars, { onGap });
  await listener.listen(SECURITIES_CHANGED, (payload) => securities.forget(splitSymbols(payload)));
}
