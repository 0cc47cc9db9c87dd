import { useState } from 'preact/hooks';
import { moment, whole } from '../../app/format.js';
import { ImportsDocument } from '../../generated/operator/documents.js';
import type { ImportsPanelFragment } from '../../generated/operator/types.js';
import { Panel } from '../../parts/panel.js';
import { Empty } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { useAdminQuery } from './graph.js';
import { ImportPanel } from './import.js';
import { Pages, usePages } from '../../parts/paging.js';
import { RefusedRows } from './refused-rows.js';

type Imported = ImportsPanelFragment['imports']['nodes'][number];

/** One import: who sent it, why nothing was stored, its refused rows. */
function Chosen({
  row: { fileName, kind, operatorName, problem, refusals, refusedCount },
}: {
  readonly row: Imported;
}) {
  return (
    <section class="stack" aria-label={`Import of ${fileName}`}>
      <h3>
        {fileName}, {kind}
      </h3>
      <p class="faint">{operatorName === null ? 'Imported by the command line.' : `Sent by ${operatorName}.`}</p>
      {problem !== null && <p class="problem wrap">{problem}</p>}
      {refusals.length > 0 ? (
        <RefusedRows file={fileName} rows={refusals} count={refusedCount} />
      ) : (
        refusedCount > 0 && (
          <p>The command line has printed the {whole(refusedCount)} refused rows; they are not stored.</p>
        )
      )}
    </section>
  );
}

/** Sends a file, and lists what was imported. */
export function ImportPanels({ changed }: { readonly changed: () => void }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const pages = usePages('');
  const variables = { after: pages.after };
  const {
    data,
    errors: [error],
    isLoading,
    again,
  } = useAdminQuery(ImportsDocument, variables);
  const page = data?.imports;
  const row = page?.nodes.find(({ id }) => id === chosen);
  const sent = (): void => {
    again();
    changed();
  };
  return (
    <>
      <ImportPanel changed={sent} />
      <Panel
        link={null}
        title="Imports"
        tall={32}
        isLoading={isLoading}
        error={page === undefined ? error : undefined}
        again={again}
        source={{ panel: 'ImportsPanel', variables }}
        note="Finished imports of files, newest first"
      >
        {page !== undefined &&
          (page.nodes.length === 0 ? (
            <Empty>Nothing was imported.</Empty>
          ) : (
            <>
              <Table
                caption="Imports"
                rows={page.nodes}
                rowKey={({ id }) => id}
                columns={[
                  {
                    name: 'File',
                    cell: ({ id, fileName }) => (
                      <button
                        type="button"
                        class="link wrap"
                        aria-expanded={id === chosen}
                        onClick={() => setChosen(id === chosen ? null : id)}
                      >
                        {fileName}
                      </button>
                    ),
                  },
                  { name: 'Kind', cell: ({ kind }) => kind },
                  { name: 'Rows', kind: 'number', cell: ({ rowCount }) => whole(rowCount) },
                  { name: 'Refused', kind: 'number', cell: ({ refusedCount }) => whole(refusedCount) },
                  { name: 'Sent by', cell: ({ operatorName }) => operatorName ?? 'command line', isMinor: true },
                  {
                    name: 'Ended',
                    kind: 'number',
                    cell: ({ finishedAt }) => <span class="nowrap">{moment(finishedAt)}</span>,
                    isMinor: true,
                  },
                ]}
              />
              <Pages pages={pages} info={page.pageInfo} total={page.totalCount} what="imports" />
              {row !== undefined && <Chosen key={row.id} row={row} />}
            </>
          ))}
      </Panel>
    </>
  );
}
