import type { Command } from './command.js';

/** The vault of all accounts. */
export const VAULT_COMMANDS: Readonly<Record<string, Command>> = {
  'vault rotate-key': {
    usage: 'vault rotate-key [--json]',
    description:
      'Encrypts all credentials of the vault with another key: a new one in the key file, or the first one of SVC_VAULT_KEY.',
    options: { json: { type: 'boolean' } },
    async run({ runtime: { vault }, values, output }) {
      const count = await vault.rotateKey();
      output.print(values['json'] === true ? JSON.stringify({ encrypted: count }) : `${count} credentials are encrypted with the new key.`);
      return 0;
    },
  },
};
