import type { OutboundResponse } from '../../outbound/outbound.js';
import { textBody } from '../live/answer-body.js';
import type { AnyEndpoint, Endpoint } from '../live/endpoint.js';
import { ReadError } from '../live/read-error.js';

/** What Yahoo wants with requests for other data than charts: a cookie, and the crumb that belongs to it. */
interface Credentials {
  readonly cookie: string;
  readonly crumb: string;
}

/** The endpoints that give them, which share a budget and a breaker of their own. */
export interface SessionEndpoints {
  /** Sets the cookie, with any status. */
  readonly cookies: AnyEndpoint;
  readonly crumbs: AnyEndpoint;
}

/** A session with Yahoo: obtained once for all requests of the process, and again when it has expired. */
export interface YahooSession {
  /** What `read` makes of the JSON of a GET with cookie and crumb, as for `Endpoint.getJson`. Throws ReadError. */
  getJson<Result>(
    endpoint: Endpoint,
    path: string,
    query: Readonly<Record<string, string>>,
    read: (json: unknown) => Result,
  ): Promise<Result>;
  /** Throws ReadError unless there is a session, or one is given. */
  open(): Promise<void>;
}

interface Accepted<Result> {
  readonly result: Result;
}

const UNAUTHORIZED = 401;
const NOT_FOUND = 404;
/** The page that sets the cookie is not found in most places. */
const PAGE_STATUSES = [NOT_FOUND, 302, 303, 307];
/** Yahoo answers with a sentence, with status 200, when it refuses a crumb. */
const CRUMB = /^[^\s<>{}"',;]{1,32}$/;
const REFUSAL = /too many requests/i;
const COOKIE = /^\s*([^=;\s]+=[^;\s]*)/;

function cookieOf({ setCookies }: OutboundResponse): string {
  const pairs = setCookies.flatMap((each) => COOKIE.exec(each)?.[1] ?? []);
  if (pairs.length === 0) throw new ReadError('unreadable', 'Yahoo gave no cookie.');
  return pairs.join('; ');
}

/** The crumb in an answer; what it says is never part of an error. */
async function crumbOf(response: OutboundResponse): Promise<string> {
  const text = (await textBody(response, 'Yahoo')).trim();
  if (REFUSAL.test(text)) throw new ReadError('rate_limited', 'Yahoo refused to give a crumb: too many requests.');
  if (!CRUMB.test(text)) throw new ReadError('unreadable', 'Yahoo gave something that is no crumb.');
  return text;
}

export function createYahooSession({ cookies, crumbs }: SessionEndpoints): YahooSession {
  let current: Promise<Credentials> | undefined;

  const obtain = async (): Promise<Credentials> => {
    const page = { accept: 'text/html', alsoAnswers: PAGE_STATUSES };
    const { body: cookie } = await cookies.get('/', page, (response) => Promise.resolve(cookieOf(response)));
    const { body: crumb } = await crumbs.get('/v1/test/getcrumb', { accept: '*/*', headers: { cookie } }, crumbOf);
    return { cookie, crumb };
  };

  /** The one session of all requests; one that could not be obtained is not kept. */
  const session = (): Promise<Credentials> => {
    if (current !== undefined) return current;
    const obtaining = obtain();
    current = obtaining;
    obtaining.catch(() => forget(obtaining));
    return obtaining;
  };

  /** Another request may have renewed it meanwhile. */
  const forget = (used: Promise<Credentials>): void => {
    if (current === used) current = undefined;
  };

  return {
    async getJson<Result>(
      endpoint: Endpoint,
      path: string,
      query: Readonly<Record<string, string>>,
      read: (json: unknown) => Result,
    ): Promise<Result> {
      /** Null if the session is refused. */
      const ask = async (
        used: Promise<Credentials>,
        alsoAnswers: readonly number[],
      ): Promise<Accepted<Result> | null> => {
        const { cookie, crumb } = await used;
        const search = new URLSearchParams({ ...query, crumb }).toString();
        return endpoint.getJson(
          `${path}?${search}`,
          ({ status, json }) => (status === UNAUTHORIZED ? null : { result: read(json) }),
          { headers: { cookie }, alsoAnswers },
        );
      };
      const used = session();
      const answer = await ask(used, [NOT_FOUND, UNAUTHORIZED]).catch((error: unknown) => {
        // A page instead of JSON may be how an expired session is refused: the next request gets a new one.
        if (error instanceof ReadError && error.fault === 'unreadable') forget(used);
        throw error;
      });
      if (answer !== null) return answer.result;
      forget(used);
      // Refused again with a new one, it is a refusal, which counts against the endpoint.
      const renewed = await ask(session(), [NOT_FOUND]);
      if (renewed === null) throw new ReadError('refused', 'Yahoo refused a session that it had just given.');
      return renewed.result;
    },
    async open() {
      await session();
    },
  };
}
