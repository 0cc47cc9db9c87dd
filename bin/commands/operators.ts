import { Failure } from '../failure.js';
import type { Command, CommandInput, Options } from './command.js';
import { oneLine } from './terminal.js';
import { futureExpiry, required } from './values.js';

const JSON_OPTION: Options = { json: { type: 'boolean' } };
/** Actions that are printed. */
const MOST_PRINTED = 100;

function print({ values, output }: CommandInput, value: object, readable: string): number {
  output.print(values['json'] === true ? JSON.stringify(value) : readable);
  return 0;
}

async function create(input: CommandInput): Promise<number> {
  const {
    runtime: { access, clock },
    values,
  } = input;
  const { secret, key } = await access.operators.create({
    name: required(values, 'name'),
    expiresAt: futureExpiry(values, 'expires-at', clock()),
  });
  const readable = `operator ${oneLine(key.name)}\nkey id   ${key.id}\nkey      ${secret}\nSave the key now: it is not shown again.`;
  return print(input, { operator_id: key.id, name: key.name, key: secret, expires_at: key.expiresAt }, readable);
}

async function list(input: CommandInput): Promise<number> {
  const now = new Date(input.runtime.clock());
  for (const {
    id,
    prefix,
    name,
    createdAt,
    lastUsedAt,
    revokedAt,
    expiresAt,
  } of await input.runtime.access.operators.list()) {
    const isExpired = expiresAt !== null && expiresAt <= now;
    print(
      input,
      {
        operator_id: id,
        prefix,
        name,
        created_at: createdAt,
        last_used_at: lastUsedAt,
        revoked_at: revokedAt,
        expires_at: expiresAt,
      },
      `${id}  ${prefix}…  ${revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'active'}  ${oneLine(name)}`,
    );
  }
  return 0;
}

async function revoke(input: CommandInput): Promise<number> {
  const {
    runtime: { access },
    positionals: [id, ...rest],
  } = input;
  if (id === undefined || rest.length > 0) throw new Failure('Give one key: operators revoke OPERATOR_ID.');
  await access.operators.revoke(id);
  return print(input, { operator_id: id, revoked: true }, `Revoked ${id}.`);
}

async function log(input: CommandInput): Promise<number> {
  const { rows } = await input.runtime.access.operators.actions({ first: MOST_PRINTED, after: undefined });
  for (const { operatorId, operatorName, action, subject, detail, at } of rows) {
    print(
      input,
      { at, operator_id: operatorId, operator_name: operatorName, action, subject, detail },
      oneLine(`${at.toISOString()}  ${operatorName}  ${action}  ${subject}${detail === null ? '' : `  ${detail}`}`),
    );
  }
  return 0;
}

/** Keys of operators, for the operator's page and the admin graph. */
export const OPERATOR_COMMANDS: Readonly<Record<string, Command>> = {
  'operators create': {
    usage: 'operators create --name NAME [--expires-at TIME] [--json]',
    description: 'Creates the key of an operator, for the admin graph and the console page; it belongs to no account.',
    options: { name: { type: 'string' }, 'expires-at': { type: 'string' }, ...JSON_OPTION },
    run: create,
  },
  'operators list': {
    usage: 'operators list [--json]',
    description: 'Lists the keys of operators.',
    options: JSON_OPTION,
    run: list,
  },
  'operators revoke': {
    usage: 'operators revoke OPERATOR_ID [--json]',
    description: "Revokes an operator's key with immediate effect.",
    options: JSON_OPTION,
    run: revoke,
  },
  'operators log': {
    usage: 'operators log [--json]',
    description: `Lists what operators changed with their keys, newest first: the last ${MOST_PRINTED} changes.`,
    options: JSON_OPTION,
    run: log,
  },
};
