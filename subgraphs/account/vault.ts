import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { isWrite, VAULT_METHODS, type VaultMethod } from '../../surfaces/vault/rules.js';
import type { VaultItem, VaultState } from '../../store/vault-item.js';
import { connectionOf, cursorsOf, pageOfList } from '../connections.js';
import type { SendVaultRequestInput } from '../generated/types.js';
import type { Services } from '../services.js';
import { viewerOf } from './account.js';
import type { Fields } from './generated/resolver-types.js';
import type { VaultParent } from './resolver-parents.js';

/** A use's place in the audit log. */
const SEQUENCE = /^\d{1,15}$/;

type Checked = Pick<SendVaultRequestInput, 'url' | 'method' | 'json'>;

/** Checks a request through the vault before it is charged. */
export function createVaultChecks({ webhooks }: Pick<Services, 'webhooks'>) {
  return {
    async 'Mutation.sendVaultRequest'({ input: { url, method = 'GET', json } }: { readonly input: Checked }) {
      targetOf(url, webhooks);
      if (json === null || json === undefined || isWrite(method)) return;
      throw new ApiError('invalid_parameter', `json must be left out with ${method}, which has no body.`, {
        param: 'json',
      });
    },
  };
}

/** The URL of a request. Throws ApiError `invalid_parameter`. */
function targetOf(url: string, { checkTarget }: Services['webhooks']): URL {
  const target = checkTarget.read(url);
  const refusal =
    'refusal' in target ? target.refusal : target.url.protocol === 'https:' ? null : 'the URL must start with https://';
  if (refusal !== null || !('url' in target))
    throw new ApiError('invalid_parameter', `url is refused: ${refusal ?? 'it is not a URL'}.`, { param: 'url' });
  return target.url;
}

/** The method of a stored use. */
function methodOf(stored: string): VaultMethod {
  const method = VAULT_METHODS.find((each) => each === stored);
  if (method === undefined) throw new Error(`A use has the unknown method ${stored}.`);
  return method;
}

function vaultOf({ identity: { accountId } }: RequestContext, { isStrict, unlockedUntil }: VaultState): VaultParent {
  return { accountId, isStrict, unlockedUntil };
}

async function after(change: Promise<VaultState>, context: RequestContext) {
  await change;
  return { viewer: viewerOf(context) };
}

export function createFields(services: Services) {
  const {
    store,
    webhooks,
    vault: { agents, owners },
  } = services;
  const changed = (vaultItem: VaultItem, context: RequestContext) => ({ vaultItem, viewer: viewerOf(context) });
  return {
    Query: {
      vaultItems: (_root, _args, { versions, identity: { accountId } }) =>
        store.reading(versions).vault.ofAccount(accountId, true),
    },
    Viewer: {
      vault: async ({ id }, _args, context) => vaultOf(context, await store.reading(context.versions).vault.state(id)),
    },
    Mutation: {
      sendVaultRequest: async (_root, { input: { itemId, url, method = 'GET', json } }, context) => ({
        response: await agents.request(context.identity, {
          itemId,
          url: targetOf(url, webhooks),
          method,
          json: json ?? undefined,
        }),
        viewer: viewerOf(context),
      }),
      checkVaultLogin: async (_root, { input: { itemId } }, context) => ({
        ...(await agents.checkLogin(context.identity, itemId)),
        viewer: viewerOf(context),
      }),
      createVaultItem: async (_root, { input }, context) =>
        changed(await owners.create(context.identity.accountId, input), context),
      updateVaultItem: async (_root, { input: { id, ...changes } }, context) =>
        changed(await owners.update(context.identity.accountId, id, changes), context),
      replaceVaultCredential: async (_root, { input: { id, credential } }, context) =>
        changed(await owners.replaceCredential(context.identity.accountId, id, credential), context),
      deleteVaultItem: async (_root, { input: { id } }, context) => {
        await owners.delete(context.identity.accountId, id);
        return { deletedVaultItemId: id, viewer: viewerOf(context) };
      },
      approveVaultItem: async (_root, { input: { id } }, context) =>
        changed(await owners.approve(context.identity.accountId, id), context),
      setVaultStrictMode: (_root, { input: { isStrict } }, context) =>
        after(owners.setStrict(context.identity.accountId, isStrict), context),
      unlockVault: (_root, { input: { minutes = 15 } }, context) =>
        after(owners.unlock(context.identity.accountId, minutes), context),
      lockVault: (_root, _args, context) => after(owners.lock(context.identity.accountId), context),
    },
    Vault: {
      items: async ({ accountId }, page, { versions }) =>
        pageOfList(
          await store.reading(versions).vault.ofAccount(accountId, false),
          page,
          cursorsOf('Vault.items'),
          (item) => item,
        ),
      async uses({ accountId }, { first, after }) {
        const cursors = cursorsOf('Vault.uses');
        const [seq] = cursors.after(after, 1, { isPlace: ([value = '']) => SEQUENCE.test(value) }) ?? [];
        const page = await owners.uses(accountId, { first, beforeSeq: seq === undefined ? undefined : Number(seq) });
        return connectionOf(
          page,
          cursors,
          seq === undefined,
          (row) => [String(row.seq)],
          (row) => row,
        );
      },
    },
    VaultItem: {
      approvedUntil: ({ approvedUntil }, _args, { nowMs }) =>
        approvedUntil === null || approvedUntil.getTime() <= nowMs ? null : approvedUntil,
    },
    VaultUse: {
      apiKeyId: ({ keyId }) => keyId,
      method: ({ method }) => methodOf(method),
      outcome: ({ outcome }) => outcome?.toUpperCase() ?? null,
    },
  } satisfies Fields;
}
