import { day, percent, price, usd, words } from '../../app/format.js';
import { errorAt, useQuery } from '../../app/use-query.js';
import { PromisesPageDocument } from '../../generated/documents.js';
import type { HolderStakesPanelFragment } from '../../generated/types.js';
import { Gate } from '../../parts/gate.js';
import { Panel } from '../../parts/panel.js';
import { Source } from '../../parts/source.js';
import { Empty } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { CompanyLink } from '../private-markets/names.js';
import { Promises } from './promises.js';
import type { TabProps } from './tab-props.js';
import { Unknown } from './unknown.js';

type Stake = NonNullable<HolderStakesPanelFragment['privateStakes']>[number];

function Stakes({ stakes, ticker }: { readonly stakes: readonly Stake[]; readonly ticker: string }) {
  if (stakes.length === 0) return <Empty>No stakes of {ticker} in private companies are known.</Empty>;
  return (
    <Table
      caption="Stakes in private companies"
      rows={stakes}
      rowKey={({ slug, asOf, sourceUrl }) => slug + asOf + sourceUrl}
      columns={[
        {
          name: 'Company',
          cell: ({ slug, companyName }) => <CompanyLink slug={slug} name={companyName} />,
          by: ({ companyName }) => companyName,
        },
        { name: 'Stake', kind: 'number', cell: ({ stakePct }) => percent(stakePct), by: ({ stakePct }) => stakePct },
        {
          name: 'Value',
          kind: 'number',
          hint: 'USD',
          cell: ({ stakeValueUsd, isCommitted }) => (
            <>
              {usd(stakeValueUsd)}
              {isCommitted && <span class="tag">committed</span>}
            </>
          ),
          by: ({ stakeValueUsd }) => stakeValueUsd,
        },
        {
          name: 'Exposure',
          kind: 'number',
          hint: 'USD of the company in 10,000 USD of the holder’s shares',
          cell: ({ exposurePer10kUsd }) => price(exposurePer10kUsd),
          by: ({ exposurePer10kUsd }) => exposurePer10kUsd,
        },
        { name: 'Evidence', cell: ({ class: kind }) => words(kind), by: ({ class: kind }) => kind, isMinor: true },
        { name: 'Basis', cell: ({ basis }) => basis, isMinor: true },
        { name: 'As of', cell: ({ asOf }) => day(asOf), by: ({ asOf }) => asOf, isMinor: true },
        { name: 'Source', cell: ({ sourceUrl }) => <Source url={sourceUrl} />, isMinor: true },
      ]}
    />
  );
}

function stakesNote(stakes: readonly Stake[]): string {
  const note = 'Exposure is USD of the company in 10,000 USD of the holder’s shares';
  return stakes.some(({ isCommitted }) => isCommitted)
    ? `${note}; committed money is planned or promised, and not known to be paid`
    : note;
}

/** What management promised, and the private companies that the listed one holds parts of. */
export function Company({ ticker, account }: TabProps) {
  const variables = { ticker, withStakes: account.allows('Security.privateStakes') };
  const { data, errors, isLoading, again } = useQuery(PromisesPageDocument, variables);
  const security = data?.security ?? null;
  const [first] = errors;
  if (security === null && !isLoading) return <Unknown ticker={ticker} error={first} again={again} />;
  const stakes = security?.privateStakes ?? [];
  return (
    <>
      <h1 class="sr-only">{ticker}: promises and stakes</h1>
      <div class="grid">
        <Promises ticker={ticker} transcripts={data?.usage?.transcripts ?? null} />
        <Panel
          title="Stakes in private companies"
          class="wide"
          rows={6}
          note={stakesNote(stakes)}
          isLoading={isLoading && variables.withStakes}
          error={errorAt(errors, 'security', 'privateStakes')}
          again={again}
          source={{ panel: 'HolderStakesPanel', variables }}
        >
          <Gate account={account} field="Security.privateStakes" what="The list of stakes">
            <Stakes stakes={stakes} ticker={ticker} />
          </Gate>
        </Panel>
      </div>
    </>
  );
}
