import type { Command } from './command.js';

/** The database as a whole: its schema and the keys of its secrets. */
export const DATABASE_COMMANDS: Readonly<Record<string, Command>> = {
  migrate: {
    usage: 'migrate [--json]',
    description:
      'Brings the database to the schema of this version. No other command does; servers and workers do at their start, unless SVC_MIGRATE=0.',
    options: { json: { type: 'boolean' } },
    migrates: true,
    run({ runtime: { store }, values, output }) {
      const { newest, applied } = store.schema;
      const readable = applied.length === 0 ? 'nothing had to be done' : `applied ${applied.join(', ')}`;
      output.print(
        values['json'] === true ? JSON.stringify({ newest, applied }) : `The schema is ${newest}: ${readable}.`,
      );
      return Promise.resolve(0);
    },
  },
  'secrets rotate-key': {
    usage: 'secrets rotate-key [--json]',
    description:
      'Encrypts the secrets of webhooks and agents with another key: a new one in the key file, or the first one of SVC_SECRET_KEY.',
    options: { json: { type: 'boolean' } },
    async run({ runtime, values, output }) {
      const encrypted = await runtime.webhooks.key.rotate();
      output.print(
        values['json'] === true
          ? JSON.stringify({ encrypted })
          : `${encrypted} secrets were encrypted with the new key.`,
      );
      return 0;
    },
  },
};
