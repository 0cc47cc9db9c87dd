import { useState } from 'preact/hooks';
import { counted, day, oneDecimal, price, usd, whole, words } from '../../app/format.js';
import { useQuery } from '../../app/use-query.js';
import { PromisesOfSecurityDocument } from '../../generated/documents.js';
import type { PromisesPageQuery, PromiseLedgerPanelFragment } from '../../generated/types.js';
import { Facts } from '../../parts/facts.js';
import { Panel } from '../../parts/panel.js';
import { Empty } from '../../parts/states.js';

type Ledger = NonNullable<PromiseLedgerPanelFragment['promiseLedger']>;
type Promised = Ledger['promises'][number];
export type Transcripts = NonNullable<PromisesPageQuery['usage']>['transcripts'];

const SHOWN_FIRST = 10;

/** What decided the status: a sentence of a later call, or a reported figure. */
function Receipt({ promise: { receipt, reportedValue, topic } }: { readonly promise: Promised }) {
  if (receipt !== null)
    return (
      <p class="faint">
        Receipt, call on {receipt.quarter}
        {receipt.date !== null && `, ${day(receipt.date)}`}: “{receipt.sentence}”
      </p>
    );
  if (reportedValue === null) return null;
  const figure = topic === 'EARNINGS_PER_SHARE' ? `${price(reportedValue)} USD` : usd(reportedValue);
  return <p class="faint">Decided by the reported figure: {figure}</p>;
}

function Item({ promise }: { readonly promise: Promised }) {
  const { status, isOnTrack, quarter, madeOn, speaker, topic, text, due } = promise;
  return (
    <li>
      <b>{words(status)}</b>
      {isOnTrack && <span class="tag">on track</span>}{' '}
      <span class="faint">
        {words(topic)} · {speaker} · {madeOn === null ? `call on ${quarter}` : day(madeOn)} ·{' '}
        {due === null ? 'no period named' : `due ${due}`}
      </span>
      <blockquote>“{text}”</blockquote>
      <Receipt promise={promise} />
    </li>
  );
}

function LedgerView({ ledger, ticker }: { readonly ledger: Ledger; readonly ticker: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const { quartersAnalysed, credibilityIndex, archetype, counts, promises } = ledger;
  if (quartersAnalysed === 0)
    return <Empty>No transcripts of calls are stored for {ticker}; no transcript was counted.</Empty>;
  return (
    <>
      <Facts
        items={[
          ['Credibility', oneDecimal(credibilityIndex), credibilityIndex === null ? 'nothing decided yet' : 'of 100'],
          ['Management', words(archetype), counted(quartersAnalysed, 'calls')],
          ['Kept', whole(counts.kept)],
          ['Missed', whole(counts.missed)],
          ['Walked back', whole(counts.walkedBack)],
          ['Pending', whole(counts.pending), `${whole(counts.onTrack)} on track`],
        ]}
      />
      {promises.length === 0 ? (
        <Empty>The calls have no promises.</Empty>
      ) : (
        <ul class="actions promises">
          {promises.slice(0, isWhole ? promises.length : SHOWN_FIRST).map((promise) => (
            <Item key={promise.reference} promise={promise} />
          ))}
        </ul>
      )}
      {!isWhole && promises.length > SHOWN_FIRST && (
        <button type="button" class="button more" onClick={() => setIsWhole(true)}>
          Show all {promises.length}
        </button>
      )}
    </>
  );
}

function quotaWords({ used, limit }: Transcripts): string {
  return limit === null
    ? 'your transcripts have no limit'
    : `you have used ${whole(used)} of ${counted(limit, 'transcripts')} this month`;
}

/** What management promised in calls and what became of it; asked when the reader wants it. */
export function Promises({
  ticker,
  transcripts,
}: {
  readonly ticker: string;
  readonly transcripts: Transcripts | null;
}) {
  const [isWanted, setIsWanted] = useState(false);
  const variables = { ticker };
  const {
    data,
    errors: [error],
    dataSources,
    isLoading,
    again,
  } = useQuery(PromisesOfSecurityDocument, isWanted ? variables : null);
  const ledger = data?.security?.promiseLedger ?? null;
  return (
    <Panel
      title="Promises of management"
      class="wide"
      rows={10}
      note="From earnings calls, newest first; every sentence is verbatim"
      dataSources={dataSources}
      isLoading={isLoading}
      error={ledger === null ? error : undefined}
      again={again}
      source={{ panel: 'PromiseLedgerPanel', variables, rest: `promise-ledger?ticker=${ticker}` }}
    >
      {ledger !== null ? (
        <LedgerView ledger={ledger} ticker={ticker} />
      ) : (
        <>
          <p>
            Reading them costs one unit and, if calls are stored, one transcript
            {transcripts === null ? '' : `; ${quotaWords(transcripts)}`}.
          </p>
          <button type="button" class="button more" onClick={() => setIsWanted(true)}>
            Read the promises (1 unit, 1 transcript)
          </button>
        </>
      )}
    </Panel>
  );
}
