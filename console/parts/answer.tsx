import { moment, oneDecimal, whole } from '../app/format.js';
import { sourceLink } from './source-link.js';

interface Source {
  readonly title: string;
  readonly ref: string;
  readonly asOf: string;
}

interface Told {
  readonly headline: string;
  readonly detail: string;
  readonly confidence: number;
  readonly asOf: string;
  readonly sources: readonly Source[];
  readonly disclaimer?: string;
}

interface Work {
  readonly models: readonly string[];
  readonly toolCalls: readonly { readonly tool: string; readonly arguments: string; readonly isOk: boolean }[];
  readonly grounding: {
    readonly numberCount: number;
    readonly groundedCount: number;
    readonly removedCount: number;
  } | null;
  readonly usage: { readonly totalTokens: number; readonly costUsd: number };
}

/** A text with its marks `[1]` as links to the sources below it. */
function Marked({ text, prefix, count }: { readonly text: string; readonly prefix: string; readonly count: number }) {
  const parts = text.split(/\[(\d+)\]/);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : Number(part) <= count ? (
          <a key={index} href={`#${prefix}-${part}`}>
            [{part}]
          </a>
        ) : (
          `[${part}]`
        ),
      )}
    </>
  );
}

function SourceItem({ source, id }: { readonly source: Source; readonly id: string }) {
  const { title, ref, asOf } = source;
  const link = sourceLink(source);
  const isOutside = link !== null && !link.startsWith('/');
  return (
    <li id={id}>
      {link === null ? (
        title
      ) : (
        <a href={link} {...(isOutside ? { rel: 'noopener noreferrer', target: '_blank' } : {})}>
          {title}
        </a>
      )}
      <span class="faint block">
        {isOutside ? '' : <code>{ref}</code>} {moment(asOf)}
      </span>
    </li>
  );
}

/**
 * An answer with its numbered sources, each of which opens what it rests on. `prefix` keeps the ids of several answers
 * apart.
 */
export function AnswerText({ answer, prefix }: { readonly answer: Told; readonly prefix: string }) {
  return (
    <div class="answer">
      <p>
        <b>{answer.headline}</b>
      </p>
      {answer.detail.split('\n\n').map((paragraph, index) => (
        <p key={index}>
          <Marked text={paragraph} prefix={prefix} count={answer.sources.length} />
        </p>
      ))}
      <p class="faint">
        Confidence {oneDecimal(100 * answer.confidence)} of 100: how much of the data was there, and how far it agrees.
        As of {moment(answer.asOf)}.
      </p>
      {answer.sources.length > 0 && (
        <>
          <h3>Sources</h3>
          <ol class="sources">
            {answer.sources.map((source, index) => (
              <SourceItem key={index} source={source} id={`${prefix}-${index + 1}`} />
            ))}
          </ol>
        </>
      )}
      {answer.disclaimer !== undefined && <p class="faint">{answer.disclaimer}</p>}
    </div>
  );
}

/** How an answer came about: what was read, how its numbers were checked, what it cost. */
export function HowAnswered({ work: { models, toolCalls, grounding, usage } }: { readonly work: Work }) {
  return (
    <details>
      <summary>How this was answered</summary>
      <ul class="flags">
        <li>
          Written by {models.length === 0 ? 'no model' : models.join(', ')}; {whole(usage.totalTokens)} AI tokens, $
          {usage.costUsd.toFixed(4)}.
        </li>
        {grounding !== null && (
          <li>
            {grounding.groundedCount} of {grounding.numberCount} numbers were found in the data
            {grounding.removedCount > 0 && `; ${grounding.removedCount} statements were removed`}.
          </li>
        )}
        {toolCalls.map(({ tool, arguments: asked, isOk }, index) => (
          <li key={index}>
            Read <code>{tool}</code> <code class="wrap">{asked}</code>
            {!isOk && ', which did not answer'}
          </li>
        ))}
      </ul>
    </details>
  );
}
