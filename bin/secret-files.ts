import { readFileSync } from 'node:fs';
import { Failure, unreadableFile } from './failure.js';

/**
 * Settings whose value may be in a file, as Docker and Kubernetes mount secrets:
 * DATABASE_URL_FILE=/run/secrets/database_url.
 */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'REDIS_PASSWORD',
  'REDIS_SENTINEL_PASSWORD',
  'SVC_SECRET_KEY',
  'SVC_VAULT_KEY',
  'SVC_IDENTITY_SECRET',
  'SVC_NOTIFY_TOKEN',
  'SVC_SMTP_URL',
  'SVC_SMS_TOKEN',
  'SVC_SMS_RECEIVE_TOKEN',
  'SVC_PAYMENT_TOKEN',
  'AI_API_KEY',
  'SVC_FINNHUB_KEY',
] as const;

type Settings = Readonly<Record<string, string | undefined>>;

function contentOf(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw unreadableFile(name, file, error);
  }
  if (text === '') throw new Failure(`${name}: ${file} is empty.`);
  return text;
}

/**
 * The settings with the contents of the files that `<NAME>_FILE` names. Throws a Failure where both are set, or no file
 * can be read.
 */
export function withSecretFiles(set: Settings): Settings {
  const read = SECRETS.flatMap((secret) => {
    const name = `${secret}_FILE`;
    const file = set[name];
    if (file === undefined) return [];
    if (set[secret] !== undefined) throw new Failure(`${secret} and ${name} are both set; keep one of them.`);
    return [{ name, secret, value: contentOf(name, file) }];
  });
  const others = Object.entries(set).filter(([each]) => !read.some(({ name }) => name === each));
  return Object.fromEntries([...others, ...read.map(({ secret, value }) => [secret, value] as const)]);
}
