import { ApiError } from '../../access/errors.js';
import type { TargetCheck } from '../../outbound/targets.js';
import type { CredentialUse, LoginForm, LoginSuccess, VaultItemKind } from '../../store/vault-item.js';
import type { Credential } from './credentials.js';
import { isCredentialHeader } from './rules.js';

type Maybe<Value> = Value | null | undefined;

interface GivenPassword {
  readonly user: string;
  readonly password: string;
  readonly loginUrl: string;
  /** `POST` by default. */
  readonly method?: Maybe<LoginForm['method']>;
  /** `username` by default. */
  readonly userField?: Maybe<string>;
  /** `password` by default. */
  readonly passwordField?: Maybe<string>;
  readonly csrfField?: Maybe<string>;
  readonly success: { readonly [Key in keyof LoginSuccess]?: Maybe<LoginSuccess[Key]> };
}

/** A credential as its owner gives it: one of the fields. */
export interface GivenCredential {
  readonly bearer?: Maybe<{ readonly token: string }>;
  readonly header?: Maybe<{ readonly name: string; readonly value: string }>;
  readonly basic?: Maybe<{ readonly user: string; readonly password: string }>;
  readonly query?: Maybe<{ readonly name: string; readonly value: string }>;
  readonly password?: Maybe<GivenPassword>;
}

/** A credential in its parts: what is secret, and how it is sent. */
export interface ReadCredential {
  readonly kind: VaultItemKind;
  readonly use: CredentialUse;
  readonly credential: Credential;
}

/** Fewer characters cannot be told from other text. */
const SHORTEST = 4;
const PRINTABLE = /^[\x20-\x7e]+$/;

function wrong(field: string, rule: string): ApiError {
  const param = `credential${field}`;
  return new ApiError('invalid_parameter', `${param} must ${rule}.`, { param });
}

/** A value that HTTP can carry in a header. */
function headerValue(value: string, field: string): string {
  const trimmed = value.trim();
  if (trimmed.length < SHORTEST || !PRINTABLE.test(trimmed))
    throw wrong(field, `have at least ${SHORTEST} characters, all of them printable ASCII`);
  return trimmed;
}

function longEnough(value: string, field: string): string {
  if (Array.from(value).length < SHORTEST) throw wrong(field, `have at least ${SHORTEST} characters`);
  return value;
}

function loginOf(
  { loginUrl, method, userField, passwordField, csrfField, success }: GivenPassword,
  checkTarget: TargetCheck,
): LoginForm {
  const target = checkTarget.read(loginUrl);
  if ('refusal' in target || target.url.protocol !== 'https:') {
    const refusal = 'refusal' in target ? target.refusal : 'the URL must start with https://';
    throw new ApiError('invalid_parameter', `credential.password.loginUrl is refused: ${refusal}.`, {
      param: 'credential.password.loginUrl',
    });
  }
  const rule = {
    status: success.status ?? null,
    redirectPath: success.redirectPath ?? null,
    textPresent: success.textPresent ?? null,
    textAbsent: success.textAbsent ?? null,
  };
  if (Object.values(rule).every((value) => value === null))
    throw wrong('.password.success', 'have one of status, redirectPath, textPresent and textAbsent');
  return {
    url: target.url.href,
    method: method ?? 'POST',
    userField: userField ?? 'username',
    passwordField: passwordField ?? 'password',
    csrfField: csrfField ?? null,
    success: rule,
  };
}

const READ: {
  readonly [Kind in VaultItemKind]: (
    given: NonNullable<GivenCredential[Kind]>,
    checkTarget: TargetCheck,
  ) => Omit<ReadCredential, 'kind'>;
} = {
  bearer: ({ token }) => ({
    use: { name: null, login: null },
    credential: { secret: headerValue(token, '.bearer.token'), user: null },
  }),
  header({ name, value }) {
    if (!isCredentialHeader(name))
      throw wrong('.header.name', 'be the name of a header that is not part of the connection, such as X-API-Key');
    return { use: { name, login: null }, credential: { secret: headerValue(value, '.header.value'), user: null } };
  },
  basic({ user, password }) {
    if (user.includes(':')) throw wrong('.basic.user', 'not have a colon, which ends the user');
    return { use: { name: null, login: null }, credential: { secret: longEnough(password, '.basic.password'), user } };
  },
  query: ({ name, value }) => ({
    use: { name, login: null },
    credential: { secret: longEnough(value, '.query.value'), user: null },
  }),
  password: (given, checkTarget) => ({
    use: { name: null, login: loginOf(given, checkTarget) },
    credential: { secret: longEnough(given.password, '.password.password'), user: given.user },
  }),
};

/** Reads a credential. Throws ApiError `invalid_parameter`; its messages never have what is secret. */
export function readCredential(given: GivenCredential, checkTarget: TargetCheck): ReadCredential {
  const kinds = (Object.keys(READ) as VaultItemKind[]).filter(
    (kind) => given[kind] !== null && given[kind] !== undefined,
  );
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1)
    throw wrong(
      '',
      `have exactly one of bearer, header, basic, query and password; got ${kinds.length === 0 ? 'none' : kinds.join(' and ')}`,
    );
  const read = READ[kind] as (value: unknown, checkTarget: TargetCheck) => Omit<ReadCredential, 'kind'>;
  return { kind, ...read(given[kind], checkTarget) };
}
