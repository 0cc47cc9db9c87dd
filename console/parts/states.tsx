import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MarketgraphError } from '../../client/error.js';
import { Prose } from './prose.js';
import { fieldWords, messageFor } from './refusal-words.js';

/** Height of content in pixels on a wide screen and on a phone; one number if they are the same. */
export type Tall = number | readonly [wide: number, phone: number];

/** A bar and the gap below it, as in the stylesheet. */
const BONE_PX = 23;

const heightsOf = (tall: Tall): readonly [wide: number, phone: number] =>
  typeof tall === 'number' ? [tall, tall] : tall;

/** Class of an element, and its height if it has one. */
function shapeOf(name: string, tall: Tall | undefined) {
  if (tall === undefined) return { class: name };
  const [wide, phone] = heightsOf(tall);
  return { class: `${name} tall`, style: { '--tall': `${wide}px`, '--tall-phone': `${phone}px` } };
}

/** Bars where content will be, of its height if it is given and else of about its height, so that nothing jumps. */
export function Loading({
  rows = 4,
  tall,
  label = 'Loading',
}: {
  readonly rows?: number;
  readonly tall?: Tall;
  readonly label?: string;
}) {
  const bones = tall === undefined ? rows : Math.floor(Math.min(...heightsOf(tall)) / BONE_PX);
  return (
    <div {...shapeOf('loading', tall)} role="status">
      <span class="sr-only">{label}…</span>
      {Array.from({ length: bones }, (_, index) => (
        <span key={index} class="bone" aria-hidden="true" />
      ))}
    </div>
  );
}

/** Says that there is nothing; `tall` keeps the place that was kept while it loaded, where what follows would jump. */
export function Empty({ children, tall }: { readonly children: ComponentChildren; readonly tall?: Tall }) {
  return <p {...shapeOf('empty', tall)}>{children}</p>;
}

/** Codes that have better words for people than for programs. */
const TITLES: Readonly<Record<string, string>> = {
  RATE_LIMITED: 'Too many requests this minute',
  MONTHLY_LIMIT_REACHED: 'The monthly quota is used up',
  TRANSCRIPT_QUOTA_REACHED: 'The monthly quota of transcripts is used up',
  TIER_REQUIRED: 'Not part of this tier',
  SESSION_REQUIRED: 'Sign in by address and password',
  MISSING_KEY: 'Nobody is signed in',
  INVALID_KEY: 'The key or the session is not valid',
  SECRET_KEY: 'This key must not be in a page',
  ORIGIN_NOT_ALLOWED: 'The key is not for this page',
  PUBLISHABLE_KEY: 'Not with a publishable key',
  INVALID_PARAMETER: 'This value is not accepted',
  NO_SIGNALS: 'None of the holdings is known',
  TICKER_NOT_FOUND: 'No such ticker',
  NOT_FOUND: 'Not found',
  NETWORK_ERROR: 'The server is not reachable',
  TIMEOUT: 'No answer in time',
  INSUFFICIENT_DATA: 'Too little data',
  UNAVAILABLE: 'Not available at the moment',
};

/** What a refusal is called: with the field that was typed wrongly, if it names one. */
function titleOf({ code, extra }: MarketgraphError): string {
  const title = TITLES[code] ?? 'This did not work';
  const field = code === 'INVALID_PARAMETER' ? fieldWords(extra) : null;
  return field === null ? title : `${field}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

/** Seconds until `seconds` have passed since this error was first shown. */
function useCountdown(error: MarketgraphError): number {
  const seconds = Math.ceil(error.retryAfterS ?? 0);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const endsAtMs = Date.now() + 1000 * seconds;
    setLeft(seconds);
    if (seconds === 0) return undefined;
    const timer = setInterval(() => {
      const next = Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000));
      setLeft(next);
      if (next === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [error, seconds]);
  return left;
}

function waitWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} hours` : `${Math.round(seconds / 86_400)} days`;
}

/** Why something was refused, in the server's words unless `children` has better ones, and when to ask again. */
export function Refusal({
  error,
  again,
  title = titleOf(error),
  children = (
    <p>
      <Prose text={messageFor({ message: error.message, about: error.extra })} />
    </p>
  ),
}: {
  readonly error: MarketgraphError;
  readonly again?: (() => void) | undefined;
  readonly title?: string;
  readonly children?: ComponentChildren;
}) {
  const left = useCountdown(error);
  const isFinal = [
    'TIER_REQUIRED',
    'SESSION_REQUIRED',
    'INSUFFICIENT_DATA',
    'TICKER_NOT_FOUND',
    'NOT_FOUND',
    'SECRET_KEY',
    'MISSING_KEY',
    'INVALID_PARAMETER',
    'MISSING_PARAMETER',
    'NO_SIGNALS',
  ].includes(error.code);
  return (
    <div class="refusal" role="alert" data-code={error.code}>
      <strong>{title}</strong>
      {children}
      {again !== undefined && !isFinal && (
        <button type="button" class="button" disabled={left > 0} onClick={again}>
          {left > 0 ? `Try again in ${waitWords(left)}` : 'Try again'}
        </button>
      )}
      {error.requestId !== null && <p class="faint">Request {error.requestId}</p>}
    </div>
  );
}
