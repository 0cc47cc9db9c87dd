import { becomeOperator, leaveOperator, operatorKey } from '../app/operator-key.js';
import { useStore } from '../app/store.js';
import { textsOf } from '../app/use-action.js';
import { OperatorDocument, RecordsDocument } from '../generated/operator/documents.js';
import { usePages } from '../parts/paging.js';
import { Loading, Refusal } from '../parts/states.js';
import { AccountsPanel } from './operator/accounts.js';
import { CoveragePanel, SecuritiesPanel } from './operator/coverage.js';
import { useAdminQuery } from './operator/graph.js';
import { ImportPanels } from './operator/imports.js';
import { JobsPanel } from './operator/jobs.js';
import { RecordsPanel } from './operator/records.js';
import { SourcesPanel, TrafficPanels } from './operator/traffic.js';

/** Asks for the key, which is kept in the tab alone and has nothing to do with an account. */
function KeyForm() {
  const submit = (event: SubmitEvent): void => {
    const { key = '' } = textsOf(event);
    if (key !== '') becomeOperator(key);
  };
  return (
    <form class="gate fields" onSubmit={submit}>
      <p>
        <strong>This page is for whoever runs the server.</strong>
      </p>
      <label>
        Key of an operator <input type="password" name="key" required autocomplete="off" placeholder="svco_…" />
      </label>
      <p class="faint">
        It stays in this tab and is forgotten with it. <code>admin operators create --name NAME</code> makes one (
        <a href="/guide/operator#keys-of-operators">keys of operators</a>).
      </p>
      <button type="submit" class="button primary">
        Look
      </button>
    </form>
  );
}

/** Data, accounts, jobs, streams and slow operations, behind the key of an operator. */
export function Operator() {
  const key = useStore(operatorKey);
  const {
    data,
    errors: [error],
    isLoading,
    again,
  } = useAdminQuery(OperatorDocument, key === null ? null : {});
  const pages = usePages('');
  const records = useAdminQuery(RecordsDocument, data === null ? null : { after: pages.after });
  const operator = data?.operator;
  return (
    <>
      <header class="page-head">
        <h1>Operator</h1>
        {operator !== undefined && (
          <p class="note">
            As {operator.name}.{' '}
            <button type="button" class="button" onClick={leaveOperator}>
              Forget the key
            </button>
          </p>
        )}
      </header>
      <div class="stack">
        {key !== null && isLoading && <Loading rows={12} />}
        {error !== undefined && operator === undefined && <Refusal error={error} again={again} />}
        {operator === undefined && !isLoading && <KeyForm />}
        {operator !== undefined && (
          <>
            <CoveragePanel />
            <SecuritiesPanel />
            <AccountsPanel changed={records.again} />
            <JobsPanel changed={records.again} />
            <TrafficPanels />
            <SourcesPanel />
            <ImportPanels changed={records.again} />
            <RecordsPanel asked={records} pages={pages} />
          </>
        )}
      </div>
    </>
  );
}
