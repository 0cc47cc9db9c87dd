import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { MarketgraphError } from '../../client/error.js';
import { simulatedWords } from '../app/data-sources.js';
import { CopyLink, LinkCheck, type AskLink } from './copy-link.js';
import type { LinkTo } from './panel-link.js';
import type { PanelSource } from './panel-source.js';
import { Snippet } from './snippet.js';
import { Loading, Refusal, type Tall } from './states.js';

interface PanelProps {
  readonly title: string;
  /** What the numbers are: their unit, their window. */
  readonly note?: ComponentChildren;
  /** A text of about the note's length, whose place is kept while a longer note is not known yet. */
  readonly noteRoom?: string;
  readonly source?: PanelSource;
  /**
   * What a link to the panel adds to the address, so that it shows the same later, or how that is found out. Null: no
   * link would.
   */
  readonly link?: LinkTo | AskLink | null;
  /** Sources of the shown data; invented ones are named. */
  readonly dataSources?: readonly string[];
  /** Whether the data are about curated facts, so that not all are invented where some are. */
  readonly isOfCurated?: boolean;
  readonly isLoading?: boolean;
  /** Whether the content is that of an earlier search until the next one is answered. */
  readonly isBusy?: boolean;
  readonly error?: MarketgraphError | undefined;
  readonly again?: () => void;
  /** Rows of about the content's height, while it loads; `tall` is more exact. */
  readonly rows?: number;
  /** Height of the content in pixels, which is reserved while it loads. */
  readonly tall?: Tall;
  /** Whether the height depends on the answer: what follows is shown with it. */
  readonly isVarying?: boolean;
  readonly class?: string;
  /** Controls beside the title. */
  readonly tools?: ComponentChildren;
  readonly children?: ComponentChildren;
}

interface Shape {
  readonly name: string | undefined;
  readonly isLoading: boolean;
  readonly isVarying: boolean;
}

function classesOf({ name = '', isLoading, isVarying }: Shape): string {
  return `panel ${name}${isLoading ? ' awaited' : ''}${isVarying ? ' varying' : ''}`;
}

/** A titled part of a page, in one of its states. */
export function Panel({
  title,
  note,
  noteRoom,
  source,
  link,
  dataSources,
  isOfCurated = false,
  isLoading = false,
  isBusy = isLoading,
  error,
  again,
  rows,
  tall,
  isVarying = false,
  class: name,
  tools,
  children,
}: PanelProps) {
  const id = useId();
  const snippet = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const isShown = !isLoading && error === undefined;
  const simulated = isShown ? simulatedWords(dataSources ?? [], isOfCurated) : null;
  return (
    <section class={classesOf({ name, isLoading, isVarying })} aria-labelledby={id} aria-busy={isBusy}>
      <header class="panel-head">
        <div class="panel-title">
          <h2 id={id}>{title}</h2>
          {isLoading && dataSources !== undefined && <span class="tag kept">Simulated data</span>}
          {simulated !== null && <span class="tag">{simulated}</span>}
          {isLoading && noteRoom !== undefined ? (
            <p class="note kept">{noteRoom}</p>
          ) : (
            note !== undefined && <p class="note">{note}</p>
          )}
        </div>
        <div class="panel-tools">
          {tools}
          {source !== undefined && link !== null && <CopyLink title={title} body={body} to={link} isShown={isShown} />}
          {source !== undefined && (
            <button
              type="button"
              class="quiet"
              aria-label={`${title} as code`}
              title="As GraphQL, curl, TypeScript, Python"
              onClick={() => snippet.current?.showModal()}
            >
              <span aria-hidden="true">{'</>'}</span>
            </button>
          )}
        </div>
      </header>
      <LinkCheck title={title} body={body} isShown={isShown} />
      <div class="panel-body" ref={body}>
        {isLoading ? (
          <Loading rows={rows ?? 4} {...(tall === undefined ? {} : { tall })} label={`Loading ${title}`} />
        ) : error === undefined ? (
          children
        ) : (
          <Refusal error={error} again={again} />
        )}
      </div>
      {source !== undefined && <Snippet dialog={snippet} title={title} source={source} />}
    </section>
  );
}
