import { useState } from 'preact/hooks';
import { useAccount } from '../app/account.js';
import { moment, words } from '../app/format.js';
import { useAction } from '../app/use-action.js';
import { errorAt, useQuery } from '../app/use-query.js';
import {
  AgentsPageDocument,
  DeleteAgentDocument,
  EnableAgentDocument,
  RunAgentDocument,
} from '../generated/documents.js';
import type { AgentsPanelFragment, RunFragment } from '../generated/types.js';
import { AnswerText, HowAnswered } from '../parts/answer.js';
import { Gate } from '../parts/gate.js';
import { Panel } from '../parts/panel.js';
import { Prose } from '../parts/prose.js';
import { Empty, Loading, Refusal } from '../parts/states.js';
import { Table } from '../parts/table.js';
import { Create } from './agents/create.js';

type Agents = NonNullable<AgentsPanelFragment['agents']>;

function AgentTable({
  agents,
  changed,
  ran,
}: {
  readonly agents: Agents;
  readonly changed: () => void;
  readonly ran: (run: RunFragment) => void;
}) {
  const { isBusy, failure, start } = useAction();
  const [asked, setAsked] = useState('');
  const remove = (id: string): void => (asked === id ? start(DeleteAgentDocument, { id }, changed) : setAsked(id));
  if (agents.length === 0) return <Empty>No agents yet: the form below makes one.</Empty>;
  return (
    <>
      {failure !== null && <Refusal error={failure} />}
      <Table
        caption="Agents"
        rows={agents}
        rowKey={({ id }) => id}
        columns={[
          {
            name: 'Name',
            cell: ({ name, taskPrompt }) => (
              <>
                {name}
                <span class="faint block clip">{taskPrompt}</span>
              </>
            ),
            by: ({ name }) => name,
          },
          { name: 'Answer', cell: ({ mode }) => words(mode), isMinor: true },
          { name: 'Runs', cell: ({ cadence, isEnabled }) => (isEnabled ? words(cadence) : 'Paused') },
          { name: 'Next', cell: ({ nextRunAt }) => moment(nextRunAt), by: ({ nextRunAt }) => nextRunAt, isMinor: true },
          {
            name: 'Actions',
            cell: ({ id, name, isEnabled }) => (
              <span class="inline">
                <button
                  type="button"
                  class="button"
                  disabled={isBusy}
                  aria-label={`Run ${name}`}
                  onClick={() =>
                    start(RunAgentDocument, { id }, ({ runAgent }) => {
                      if (runAgent !== null) ran(runAgent.run);
                    })
                  }
                >
                  Run now
                </button>
                <button
                  type="button"
                  class="button"
                  disabled={isBusy}
                  aria-label={`${isEnabled ? 'Pause' : 'Resume'} ${name}`}
                  onClick={() => start(EnableAgentDocument, { id, isEnabled: !isEnabled }, changed)}
                >
                  {isEnabled ? 'Pause' : 'Resume'}
                </button>
                <button
                  type="button"
                  class="button"
                  disabled={isBusy}
                  aria-label={`Delete ${name}`}
                  onClick={() => remove(id)}
                >
                  {asked === id ? 'Delete for good' : 'Delete'}
                </button>
              </span>
            ),
          },
        ]}
      />
    </>
  );
}

function Run({ run }: { readonly run: RunFragment }) {
  return (
    <details class="run">
      <summary>
        <b>{run.agent?.name ?? words(run.mode)}</b> {words(run.status)}, {moment(run.startedAt)}
        <span class="faint block">{run.error ?? run.summary ?? ''}</span>
      </summary>
      {run.result !== null && <AnswerText answer={run.result} prefix={`run-${run.id}`} />}
      <HowAnswered work={run} />
    </details>
  );
}

/** Questions that are asked by a schedule, and what came of them. */
export function AgentsPage() {
  const { account } = useAccount();
  const isAllowed = account?.allows('Query.agents') ?? false;
  const { data, errors, isLoading, again } = useQuery(AgentsPageDocument, isAllowed ? {} : null);
  // Here, because the table is drawn anew when the agents are read again.
  const [latest, setLatest] = useState<RunFragment | null>(null);
  if (account === null) return <Loading rows={12} />;
  const agents = data?.agents ?? null;
  const runs = data?.agentRuns ?? null;
  return (
    <>
      <header class="page-head">
        <h1>Agents</h1>
        <p class="note">Tasks that run by a schedule, or when you start them.</p>
      </header>
      <div class="stack">
        <Gate account={account} field="Query.agents" what="Agents" isPlural>
          {latest !== null && (
            <Panel title={`Result of ${latest.agent?.name ?? 'the run'}`}>
              {latest.result === null ? (
                <p>
                  <Prose text={latest.error ?? latest.summary ?? ''} />
                </p>
              ) : (
                <AnswerText answer={latest.result} prefix="latest" />
              )}
              <HowAnswered work={latest} />
            </Panel>
          )}
          <Panel
            title="Agents"
            tall={32}
            isLoading={isLoading}
            error={agents === null ? errorAt(errors, 'agents') : undefined}
            again={again}
            source={{ panel: 'AgentsPanel', rest: 'agents' }}
          >
            {agents !== null && (
              <AgentTable
                agents={agents}
                changed={again}
                ran={(run) => {
                  setLatest(run);
                  again();
                }}
              />
            )}
          </Panel>
          <Panel title="New agent">
            <Create changed={again} />
          </Panel>
          <Panel
            title="Runs"
            tall={32}
            isLoading={isLoading}
            error={runs === null ? errorAt(errors, 'agentRuns') : undefined}
            again={again}
            source={{ panel: 'AgentRunsPanel', rest: 'runs' }}
            note="The last 20, newest first"
          >
            {runs === null || runs.nodes.length === 0 ? (
              <Empty>Nothing has run yet.</Empty>
            ) : (
              runs.nodes.map((run) => <Run key={run.id} run={run} />)
            )}
          </Panel>
        </Gate>
      </div>
    </>
  );
}
