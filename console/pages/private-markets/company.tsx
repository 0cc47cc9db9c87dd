import { read } from '../../app/api.js';
import { useAsOf } from '../../app/as-of.js';
import type { Account } from '../../app/account.js';
import { day, moment, percent, price, usd, whole, words } from '../../app/format.js';
import { addressOf } from '../../app/router.js';
import { useTitle } from '../../app/title.js';
import { errorAt, useQuery } from '../../app/use-query.js';
import { CompanyMarkOnRecordDocument, CompanyPageDocument } from '../../generated/documents.js';
import type {
  CompanyMarkPanelFragment,
  CompanyReadinessPanelFragment,
  CompanyStakesPanelFragment,
  ProfilePanelFragment,
} from '../../generated/types.js';
import { AsOfNote } from '../../parts/as-of-note.js';
import { Facts } from '../../parts/facts.js';
import { Gate } from '../../parts/gate.js';
import { Mark } from '../../parts/mark.js';
import { linkIfOnRecord } from '../../parts/on-record.js';
import { Panel } from '../../parts/panel.js';
import { Source } from '../../parts/source.js';
import { Empty, Refusal } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { TickerLink } from '../../parts/values.js';
import { FactTable } from './fact-table.js';
import { fitLink } from './fit-criteria.js';
import { StakeValue } from './names.js';
import { Readiness } from './readiness.js';

function Profile({ company }: { readonly company: ProfilePanelFragment }) {
  const { profile } = company;
  if (profile === null) return <Empty>Nothing more is known.</Empty>;
  const { lastRound } = profile;
  return (
    <>
      <Facts
        items={[
          [
            'Valuation',
            usd(profile.currentValuationUsd),
            profile.valuationAsOf === null
              ? 'not known'
              : `${words(profile.valuationConfidence)}, ${day(profile.valuationAsOf)}`,
          ],
          ['Raised', usd(profile.totalRaisedUsd), 'USD in all'],
          ['Revenue', usd(profile.estimatedRevenueUsd), profile.growthDescriptor ?? 'USD, estimated'],
          [
            'Last round',
            lastRound === null ? '–' : lastRound.stage,
            lastRound === null ? '' : `${usd(lastRound.amountUsd)}, ${day(lastRound.date)}`,
          ],
          ['Founded', company.founded === null ? '–' : String(company.founded)],
          ['Employees', whole(company.employees)],
          ['Listing', words(company.ipoStatus)],
        ]}
      />
      {profile.chiefExecutive !== null && (
        <p>
          Led by {profile.chiefExecutive}
          {profile.founders.length > 0 && `; founded by ${profile.founders.join(', ')}`}.
        </p>
      )}
      {profile.investors.length > 0 && <p class="faint">Investors: {profile.investors.join(', ')}.</p>}
      <p>
        <a href={fitLink(company.sector, lastRound)}>Investors that fit a round of {company.name}</a>
      </p>
      <FactTable facts={profile.facts} />
    </>
  );
}

function Holders({ company: { stakes } }: { readonly company: CompanyStakesPanelFragment }) {
  if (stakes === null || stakes.nodes.length === 0) return <Empty>No listed holder is known.</Empty>;
  return (
    <Table
      caption="Listed holders"
      rows={stakes.nodes}
      rowKey={({ holder, asOf }) => holder.ticker + asOf}
      columns={[
        {
          name: 'Holder',
          cell: ({ holder, security }) => (
            <>
              <TickerLink ticker={holder.ticker} isStored={security !== null} />{' '}
              <span class="faint">{holder.name}</span>
            </>
          ),
        },
        { name: 'Stake', kind: 'number', cell: ({ stakePct }) => percent(stakePct) },
        { name: 'Value', kind: 'number', cell: (stake) => <StakeValue stake={stake} /> },
        {
          name: 'Exposure',
          kind: 'number',
          hint: 'USD of the company in 10,000 USD of the holder’s shares',
          cell: ({ exposurePer10kUsd }) => price(exposurePer10kUsd),
        },
        { name: 'As of', cell: ({ asOf }) => day(asOf), isMinor: true },
        { name: 'Source', cell: ({ sourceUrl }) => <Source url={sourceUrl} />, isMinor: true },
      ]}
    />
  );
}

type WithMark = Partial<CompanyMarkPanelFragment> | null;

/** A mark as it is compared: without when it was recorded, which a mark of today does not know. */
function markShown(company: WithMark): object {
  const { knownAt: _knownAt, ...mark } = company?.mark ?? { knownAt: null };
  return { status: company?.markStatus, mark };
}

const linkToMark = (slug: string, company: WithMark) =>
  linkIfOnRecord(
    (asOf) => read(CompanyMarkOnRecordDocument, { slug, asOf }),
    ({ privateCompany }) => markShown(privateCompany),
    markShown(company),
  );

function markNote(company: WithMark): string {
  const knownAt = company?.mark?.knownAt;
  return `Modelled valuation, USD${typeof knownAt === 'string' ? `; on record since ${moment(knownAt)}` : ''}`;
}

/** About as long as what is said of most companies. */
const NOTE_ROOM = ' · Develops and operates systems of its own for customers · Industry · San Francisco, California';

/** One company, in one operation. */
export function Company({ slug, account }: { readonly slug: string; readonly account: Account }) {
  const withProfile = account.allows('PrivateCompany.profile');
  const withMark = account.allows('PrivateCompany.mark');
  const { asOf } = useAsOf();
  const variables = { slug, withProfile, withMark, ...(asOf === undefined ? {} : { asOf }) };
  const { data, errors, isLoading, again } = useQuery(CompanyPageDocument, variables);
  const company = data?.privateCompany ?? null;
  useTitle(company?.name ?? slug);
  const [first] = errors;
  if (company === null && !isLoading)
    return (
      <>
        <h1 class="sr-only">{slug}</h1>
        {first === undefined || first.code === 'NOT_FOUND' ? (
          <Empty>
            There is no company at this address. See{' '}
            <a href={addressOf('private-markets', 'companies')}>the companies</a>.
          </Empty>
        ) : (
          <Refusal error={first} again={again} />
        )}
      </>
    );
  const shared = { isLoading, again };
  const at = (field: string) => errorAt(errors, 'privateCompany', field);
  // Without a stake the graph answers NOT_FOUND, which is no failure here.
  const stakesError = at('stakes');
  const noStakes = stakesError?.code === 'NOT_FOUND';
  const profile = company as ProfilePanelFragment | null;
  return (
    <>
      <header class={company === null ? 'page-head awaited' : 'page-head'}>
        <h1>{company?.name ?? slug}</h1>
        <p class="note">
          <a href={addressOf('private-markets')}>Private markets</a>
          {company === null && withProfile && <span class="kept">{NOTE_ROOM}</span>}
          {withProfile &&
            profile !== null &&
            ` · ${[profile.tagline, profile.sector, profile.headquarters].filter((each) => each !== null).join(' · ')}`}
          {company?.source === 'simulated' && <span class="tag">Invented for the demo</span>}
        </p>
      </header>
      <AsOfNote ofNow="profile, readiness and holders are" />
      <div class="grid">
        <Panel
          {...shared}
          isLoading={isLoading && withProfile}
          title="Profile"
          class="wide"
          tall={[410, 817]}
          error={at('profile')}
          source={{ panel: 'ProfilePanel', variables, rest: `private-companies/${slug}` }}
        >
          <Gate account={account} field="PrivateCompany.profile" what="The profile">
            {profile !== null && <Profile company={profile} />}
          </Gate>
        </Panel>
        <Panel
          {...shared}
          isLoading={isLoading && withMark}
          title="Mark"
          tall={[278, 367]}
          error={at('mark')}
          note={markNote(company)}
          source={{ panel: 'CompanyMarkPanel', variables }}
          link={asOf === undefined ? () => linkToMark(slug, company) : { asOf, to: undefined }}
        >
          <Gate account={account} field="PrivateCompany.mark" what="The mark">
            {company !== null && <Mark company={company as CompanyMarkPanelFragment} />}
          </Gate>
        </Panel>
        <Panel
          {...shared}
          isLoading={isLoading && account.allows('PrivateCompany.ipoReadiness')}
          title="IPO readiness"
          tall={[420, 560]}
          error={at('ipoReadiness')}
          note="0 to 100"
          source={{ panel: 'CompanyReadinessPanel', variables, rest: `private-companies/ipo-readiness?slug=${slug}` }}
        >
          <Gate account={account} field="PrivateCompany.ipoReadiness" what="The readiness">
            {company !== null && <Readiness company={company as CompanyReadinessPanelFragment} />}
          </Gate>
        </Panel>
        <Panel
          {...shared}
          title="Listed holders"
          class="wide"
          tall={[80, 95]}
          error={noStakes ? undefined : stakesError}
          source={{ panel: 'CompanyStakesPanel', variables, rest: `private-companies/stake-map?slug=${slug}` }}
        >
          {company !== null && <Holders company={company} />}
        </Panel>
      </div>
    </>
  );
}
