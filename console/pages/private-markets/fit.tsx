import { decimal, sentence, share } from '../../app/format.js';
import { addressOf, keepInAddress, place } from '../../app/router.js';
import { useStore } from '../../app/store.js';
import { textsOf } from '../../app/use-action.js';
import { useSearch } from '../../app/use-query.js';
import { InvestorFitPageDocument } from '../../generated/documents.js';
import type { InvestorFitPanelFragment } from '../../generated/types.js';
import { Pages, usePages } from '../../parts/paging.js';
import { Panel } from '../../parts/panel.js';
import { Empty } from '../../parts/states.js';
import { Table, type Column } from '../../parts/table.js';
import { Level } from '../../parts/values.js';
import { criteriaIn, restOf, SECTORS, STAGES } from './fit-criteria.js';
import { firmKind, InvestorLink } from './names.js';

function Choices({ id, of }: { readonly id: string; readonly of: readonly string[] }) {
  return (
    <datalist id={id}>
      {of.map((each) => (
        <option key={each} value={each} />
      ))}
    </datalist>
  );
}

function Form({ query }: { readonly query: URLSearchParams }) {
  const given = (name: string): string => query.get(name) ?? '';
  return (
    <form class="inline" key={query.toString()} onSubmit={(event) => keepInAddress(textsOf(event))}>
      <label>
        Sector
        <input type="text" name="sector" list="fit-sectors" size={16} maxLength={80} defaultValue={given('sector')} />
      </label>
      <Choices id="fit-sectors" of={SECTORS} />
      <label>
        Stage
        <input type="text" name="stage" list="fit-stages" size={10} maxLength={80} defaultValue={given('stage')} />
      </label>
      <Choices id="fit-stages" of={STAGES} />
      <label>
        Country or region
        <input type="text" name="geo" size={12} maxLength={80} defaultValue={given('geo')} />
      </label>
      <label>
        Round, USD
        <input type="number" name="raising_usd" min={1} max={1e12} step="any" defaultValue={given('raising_usd')} />
      </label>
      <button type="submit" class="button primary">
        Rank <small>1 unit</small>
      </button>
    </form>
  );
}

type Ranked = NonNullable<InvestorFitPanelFragment['investorFit']>['edges'][number];

const AXES = [
  ['pace', 'Pace', 'Known investments of the last three years'],
  ['dryPowder', 'Dry powder', 'Capital not yet invested, modelled'],
  ['checkSize', 'Check', 'Typical investment, compared with a share of the round'],
  ['sector', 'Sector', 'Focus, compared with the sector'],
  ['stage', 'Stage', 'Focus, compared with the stage'],
  ['geography', 'Place', 'Focus or seat, compared with the place'],
] as const satisfies readonly (readonly [keyof Ranked['axes'], string, string])[];

function Firm({ ranked: { node, reasons } }: { readonly ranked: Ranked }) {
  return (
    <>
      <InvestorLink slug={node.slug} name={node.name} />{' '}
      <span class="faint">
        {[firmKind(node.firmType), node.headquarters].filter((each) => each !== null).join(', ')}
      </span>
      <span class="faint block">{reasons.map(sentence).join(' ')}</span>
    </>
  );
}

const COLUMNS: readonly Column<Ranked>[] = [
  { name: 'Firm', cell: (ranked) => <Firm ranked={ranked} />, by: ({ node }) => node.name },
  { name: 'Fit', kind: 'number', cell: ({ score }) => <Level level={score} />, by: ({ score }) => score },
  ...AXES.map(([key, name, hint]): Column<Ranked> => ({
    name,
    hint: `${hint}; 0 to 100`,
    kind: 'number',
    isMinor: true,
    cell: ({ axes }) => {
      const value = axes[key];
      return value === null ? <span class="faint">–</span> : decimal(100 * value, 0);
    },
    by: ({ axes }) => axes[key],
  })),
  {
    name: 'Known',
    hint: 'Weight of the axes that are known',
    kind: 'number',
    isMinor: true,
    cell: ({ coverage }) => share(coverage),
    by: ({ coverage }) => coverage,
  },
];

const COMPANIES = addressOf('private-markets', 'companies');

/** Firms ranked by how well they fit a company that raises money: six axes and the reasons. */
export function Fit() {
  const { query } = useStore(place);
  const filter = criteriaIn(query);
  const pages = usePages(JSON.stringify(filter));
  const variables = filter === null ? null : { filter, ...(pages.after === null ? {} : { after: pages.after }) };
  const {
    data,
    errors: [error],
    dataSources,
    isLoading,
    isBusy,
    again,
  } = useSearch(InvestorFitPageDocument, variables);
  const ranking = data?.investorFit ?? null;
  return (
    <div class="stack">
      <Form query={query} />
      {filter === null || variables === null ? (
        <Empty>
          Say what the company is, by at least one of the fields above; or open <a href={COMPANIES}>a company</a> and
          follow “Investors that fit”.
        </Empty>
      ) : (
        <Panel
          title="Investor fit"
          note="Curated firms, best first; axes and fit from 0 to 100, – where nothing is known or was asked"
          rows={14}
          dataSources={dataSources}
          isOfCurated
          isLoading={isLoading}
          isBusy={isBusy}
          error={ranking === null ? error : undefined}
          again={again}
          source={{ panel: 'InvestorFitPanel', variables, rest: `investors/fit?${restOf(filter)}` }}
        >
          {ranking !== null && ranking.edges.length > 0 ? (
            <>
              <Table caption="Investor fit" rows={ranking.edges} rowKey={({ node }) => node.slug} columns={COLUMNS} />
              <Pages pages={pages} info={ranking.pageInfo} total={ranking.totalCount} what="firms" isBusy={isBusy} />
            </>
          ) : (
            <Empty>Nothing that is known about any firm meets these criteria.</Empty>
          )}
        </Panel>
      )}
    </div>
  );
}
