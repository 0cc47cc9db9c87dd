import { useState } from 'preact/hooks';
import { decimal, whole } from '../../app/format.js';
import { useStore } from '../../app/store.js';
import { ImportKindsDocument } from '../../generated/operator/documents.js';
import type { ImportKindsPanelFragment } from '../../generated/operator/types.js';
import { Facts } from '../../parts/facts.js';
import { Panel } from '../../parts/panel.js';
import { Refusal } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { FileChoice } from './file-choice.js';
import { useAdminQuery } from './graph.js';
import { RefusedRows } from './refused-rows.js';
import { isBusy, newId, sendFile, sending, stopSending, type ImportReport, type Sending } from './send-file.js';

type Kind = ImportKindsPanelFragment['importKinds'][number];

const BYTES_PER_MIB = 1_048_576;

function sizeOf(bytes: number): string {
  if (bytes < BYTES_PER_MIB) return `${whole(Math.ceil(bytes / 1024))} KiB`;
  return `${decimal(bytes / BYTES_PER_MIB, 1)} MiB`;
}

const dotted = (extensions: readonly string[]): string => {
  const names = extensions.map((each) => `.${each}`);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
};

/** Why a file need not be sent: it would be refused. Null if it may be. */
function objection(file: File, kind: Kind | undefined, maxBytes: number): string | null {
  if (file.size === 0) return `${file.name} is empty. Choose another file.`;
  if (file.size > maxBytes)
    return `${file.name} has ${sizeOf(file.size)}; a file sent here may have ${sizeOf(maxBytes)}. Copy it to the server and import it with npm run import, or split it.`;
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (kind !== undefined && !kind.extensions.includes(extension))
    return `Files of ${kind.name} end in ${dotted(kind.extensions)}, and ${file.name} does not. Choose another kind or another file.`;
  return null;
}

/** What a kind's files have. */
function KindNotes({ kind }: { readonly kind: Kind }) {
  return (
    <>
      <p class="note">{kind.summary}</p>
      <details>
        <summary>Columns</summary>
        <Table
          caption={`Columns of ${kind.name}`}
          rows={kind.columns}
          rowKey={({ field }) => field}
          columns={[
            { name: 'Field', cell: ({ field }) => field },
            { name: 'Names that its column may have', cell: ({ names }) => <code>{names.join(', ')}</code> },
          ]}
        />
      </details>
    </>
  );
}

/** How far a file is. Only its steps are read out, not each percent. */
function Progress({ state }: { readonly state: Sending }) {
  if (state.step === 'sending') {
    const percent = state.total === 0 ? 0 : Math.floor((100 * state.bytes) / state.total);
    return (
      <div class="stack">
        <p role="status">Sending {state.sent.file.name}</p>
        <progress max={100} value={percent} aria-label={`Sent of ${state.sent.file.name}`} />
        <p class="inline">
          <span class="faint">
            {percent}% of {sizeOf(state.total)}
          </span>
          <button type="button" class="button" onClick={stopSending}>
            Stop
          </button>
        </p>
      </div>
    );
  }
  if (state.step !== 'reading' && state.step !== 'storing') return null;
  const { step, rows, refused, sent } = state;
  return (
    <div class="stack">
      <p role="status">
        {sent.file.name} has arrived; its rows are {step === 'reading' ? 'read' : 'stored'}
      </p>
      <progress aria-label={`Import of ${sent.file.name}`} />
      <p class="faint">
        {rows + refused === 0
          ? 'Leaving this page does not stop it.'
          : `${whole(rows)} rows, ${whole(refused)} refused so far.`}
      </p>
    </div>
  );
}

/** What to do about a file of which not everything was stored. */
function advice({ problem, refused_count: refused }: ImportReport, kind: string, isStrict: boolean): string | null {
  if (problem === null)
    return refused === 0
      ? null
      : 'Correct these lines and send the file again: rows that are stored already are replaced, not doubled.';
  if (refused === 0) return `Is it a file of ${kind}? See the columns of the kind above, or choose another kind.`;
  return isStrict
    ? 'Correct these lines, or send the file again without storing nothing if a row is refused.'
    : 'Correct these lines, or choose another kind, and send the file again.';
}

/** Failures after which the same file may be sent again as it is. */
const MAY_BE_SENT_AGAIN = new Set(['IMPORT_UNKNOWN', 'UPLOAD_LOST', 'UPLOAD_STOPPED', 'UNAVAILABLE', 'RATE_LIMITED']);

function Result({ state, changed }: { readonly state: Sending; readonly changed: () => void }) {
  if (state.step === 'failed') {
    const { sent, error } = state;
    const { file } = sent;
    const title =
      error.code === 'IMPORT_UNKNOWN' ? `What became of ${file.name} is not known` : `${file.name} was not imported`;
    const again = MAY_BE_SENT_AGAIN.has(error.code) ? () => sendFile(sent, changed) : undefined;
    return <Refusal error={error} title={title} again={again} />;
  }
  if (state.step !== 'done') return null;
  const { report, sent } = state;
  const next = advice(report, sent.kind, sent.isStrict);
  return (
    <section class="stack" aria-label={`Result of ${report.file}`}>
      <div role="status">
        <h3>{report.problem === null ? `${report.file} is imported` : `Nothing of ${report.file} was stored`}</h3>
      </div>
      <Facts
        items={[
          ['Rows stored', whole(report.rows)],
          ['Rows refused', whole(report.refused_count)],
        ]}
      />
      {report.problem !== null && <p class="problem wrap">{report.problem}</p>}
      {next !== null && <p>{next}</p>}
      {report.notes.length > 0 && (
        <ul class="flags">
          {report.notes.map((note) => (
            <li key={note} class="wrap">
              {note}
            </li>
          ))}
        </ul>
      )}
      {report.refused.length > 0 && (
        <RefusedRows file={report.file} rows={report.refused} count={report.refused_count} />
      )}
    </section>
  );
}

interface FormProps {
  readonly kinds: readonly Kind[];
  readonly maxBytes: number;
  readonly changed: () => void;
}

function ImportForm({ kinds, maxBytes, changed }: FormProps) {
  const state = useStore(sending);
  const [name, setName] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [ticker, setTicker] = useState('');
  const [isStrict, setIsStrict] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const kind = kinds.find((each) => each.name === name);
  const busy = isBusy(state);
  const refused = problem ?? (file === null ? null : objection(file, kind, maxBytes));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (file === null) setProblem('Choose a file first.');
    else if (kind !== undefined && refused === null) {
      sendFile(
        { id: newId(), file, kind: kind.name, ticker: kind.takesTicker ? ticker.trim() : '', isStrict },
        changed,
      );
      // Another press sends another file.
      setFile(null);
    }
  };
  return (
    <form class="fields" onSubmit={submit}>
      <label>
        What the file has
        <select
          required
          value={name}
          disabled={busy}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
          }}
        >
          <option value="">Choose a kind</option>
          {kinds.map((each) => (
            <option key={each.name} value={each.name}>
              {each.name}
            </option>
          ))}
        </select>
      </label>
      {kind !== undefined && <KindNotes kind={kind} />}
      <FileChoice
        file={file}
        extensions={kind?.extensions ?? []}
        isDisabled={busy}
        choose={(chosen, why) => {
          setFile(chosen);
          setProblem(why);
        }}
      />
      {kind?.takesTicker === true && (
        <label>
          Ticker, if neither the file nor its name tells it
          <input
            value={ticker}
            maxLength={12}
            disabled={busy}
            onInput={(event) => setTicker(event.currentTarget.value)}
          />
        </label>
      )}
      <label class="inline">
        <input
          type="checkbox"
          checked={isStrict}
          disabled={busy}
          onChange={(event) => setIsStrict(event.currentTarget.checked)}
        />
        Store nothing if a row is refused
      </label>
      {refused !== null && (
        <p class="problem wrap" role="alert">
          {refused}
        </p>
      )}
      <button type="submit" class="button primary" disabled={busy || (file !== null && refused !== null)}>
        {file === null ? 'Import' : `Import ${file.name}, ${sizeOf(file.size)}`}
      </button>
    </form>
  );
}

/** Sends a file to be imported, and shows what became of it. */
export function ImportPanel({ changed }: { readonly changed: () => void }) {
  const {
    data,
    errors: [error],
    isLoading,
    again,
  } = useAdminQuery(ImportKindsDocument, {});
  const state = useStore(sending);
  return (
    <Panel
      link={null}
      title="Import a file"
      tall={214}
      isLoading={isLoading}
      error={data === null ? error : undefined}
      again={again}
      source={{ panel: 'ImportKindsPanel' }}
      note="What npm run import does, with a file of yours"
    >
      {data !== null && (
        <>
          <ImportForm kinds={data.importKinds} maxBytes={data.importMaxBytes} changed={changed} />
          <Progress state={state} />
          <Result state={state} changed={changed} />
        </>
      )}
    </Panel>
  );
}
