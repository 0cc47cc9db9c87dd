import type { NewItem } from '../../surfaces/vault/owners.js';
import type { Runtime } from '../runtime.js';

/** Setting that says that the demo accounts have had their items, so that a deleted one does not come back. */
const STORED = 'demo_vault';

const PAYMENTS: NewItem = {
  name: 'Payments (invented)',
  credential: { bearer: { token: 'demo-token-of-nothing' } },
  allowedHosts: ['api.example.com'],
  isApprovalRequired: false,
};
const BROKER: NewItem = {
  name: 'Broker (invented)',
  credential: { header: { name: 'X-API-Key', value: 'demo-key-of-nothing' } },
  allowedHosts: ['*.example.org'],
  isWriteAllowed: true,
};
const PORTAL: NewItem = {
  name: 'Portal (invented)',
  credential: {
    password: {
      user: 'agent@example.com',
      password: 'demo-password',
      loginUrl: 'https://portal.example.com/login',
      csrfField: '_csrf',
      success: { redirectPath: '/home' },
    },
  },
  allowedHosts: ['portal.example.com'],
  isApprovalRequired: false,
};
const UNSHARED: NewItem = {
  name: 'Not shared with agents (invented)',
  credential: { basic: { user: 'owner', password: 'demo-password' } },
  allowedHosts: ['private.example.com'],
  isShared: false,
};

/** An item that is used freely, one that needs approval, a sign-in, and one that agents do not see. */
const ITEMS = [PAYMENTS, BROKER, PORTAL, UNSHARED];

/**
 * Stores invented vault items for two demo accounts, once; the Institutional one's vault is in strict mode, and locked.
 */
export async function storeDemoVault({ store, vault: { owners } }: Pick<Runtime, 'store' | 'vault'>): Promise<void> {
  if ((await store.settings.get(STORED)) !== undefined) return;
  for (const accountId of ['acc_demo_pro', 'acc_demo_institutional'])
    for (const item of ITEMS) await owners.create(accountId, item);
  await owners.setStrict('acc_demo_institutional', true);
  await store.settings.set(STORED, true);
}
