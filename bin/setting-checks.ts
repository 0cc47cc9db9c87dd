import { parseSources, SourceError } from '../sources/index.js';
import { nearestName } from './nearest-name.js';
import { mixedRedis } from './redis-config.js';

/** Which program reads the settings; a command asks for the least. */
export type Program = 'server' | 'worker' | 'subgraph' | 'gateway' | 'command';

type Given = Readonly<Record<string, string | undefined>>;

const OWN_PREFIX = 'SVC_';

/** A sentence for each variable that begins with `SVC_` and is no setting. */
export function unknownSettings(set: Given, known: readonly string[]): readonly string[] {
  return Object.keys(set)
    .filter((name) => name.startsWith(OWN_PREFIX) && !known.includes(name))
    .map((name) => {
      const near = nearestName(name, known);
      const advice = near === undefined ? 'docs/operations.md lists all of them' : `did you mean ${near}?`;
      return `The environment variable ${name} is not a setting; ${advice}${advice.endsWith('?') ? '' : '.'}`;
    });
}

/** Letters from which on a name is no other program's by chance. */
const LONG = 7;

/**
 * A sentence for each variable without `SVC_` that looks like a setting that is not set. It may be another program's:
 * `REDIS_URI`.
 */
export function misspeltSettings(set: Given, known: readonly string[]): readonly string[] {
  const unset = known.filter((name) => !name.startsWith(OWN_PREFIX) && name.length >= LONG && set[name] === undefined);
  return Object.keys(set)
    .filter((name) => !known.includes(name) && !name.startsWith(OWN_PREFIX) && name.length >= LONG)
    .flatMap((name) => {
      const near = nearestName(
        name,
        unset.filter((each) => each.slice(0, 2) === name.slice(0, 2)),
      );
      return near === undefined
        ? []
        : [`The environment variable ${name} is not a setting and is ignored; did you mean ${near}?`];
    });
}

/** Settings that mean nothing without another one. */
const NEEDS: Readonly<Record<string, readonly [needed: string, what: string]>> = {
  DATABASE_REPLICA_URL: ['DATABASE_URL', 'the PostgreSQL database of which it is a standby'],
  SVC_REPLICA_MAX_LAG_MS: ['DATABASE_REPLICA_URL', 'the standby that may lag'],
  REDIS_SENTINEL_MASTER: ['REDIS_SENTINELS', 'the sentinels that know it'],
  REDIS_SENTINEL_PASSWORD: ['REDIS_SENTINELS', 'the sentinels that it is for'],
  REDIS_SENTINEL_USERNAME: ['REDIS_SENTINEL_PASSWORD', 'the password of that user'],
  REDIS_USERNAME: ['REDIS_PASSWORD', 'the password of that user'],
  SVC_NOTIFY_TOKEN: ['SVC_NOTIFY_URL', 'the URL that it is sent to'],
  SVC_SMS_TOKEN: ['SVC_SMS_URL', 'the gateway that it is sent to'],
  SVC_SMTP_HOST: ['SVC_SMTP_PORT', 'the port on which mail is received'],
};

const isOn = (value: string | undefined): boolean => value === 'true' || value === '1';

/** Combinations that cannot work: a sentence, or undefined where all is well. */
const CHECKS: readonly ((set: Given, program: Program) => string | undefined)[] = [
  ({ SVC_SOURCE: source }) => {
    try {
      parseSources(source);
    } catch (error) {
      if (error instanceof SourceError) return error.message;
      throw error;
    }
    return undefined;
  },
  ({ NODE_ENV: mode, SVC_SOURCE: source }, program) =>
    program === 'server' && mode === 'production' && source === undefined
      ? 'NODE_ENV=production requires SVC_SOURCE: none for imported data alone, live sources such as yahoo,edgar,rss, or simulated to serve invented prices.'
      : undefined,
  ({ DATABASE_URL: database }, program) =>
    program === 'worker' && database === undefined
      ? 'A worker requires DATABASE_URL, the PostgreSQL database that it shares with servers; with the embedded database the server does the work itself.'
      : undefined,
  ({ DATABASE_URL: database, DATABASE_REPLICA_URL: replica }) =>
    replica !== undefined && replica === database
      ? 'DATABASE_REPLICA_URL and DATABASE_URL are the same: name a streaming standby, or leave DATABASE_REPLICA_URL out.'
      : undefined,
  mixedRedis,
  ({ SVC_TRUSTED_ONLY: isOnly, SVC_TRUSTED_DOCUMENTS: documents }) =>
    isOn(isOnly) && documents === undefined
      ? 'SVC_TRUSTED_ONLY requires SVC_TRUSTED_DOCUMENTS, the trusted-documents manifest.'
      : undefined,
  (set) =>
    Object.entries(NEEDS).flatMap(([name, [needed, what]]) =>
      set[name] !== undefined && set[needed] === undefined ? [`${name} requires ${needed}, ${what}.`] : [],
    )[0],
];

/** A sentence for each combination that cannot work in this program. */
export function impossible(set: Given, program: Program): readonly string[] {
  return CHECKS.flatMap((check) => check(set, program) ?? []);
}
