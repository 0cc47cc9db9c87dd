import { ApiError } from '../../access/errors.js';
import type { Identity } from '../../access/identity.js';
import type { Keyring } from '../../access/keyring.js';
import { newId, type RandomBytes } from '../../access/secrets.js';
import { reaches, TIER_LIMITS } from '../../access/tiers.js';
import type { Clock } from '../../calendar/utc-periods.js';
import { OutboundError } from '../../outbound/errors.js';
import type { Outbound, OutboundRequest, OutboundResponse } from '../../outbound/outbound.js';
import type { Store } from '../../store/open-store.js';
import type { UseRequest, UseVerdict } from '../../store/vault-admission.js';
import type { VaultItem } from '../../store/vault-item.js';
import type { VaultAction } from '../../store/vault-uses.js';
import { secretsOf, unpacked, withCredential, type Credential } from './credentials.js';
import { excerptOf } from './excerpt.js';
import { hostOf, isAllowedHost } from './hosts.js';
import { createMasker, type Masker } from './mask.js';
import { isWrite, type VaultMethod } from './rules.js';
import { cookieHeader, signIn, type Cookie } from './sign-in.js';
import type { UseEnds } from './use-ends.js';

/** A request that an agent sends with an item's credential. */
export interface VaultRequest {
  readonly itemId: string;
  /** HTTPS, on a public host. */
  readonly url: URL;
  readonly method: VaultMethod;
  /** A value that is sent as JSON; undefined for no body. */
  readonly json: unknown;
}

/** A response without its credential. */
export interface VaultResponse {
  readonly httpStatus: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly bodyExcerpt: string;
  readonly isTruncated: boolean;
  readonly redactionCount: number;
}

export interface LoginCheck {
  readonly isSignedIn: boolean;
  readonly checkedAt: Date;
}

type Caller = Pick<Identity, 'accountId' | 'keyId' | 'sessionId' | 'tier'>;

/** The vault as agents use it: each use is admitted, recorded, sent, and recorded again. */
export interface Vault {
  /**
   * Throws ApiError: not_found, host_not_allowed, writes_tier, vault_locked, approval_required, vault_rate_limited,
   * upstream_*.
   */
  request(caller: Caller, request: VaultRequest): Promise<VaultResponse>;
  /** Signs in with an item of kind `password`. Throws the same, and `invalid_parameter` for an item of another kind. */
  checkLogin(caller: Caller, itemId: string): Promise<LoginCheck>;
}

export interface VaultOptions {
  readonly store: Pick<Store, 'vault'>;
  readonly ends: Pick<UseEnds, 'note'>;
  /** Reads the keys again if `isStale`. */
  readonly keys: (isStale?: boolean) => Promise<Keyring>;
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

/** Headers that carry credentials. */
const HIDDEN_HEADERS = new Set([
  'set-cookie',
  'set-cookie2',
  'cookie',
  'authorization',
  'proxy-authorization',
  'authentication-info',
  'proxy-authentication-info',
]);
const LONGEST_PATH = 500;
const SHORTEST_COOKIE = 6;
const AGENT = { 'user-agent': 'Marketgraph-Vault/1', accept: '*/*', 'accept-encoding': 'identity' } as const;

/** A context for cookies of a sign-in, so that one cannot be put in the place of a credential. */
export const signInContext = (id: string): string => `${id} sign-in`;

/** The lowest tier whose agents may write. */
const WRITES_TIER = 'pro';

function refusal(
  verdict: Exclude<UseVerdict, { readonly outcome: 'admitted' }>,
  { tier }: Pick<Caller, 'tier'>,
  atMs: number,
): ApiError {
  if (verdict.outcome === 'not_found')
    return new ApiError('not_found', 'The account shares no vault item with this id with its agents.', {
      param: 'itemId',
    });
  if (verdict.outcome === 'writes_tier' && !reaches(tier, WRITES_TIER))
    return new ApiError('writes_tier', undefined, { tier, required_tier: WRITES_TIER });
  if (verdict.outcome !== 'vault_rate_limited') return new ApiError(verdict.outcome);
  return new ApiError(verdict.outcome, undefined, {
    retry_after_s: Math.max(1, Math.ceil((verdict.retryAt.getTime() - atMs) / 1000)),
  });
}

/** What clients are told; the causes of other errors may name what was sent. */
function publicError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof OutboundError) return new ApiError(error.code, error.message);
  return new ApiError('internal_error');
}

export function createVault({ store, ends, keys, outbound, clock, random }: VaultOptions): Vault {
  const opened = async ({ sealedWith }: VaultItem, open: (keyring: Keyring) => string | undefined): Promise<string> => {
    const text = open(await keys()) ?? open(await keys(true));
    if (text === undefined) throw new Error(`No key with the fingerprint ${sealedWith} is known.`);
    return text;
  };
  const credentialOf = async (item: VaultItem): Promise<Credential> =>
    unpacked(await opened(item, (keyring) => keyring.get(item.sealedWith)?.open(item.secret, item.id)));

  const storedCookies = async (item: VaultItem): Promise<readonly Cookie[] | null> => {
    const { signIn: sealed } = item;
    if (sealed === null) return null;
    const text = await opened(item, (keyring) => keyring.get(item.sealedWith)?.open(sealed, signInContext(item.id)));
    return JSON.parse(text) as readonly Cookie[];
  };
  const signedIn = async (item: VaultItem, credential: Credential) => {
    const { login } = item.use;
    if (login === null) throw new Error(`The item ${item.id} has no form to sign in with.`);
    const send = (request: OutboundRequest): Promise<OutboundResponse> =>
      outbound.send({ ...request, headers: { ...AGENT, ...request.headers } });
    const result = await signIn(login, credential, send);
    const sealer = (await keys()).get(item.sealedWith);
    const cookies =
      result.isSignedIn && sealer !== undefined
        ? sealer.seal(JSON.stringify(result.cookies), signInContext(item.id))
        : null;
    await store.vault.storeSignIn(item, cookies);
    return result;
  };
  /** The cookies of a password's site; those of a new sign-in if there was none. */
  const cookiesFor = async (item: VaultItem, credential: Credential, url: URL): Promise<readonly Cookie[]> => {
    if (item.use.login === null || new URL(item.use.login.url).host !== url.host) return [];
    const stored = await storedCookies(item);
    if (stored !== null) return stored;
    const { isSignedIn, cookies } = await signedIn(item, credential);
    if (!isSignedIn)
      throw new ApiError(
        'upstream_failed',
        'The site did not accept the sign-in of this item; ask its owner to check it.',
      );
    return cookies;
  };

  /** Admits a use, does it, and records how it ended. */
  const use = async <Result>(
    caller: Caller,
    asked: Pick<UseRequest, 'itemId' | 'method' | 'refusalOf'> & {
      readonly action: VaultAction;
      readonly url: URL | null;
    },
    perform: (item: VaultItem) => Promise<{ readonly result: Result; readonly httpStatus: number }>,
  ): Promise<Result> => {
    const id = newId('vu', random);
    const startMs = clock();
    const { accountId, keyId, sessionId, tier } = caller;
    const { url, ...rest } = asked;
    const verdict = await store.vault.admit({
      ...rest,
      id,
      accountId,
      keyId,
      sessionId,
      at: new Date(startMs),
      host: url === null ? null : hostOf(url),
      path: url === null ? null : url.pathname.slice(0, LONGEST_PATH),
      perHour: TIER_LIMITS[tier].vaultUsesPerHour,
    });
    if (verdict.outcome !== 'admitted') throw refusal(verdict, caller, startMs);
    const end = (outcome: string, httpStatus: number | null): void =>
      ends.note(id, { outcome, httpStatus, durationMs: Math.max(0, clock() - startMs) });
    try {
      const { result, httpStatus } = await perform(verdict.item);
      end('succeeded', httpStatus);
      return result;
    } catch (error) {
      const told = publicError(error);
      end(told.code, null);
      throw told.code === 'internal_error' ? error : told;
    }
  };

  return {
    request: (caller, { itemId, url, method, json }) => {
      const refusalOf: UseRequest['refusalOf'] = ({ allowedHosts, isWriteAllowed }) => {
        if (!isAllowedHost(allowedHosts, url)) return 'host_not_allowed';
        return isWrite(method) && !(isWriteAllowed && reaches(caller.tier, WRITES_TIER)) ? 'writes_tier' : null;
      };
      return use(caller, { action: 'request', itemId, method, url, refusalOf }, async (item) => {
        const credential = await credentialOf(item);
        const cookies = item.kind === 'password' ? await cookiesFor(item, credential, url) : [];
        const body = json === undefined ? {} : { body: JSON.stringify(json) };
        const type = json === undefined ? {} : { 'content-type': 'application/json' };
        const headers = { ...AGENT, ...type, ...cookieHeader(cookies) };
        const target = withCredential(item, credential, { url, headers });
        const response = await outbound.send({
          ...target,
          ...body,
          method,
          answer: method === 'HEAD' ? 'head' : 'start',
        });
        const values = cookies.map(({ value }) => value).filter((value) => value.length >= SHORTEST_COOKIE);
        const masker = createMasker([...secretsOf(credential), ...values]);
        return { result: await shown(response, masker), httpStatus: response.status };
      });
    },
    async checkLogin(caller, itemId) {
      const known = await store.vault.get(caller.accountId, itemId);
      if (known?.isShared === true && known.kind !== 'password')
        throw new ApiError(
          'invalid_parameter',
          `itemId must be of an item of kind password; this one is of kind ${known.kind}.`,
          { param: 'itemId' },
        );
      const refusalOf: UseRequest['refusalOf'] = ({ use: { login }, allowedHosts }) =>
        login !== null && !isAllowedHost(allowedHosts, new URL(login.url)) ? 'host_not_allowed' : null;
      return use(caller, { action: 'login_check', itemId, method: 'POST', url: null, refusalOf }, async (item) => {
        const { isSignedIn, httpStatus } = await signedIn(item, await credentialOf(item));
        return { result: { isSignedIn, checkedAt: new Date(clock()) }, httpStatus };
      });
    },
  };
}

async function shown(response: OutboundResponse, masker: Masker): Promise<VaultResponse> {
  const headers = Object.entries(response.headers)
    .filter(([name]) => !HIDDEN_HEADERS.has(name))
    .map(([name, value]) => ({ name: masker.mask(name), value: masker.mask(value) }));
  const { text, isTruncated, redactionCount } = await excerptOf(response, masker);
  const inHeaders = headers.reduce((sum, { name, value }) => sum + name.count + value.count, 0);
  return {
    httpStatus: response.status,
    headers: headers.map(({ name, value }) => ({ name: name.text, value: value.text })),
    bodyExcerpt: text,
    isTruncated,
    redactionCount: redactionCount + inHeaders,
  };
}
