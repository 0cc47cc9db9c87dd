import type { CredentialUse, VaultItemKind } from '../../store/vault-item.js';

/** The secret part of an item; `user` only of `basic` and `password`. */
export interface Credential {
  readonly secret: string;
  readonly user: string | null;
}

/** A request to which a credential is added. */
export interface CredentialRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

type Add = (credential: Credential, use: CredentialUse, request: CredentialRequest) => CredentialRequest;

const withHeader = ({ url, headers }: CredentialRequest, name: string, value: string): CredentialRequest => ({
  url,
  headers: { ...headers, [name.toLowerCase()]: value },
});

const pairOf = ({ user, secret }: Credential): string => Buffer.from(`${user ?? ''}:${secret}`).toString('base64');

function nameOf({ name }: CredentialUse): string {
  if (name === null) throw new Error('The item has no name of a header or of a query parameter.');
  return name;
}

/** How each kind of credential is sent; a password is sent by a sign-in alone. */
const ADD: Readonly<Record<VaultItemKind, Add>> = {
  bearer: ({ secret }, _use, request) => withHeader(request, 'authorization', `Bearer ${secret}`),
  header: ({ secret }, use, request) => withHeader(request, nameOf(use), secret),
  basic: (credential, _use, request) => withHeader(request, 'authorization', `Basic ${pairOf(credential)}`),
  query({ secret }, use, { url, headers }) {
    const target = new URL(url);
    target.searchParams.set(nameOf(use), secret);
    return { url: target, headers };
  },
  password: (_credential, _use, request) => request,
};

/** The request with the credential. */
export function withCredential(
  { kind, use }: { readonly kind: VaultItemKind; readonly use: CredentialUse },
  credential: Credential,
  request: CredentialRequest,
): CredentialRequest {
  return ADD[kind](credential, use, request);
}

/** Every text that must not be shown: the secret, its parts, and with a user, both as HTTP sends them. */
export function secretsOf(credential: Credential): readonly string[] {
  const { secret, user } = credential;
  // "Token abc": the scheme is not secret, what follows is.
  const parts = secret.split(/\s+/).filter((part) => part !== secret && part.length >= SHORTEST_PART);
  return [secret, ...parts, ...(user === null ? [] : [`${user}:${secret}`, pairOf(credential)])];
}

/** Shorter parts of a secret with spaces are words such as `Token`. */
const SHORTEST_PART = 8;

export function packed(credential: Credential): string {
  return JSON.stringify([credential.secret, credential.user]);
}

/** Throws if the text was not made by `packed`. */
export function unpacked(text: string): Credential {
  const value: unknown = JSON.parse(text);
  const [secret, user] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  if (typeof secret !== 'string' || (user !== null && typeof user !== 'string'))
    throw new Error('A stored credential cannot be read.');
  return { secret, user };
}
