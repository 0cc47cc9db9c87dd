import { decode } from 'html-entities';
import type { OutboundRequest, OutboundResponse } from '../../outbound/messages.js';
import { parseUrl } from '../../outbound/parse-url.js';
import type { LoginForm, LoginSuccess } from '../../store/vault-item.js';
import type { Credential } from './credentials.js';
import { bodyText } from './excerpt.js';

export interface Cookie {
  readonly name: string;
  readonly value: string;
}

export interface SignIn {
  readonly isSignedIn: boolean;
  /** Cookies of the site after the sign-in. */
  readonly cookies: readonly Cookie[];
  readonly httpStatus: number;
}

type Send = (request: OutboundRequest) => Promise<OutboundResponse>;

const COOKIE = /^([^=;\s]{1,256})=([^;]{0,4096})/;
const DELETED = /;\s*max-age\s*=\s*(?:0|-\d+)\s*(?:;|$)/i;
const INPUT = /<input\b[^<>]{0,4000}>/gi;

/** The cookies after a response: those it sets, replaces and deletes. */
function cookiesAfter(cookies: readonly Cookie[], setCookies: readonly string[]): readonly Cookie[] {
  const byName = new Map(cookies.map((cookie) => [cookie.name, cookie]));
  for (const line of setCookies) {
    const [, name, value] = COOKIE.exec(line.trim()) ?? [];
    if (name === undefined || value === undefined) continue;
    if (value === '' || DELETED.test(line)) byName.delete(name);
    else byName.set(name, { name, value: value.trim() });
  }
  return [...byName.values()];
}

export function cookieHeader(cookies: readonly Cookie[]): Readonly<Record<string, string>> {
  return cookies.length === 0 ? {} : { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}

function attribute(tag: string, name: string): string | null {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value === undefined ? null : decode(value);
}

/** The value of a form's field; null if the page has no such field. */
function fieldOf(page: string, name: string): string | null {
  const tag = page.match(INPUT)?.find((input) => attribute(input, 'name') === name);
  return tag === undefined ? null : (attribute(tag, 'value') ?? '');
}

async function isSuccess(
  { status, redirectPath, textPresent, textAbsent }: LoginSuccess,
  response: OutboundResponse,
  url: URL,
): Promise<boolean> {
  if (status !== null && response.status !== status) return false;
  if (redirectPath !== null) {
    const location = response.headers['location'];
    const target = location === undefined ? undefined : parseUrl(location, url);
    if (target === undefined || target.host !== url.host || !target.pathname.startsWith(redirectPath)) return false;
  }
  if (textPresent === null && textAbsent === null) return true;
  const text = await bodyText(response);
  return (textPresent === null || text.includes(textPresent)) && (textAbsent === null || !text.includes(textAbsent));
}

/**
 * Signs in by a site's form: reads the page for the hidden field that is sent back, if there is one, sends the form,
 * and tells by the rule whether that succeeded. Redirects are not followed.
 */
export async function signIn(form: LoginForm, { user, secret }: Credential, send: Send): Promise<SignIn> {
  const url = new URL(form.url);
  const fields = new URLSearchParams();
  let cookies: readonly Cookie[] = [];
  if (form.csrfField !== null) {
    const page = await send({ url, answer: 'start' });
    cookies = cookiesAfter(cookies, page.setCookies);
    const value = fieldOf(await bodyText(page), form.csrfField);
    if (value === null) return { isSignedIn: false, cookies: [], httpStatus: page.status };
    fields.set(form.csrfField, value);
  }
  fields.set(form.userField, user ?? '');
  fields.set(form.passwordField, secret);
  const response = await send(requestOf(form, url, fields, cookies));
  cookies = cookiesAfter(cookies, response.setCookies);
  const isSignedIn = await isSuccess(form.success, response, url);
  return { isSignedIn, cookies: isSignedIn ? cookies : [], httpStatus: response.status };
}

function requestOf(
  { method }: LoginForm,
  url: URL,
  fields: URLSearchParams,
  cookies: readonly Cookie[],
): OutboundRequest {
  const headers = { origin: url.origin, referer: `${url.origin}${url.pathname}`, ...cookieHeader(cookies) };
  if (method === 'POST')
    return {
      url,
      method,
      answer: 'start',
      body: fields.toString(),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    };
  const target = new URL(url);
  for (const [name, value] of fields) target.searchParams.set(name, value);
  return { url: target, headers, answer: 'start' };
}
