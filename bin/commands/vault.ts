import { Failure } from '../failure.js';
import type { Command, CommandInput, Options } from './command.js';
import { oneLine } from './terminal.js';
import { required, wholeNumber } from './values.js';

const JSON_OPTION: Options = { json: { type: 'boolean' } };
const ACCOUNT: Options = { account: { type: 'string' }, ...JSON_OPTION };
const USES_SHOWN = 50;
const MOST_USES_SHOWN = 1_000;

function print({ values, output }: CommandInput, row: object, line: string): void {
  output.print(values['json'] === true ? JSON.stringify(row) : oneLine(line));
}

async function accountOf({ runtime: { store }, values }: CommandInput): Promise<string> {
  const accountId = required(values, 'account');
  if ((await store.accounts.get(accountId)) === undefined) throw new Failure(`No account has the id ${accountId}.`);
  return accountId;
}

/** Vaults of accounts, and the key of all. No command shows a credential. */
export const VAULT_COMMANDS: Readonly<Record<string, Command>> = {
  'vault list': {
    usage: 'vault list --account ID [--json]',
    description: "Lists the items of an account's vault, without their credentials.",
    options: ACCOUNT,
    async run(input) {
      const items = await input.runtime.store.vault.ofAccount(await accountOf(input), false);
      for (const {
        id,
        name,
        kind,
        allowedHosts,
        isWriteAllowed,
        isApprovalRequired,
        isShared,
        approvedUntil,
        createdAt,
      } of items) {
        const row = {
          id,
          name,
          kind,
          allowed_hosts: allowedHosts,
          allow_writes: isWriteAllowed,
          require_approval: isApprovalRequired,
          shared: isShared,
          approved_until: approvedUntil,
          created_at: createdAt,
        };
        print(input, row, `${id}  ${kind}  ${allowedHosts.join(',')}  ${name}`);
      }
      return 0;
    },
  },
  'vault log': {
    usage: 'vault log --account ID [--first N] [--json]',
    description: `Lists the uses of an account's vault by agents, newest first, refused ones too: ${USES_SHOWN} unless --first says how many.`,
    options: { ...ACCOUNT, first: { type: 'string' } },
    async run(input) {
      const first = wholeNumber(input.values, 'first') ?? USES_SHOWN;
      if (first < 1 || first > MOST_USES_SHOWN)
        throw new Failure(`--first must be from 1 to ${MOST_USES_SHOWN}, got ${first}.`);
      const { rows } = await input.runtime.store.vaultUses.page(await accountOf(input), {
        first,
        beforeSeq: undefined,
      });
      for (const {
        id,
        itemId,
        itemName,
        keyId,
        action,
        method,
        host,
        path,
        outcome,
        httpStatus,
        at,
        durationMs,
      } of rows) {
        const row = {
          id,
          item_id: itemId,
          item_name: itemName,
          key_id: keyId,
          action,
          method,
          host,
          path,
          outcome,
          http_status: httpStatus,
          at,
          duration_ms: durationMs,
        };
        print(
          input,
          row,
          `${at.toISOString()}  ${outcome ?? 'under way'}  ${action}  ${method} ${host ?? '-'}${path ?? ''}  ${itemId ?? '-'}`,
        );
      }
      return 0;
    },
  },
  'vault lock': {
    usage: 'vault lock --account ID [--json]',
    description: "Locks an account's vault: agents get 423 until its owner unlocks it or ends strict mode.",
    options: ACCOUNT,
    async run(input) {
      const accountId = await accountOf(input);
      const { isStrict, unlockedUntil } = await input.runtime.store.vault.setState(accountId, {
        isStrict: true,
        unlockedUntil: null,
      });
      const row = { account_id: accountId, strict: isStrict, unlocked_until: unlockedUntil };
      print(input, row, `${accountId}  locked`);
      return 0;
    },
  },
  'vault rotate-key': {
    usage: 'vault rotate-key [--json]',
    description:
      'Encrypts all credentials of the vault with another key: a new one in the key file, or the first one of SVC_VAULT_KEY.',
    options: JSON_OPTION,
    async run(input) {
      const encrypted = await input.runtime.vault.rotateKey();
      print(input, { encrypted }, `${encrypted} credentials are encrypted with the new key.`);
      return 0;
    },
  },
};
