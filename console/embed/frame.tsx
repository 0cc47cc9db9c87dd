import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { createClient, type Arguments } from '../../client/client.js';
import type { TextDocument } from '../../client/document.js';
import { MarketgraphError } from '../../client/error.js';
import { sourcesIn } from '../app/data-sources.js';
import { asError } from '../app/error.js';
import { currentLocale, day, words } from '../app/format.js';
import type { EmbeddedSecurityFragment } from '../generated/types.js';
import { Loading, Refusal } from '../parts/states.js';
import { requireDisplay, requirePublicKey, type EmbedOptions } from './options.js';

/** One kind of embed: what it asks for, and what it shows of the answer. */
export interface EmbedKind<TResult, TVariables> {
  readonly document: TextDocument<TResult, TVariables>;
  /** What it shows, in the plural, as in "Marks of private companies need the Institutional tier". */
  readonly what: string;
  /** Throws what is wrong with the address. */
  readonly variables: (options: EmbedOptions) => TVariables;
  /** Null if the answer has nothing to show. `dataSources` are the sources of the data. */
  readonly content: (data: TResult, dataSources: readonly string[]) => Content | null;
  /** Rows of about the content's height, while it loads. */
  readonly rows: number;
}

export interface Content {
  readonly title: ComponentChildren;
  /** The page's title, as text. */
  readonly name: string;
  /** What the numbers are. */
  readonly note: ComponentChildren;
  readonly body: ComponentChildren;
}

interface Answered<TResult> {
  readonly data: TResult | null;
  readonly error: MarketgraphError | undefined;
  readonly dataSources: readonly string[];
}

/** Parameters of addresses by the arguments that they fill in. */
const PARAMETERS: Readonly<Record<string, string>> = {
  horizonSessions: 'horizon',
  lookbackYears: 'years',
  monthlyAmount: 'monthly',
};

/** An error in the words of a reader, who sees neither fields nor arguments. */
function forReaders(error: MarketgraphError, what: string): MarketgraphError {
  const { code, status, requestId, path, extra } = error;
  const { required_tier: required, tier } = extra;
  const isTier = code === 'TIER_REQUIRED' && typeof required === 'string' && typeof tier === 'string';
  const message = isTier
    ? `${what} need the ${words(required)} tier; the key of this frame has ${words(tier)}.`
    : error.message.replaceAll(/\w+/g, (word) => PARAMETERS[word] ?? word);
  return new MarketgraphError({ code, message, status, requestId, path, extra }, error);
}

/** Asks once with the key of the address, and never with the cookie of somebody who is signed in to this server. */
async function ask<TResult, TVariables>(
  { document, variables, what }: EmbedKind<TResult, TVariables>,
  options: EmbedOptions,
): Promise<Answered<TResult>> {
  let dataSources: readonly string[] = [];
  try {
    requireDisplay(options.query);
    const client = createClient({
      url: location.origin,
      key: requirePublicKey(options.key),
      fetch: async (input, init) => {
        const response = await globalThis.fetch(input, { ...init, credentials: 'omit' });
        dataSources = sourcesIn(response.headers);
        return response;
      },
    });
    const {
      data,
      errors: [error],
    } = await client.queryPartial(document, ...([variables(options)] as unknown as Arguments<TVariables>));
    return { data, error: error === undefined ? undefined : forReaders(error, what), dataSources };
  } catch (error) {
    return { data: null, error: forReaders(asError(error), what), dataSources };
  }
}

/** What is asked wrongly in an embed is in its address, which its readers did not write. */
const ADDRESS_TITLE: Readonly<Record<string, { readonly title: string }>> = {
  INVALID_PARAMETER: { title: 'The address is not right' },
  INVALID_KEY: { title: 'The key in the address is not valid' },
  MISSING_KEY: { title: 'The address has no key' },
};

/** An embed in one of its states. */
export function Frame<TResult, TVariables>({
  kind,
  options,
}: {
  readonly kind: EmbedKind<TResult, TVariables>;
  readonly options: EmbedOptions;
}) {
  const [answered, setAnswered] = useState<Answered<TResult> | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    void ask(kind, options).then(setAnswered);
  }, [turn]);
  const content =
    answered === null || answered.data === null ? null : kind.content(answered.data, answered.dataSources);
  useEffect(() => {
    if (content !== null) document.title = content.name;
  }, [content?.name]);
  if (answered === null)
    return (
      <main key="loading" aria-busy="true">
        <h1 class="sr-only">Marketgraph</h1>
        <p class="note">Loading…</p>
        <Loading rows={kind.rows} />
      </main>
    );
  if (content === null) {
    const again = (): void => {
      setAnswered(null);
      setTurn(turn + 1);
    };
    const error = answered.error ?? asError('The server has nothing to show here.');
    return (
      <main>
        <h1 class="sr-only">Marketgraph</h1>
        <Refusal error={error} again={again} {...ADDRESS_TITLE[error.code]} />
      </main>
    );
  }
  return (
    <main>
      <header>
        <h1>{content.title}</h1>
        <p class="note">{content.note}</p>
      </header>
      {content.body}
      <p class="embed-foot faint">
        <span>No investment advice.</span>
        <span>Marketgraph</span>
      </p>
    </main>
  );
}

/** The heading of what concerns a security. */
export function securityTitle({ ticker, name }: EmbeddedSecurityFragment, of: string): Pick<Content, 'title' | 'name'> {
  return {
    title: (
      <>
        <span class="ticker">{ticker}</span> {name}
      </>
    ),
    name: `${ticker}: ${of}`,
  };
}

/** Says where numbers are old, or invented. */
export function SecurityTags({ of: { source, isStale, lastSession } }: { readonly of: EmbeddedSecurityFragment }) {
  return (
    <>
      {isStale && (
        <span class="tag warn">
          Stale: last session <Local>{day(lastSession)}</Local>
        </span>
      )}
      {source === 'simulated' && <span class="tag">Simulated prices</span>}
    </>
  );
}

/** A text in the language of the chosen locale, within English. */
export function Local({ children }: { readonly children: ComponentChildren }) {
  return <span lang={currentLocale()}>{children}</span>;
}
