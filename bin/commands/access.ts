import type { Account } from '../../access/accounts.js';
import { TIERS } from '../../access/tiers.js';
import { Failure } from '../failure.js';
import type { Command, CommandInput, Options } from './command.js';
import { oneLine } from './terminal.js';
import { expiry, futureExpiry, oneOf, required, text, wholeNumber } from './values.js';

const JSON_OPTION: Options = { json: { type: 'boolean' } };
const LIMITS: Options = { 'per-minute': { type: 'string' }, 'per-month': { type: 'string' } };

function print({ values, output }: CommandInput, value: object, readable: string): number {
  output.print(values['json'] === true ? JSON.stringify(value) : readable);
  return 0;
}

function limitsOf({ values }: CommandInput) {
  return { perMinute: wholeNumber(values, 'per-minute'), perMonth: wholeNumber(values, 'per-month') };
}

function shown({ id, name, tier, perMinute, perMonth, createdAt }: Account) {
  return { account_id: id, name, tier, per_minute: perMinute, per_month: perMonth, created_at: createdAt };
}

async function keysCreate(input: CommandInput): Promise<number> {
  const {
    runtime: { access, clock },
    values,
  } = input;
  const existing = text(values, 'account');
  const tier = oneOf(values, 'tier', TIERS);
  if (existing === undefined && tier === undefined) {
    throw new Failure(
      `Give the tier of the new account (--tier ${TIERS.join('|')}) or an existing account (--account ID).`,
    );
  }
  if (existing !== undefined && tier !== undefined) {
    throw new Failure("A key always has its account's tier: omit --tier, or change the tier with accounts set.");
  }
  const dailyTokenCap = wholeNumber(values, 'daily-token-cap');
  const accountId =
    existing ??
    (await access.accounts.create({ tier: tier ?? 'free', name: text(values, 'name'), ...limitsOf(input) })).id;
  if (existing !== undefined && Object.values(limitsOf(input)).some((limit) => limit !== undefined))
    await access.accounts.setOverrides(existing, limitsOf(input));
  const { secret, key } = await access.keys.create(accountId, {
    name: text(values, 'name'),
    dailyTokenCap,
    expiresAt: futureExpiry(values, 'expires-at', clock()),
  });
  const readable = `account ${accountId}\nkey id  ${key.id}\nkey     ${secret}\nSave the key now: it is not shown again.`;
  return print(input, { account_id: accountId, key_id: key.id, key: secret }, readable);
}

async function keysList(input: CommandInput): Promise<number> {
  const { accounts, keys: stored } = input.runtime.access;
  const accountId = required(input.values, 'account');
  if ((await accounts.get(accountId)) === undefined)
    throw new Failure(`No account has the id ${JSON.stringify(accountId)}; accounts list lists all accounts.`);
  const keys = await stored.list(accountId);
  const now = new Date(input.runtime.clock());
  for (const { id, prefix, name, createdAt, lastUsedAt, revokedAt, expiresAt } of keys) {
    const isExpired = expiresAt !== null && expiresAt <= now;
    const until = expiresAt === null || isExpired ? '' : ` until ${expiresAt.toISOString()}`;
    print(
      input,
      {
        key_id: id,
        prefix,
        name,
        created_at: createdAt,
        last_used_at: lastUsedAt,
        revoked_at: revokedAt,
        expires_at: expiresAt,
      },
      `${id}  ${prefix}…  ${revokedAt !== null ? 'revoked' : isExpired ? 'expired' : `active${until}`}  ${oneLine(name ?? '')}`,
    );
  }
  return 0;
}

async function keysRevoke(input: CommandInput): Promise<number> {
  const {
    runtime: { access },
    positionals: [id],
  } = input;
  if (id === undefined) throw new Failure('KEY_ID is missing: keys revoke KEY_ID.');
  const key = await access.keys.get(id);
  if (key === undefined)
    throw new Failure(`No key has the id ${JSON.stringify(id)}; keys list --account ID lists an account's keys.`);
  await access.keys.revoke(key.accountId, id);
  return print(input, { key_id: id, revoked: true }, `Revoked ${id}.`);
}

async function keysSet(input: CommandInput): Promise<number> {
  const {
    runtime: { access },
    positionals: [id],
    values,
  } = input;
  if (id === undefined) throw new Failure('KEY_ID is missing: keys set KEY_ID --daily-token-cap N.');
  const key = await access.keys.get(id);
  if (key === undefined)
    throw new Failure(`No key has the id ${JSON.stringify(id)}; keys list --account ID lists an account's keys.`);
  const { name, dailyTokenCap, expiresAt } = await access.keys.update(key.accountId, id, {
    name: text(values, 'name'),
    dailyTokenCap: text(values, 'daily-token-cap') === 'default' ? null : wholeNumber(values, 'daily-token-cap'),
    expiresAt: expiry(values, 'expires-at'),
  });
  const cap = dailyTokenCap ?? 'the limit of the tier';
  return print(
    input,
    { key_id: id, name, daily_token_cap: dailyTokenCap, expires_at: expiresAt },
    `${id}  daily token cap: ${cap}  expires: ${expiresAt?.toISOString() ?? 'never'}`,
  );
}

async function accountsCreate(input: CommandInput): Promise<number> {
  const tier = oneOf(input.values, 'tier', TIERS);
  if (tier === undefined) throw new Failure(`--tier is missing; use one of ${TIERS.join(', ')}.`);
  const account = await input.runtime.access.accounts.create({
    tier,
    name: text(input.values, 'name'),
    ...limitsOf(input),
  });
  return print(input, shown(account), account.id);
}

async function accountsList(input: CommandInput): Promise<number> {
  let after: string | undefined;
  do {
    const page = await input.runtime.access.accounts.list({ after });
    for (const account of page.accounts)
      print(input, shown(account), `${account.id}  ${account.tier}  ${oneLine(account.name ?? '')}`);
    after = page.nextCursor ?? undefined;
  } while (after !== undefined);
  return 0;
}

async function accountsSet(input: CommandInput): Promise<number> {
  const {
    runtime: { access },
    positionals: [id],
    values,
  } = input;
  if (id === undefined) throw new Failure('ACCOUNT_ID is missing: accounts set ACCOUNT_ID --tier TIER.');
  const tier = oneOf(values, 'tier', TIERS);
  if (tier !== undefined) await access.accounts.setTier(id, tier);
  const account = await access.accounts.setOverrides(id, limitsOf(input));
  return print(input, shown(account), `${account.id}  ${account.tier}`);
}

async function sessionsCreate(input: CommandInput): Promise<number> {
  const session = await input.runtime.access.sessions.create(required(input.values, 'account'));
  return print(
    input,
    { session_id: session.id, session: session.secret, expires_at: session.expiresAt },
    session.secret,
  );
}

async function sessionsList(input: CommandInput): Promise<number> {
  for (const session of await input.runtime.access.sessions.list(required(input.values, 'account'))) {
    const { id, createdAt, lastUsedAt, expiresAt, userAgent } = session;
    const shownSession = {
      created_at: createdAt,
      last_used_at: lastUsedAt,
      expires_at: expiresAt,
      user_agent: userAgent,
    };
    print(
      input,
      { session_id: id, ...shownSession },
      `${id}  until ${expiresAt.toISOString()}  ${oneLine(userAgent ?? '')}`,
    );
  }
  return 0;
}

async function sessionsRevoke(input: CommandInput): Promise<number> {
  const {
    runtime: { access },
    positionals: [id],
    values,
  } = input;
  if (id === undefined) throw new Failure('SESSION_ID is missing: sessions revoke SESSION_ID --account ID.');
  await access.sessions.revoke(required(values, 'account'), id);
  return print(input, { session_id: id, revoked: true }, `Revoked ${id}.`);
}

async function accountsSetPassword(input: CommandInput): Promise<number> {
  const {
    runtime: { access },
    positionals: [id],
    values,
  } = input;
  if (id === undefined) throw new Failure('ACCOUNT_ID is missing: accounts set-password ACCOUNT_ID --email ADDRESS.');
  await access.signIn.setPassword(id, text(values, 'email'), required(values, 'password'));
  return print(input, { account_id: id, password_set: true }, `Set the password of ${id}; its sessions have ended.`);
}

/** Accounts, keys and sessions. */
export const ACCESS_COMMANDS: Readonly<Record<string, Command>> = {
  'keys create': {
    usage:
      'keys create --tier TIER [--name NAME] [--per-minute N] [--per-month N] [--daily-token-cap N] [--expires-at TIME] [--json] | keys create --account ID …',
    description: 'Creates a key, and a new account for it unless --account is given.',
    options: {
      tier: { type: 'string' },
      account: { type: 'string' },
      name: { type: 'string' },
      'daily-token-cap': { type: 'string' },
      'expires-at': { type: 'string' },
      ...LIMITS,
      ...JSON_OPTION,
    },
    run: keysCreate,
  },
  'keys list': {
    usage: 'keys list --account ID [--json]',
    description: "Lists an account's keys.",
    options: { account: { type: 'string' }, ...JSON_OPTION },
    run: keysList,
  },
  'keys revoke': {
    usage: 'keys revoke KEY_ID',
    description: 'Revokes a key with immediate effect.',
    options: JSON_OPTION,
    run: keysRevoke,
  },
  'keys set': {
    usage: 'keys set KEY_ID [--daily-token-cap N|default] [--expires-at TIME|never] [--name NAME] [--json]',
    description: "Changes a key's AI tokens per day, 10,000 to 5,000,000 or the tier's, its expiry or its name.",
    options: {
      'daily-token-cap': { type: 'string' },
      'expires-at': { type: 'string' },
      name: { type: 'string' },
      ...JSON_OPTION,
    },
    run: keysSet,
  },
  'accounts create': {
    usage: 'accounts create --tier TIER [--name NAME] [--per-minute N] [--per-month N] [--json]',
    description: 'Creates an account without keys.',
    options: { tier: { type: 'string' }, name: { type: 'string' }, ...LIMITS, ...JSON_OPTION },
    run: accountsCreate,
  },
  'accounts list': {
    usage: 'accounts list [--json]',
    description: 'Lists all accounts.',
    options: JSON_OPTION,
    run: accountsList,
  },
  'accounts set': {
    usage: 'accounts set ACCOUNT_ID [--tier TIER] [--per-minute N] [--per-month N] [--json]',
    description: "Changes an account's tier or limits.",
    options: { tier: { type: 'string' }, ...LIMITS, ...JSON_OPTION },
    run: accountsSet,
  },
  'accounts set-password': {
    usage: 'accounts set-password ACCOUNT_ID [--email ADDRESS] [--json] < PASSWORD_FILE',
    description: "Sets the password that an account's owner signs in with, from standard input, and the address.",
    options: { email: { type: 'string' }, password: { type: 'string' }, ...JSON_OPTION },
    secretOption: 'password',
    run: accountsSetPassword,
  },
  'sessions list': {
    usage: 'sessions list --account ID [--json]',
    description: "Lists an account's sessions that have not ended.",
    options: { account: { type: 'string' }, ...JSON_OPTION },
    run: sessionsList,
  },
  'sessions revoke': {
    usage: 'sessions revoke SESSION_ID --account ID',
    description: 'Ends a session with immediate effect.',
    options: { account: { type: 'string' }, ...JSON_OPTION },
    run: sessionsRevoke,
  },
  'sessions create': {
    usage: 'sessions create --account ID [--json]',
    description: 'Creates a login session for an account; for development without the web app.',
    options: { account: { type: 'string' }, ...JSON_OPTION },
    run: sessionsCreate,
  },
};
