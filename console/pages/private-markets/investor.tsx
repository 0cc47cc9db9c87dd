import type { Account } from '../../app/account.js';
import { day, usd, words } from '../../app/format.js';
import { addressOf } from '../../app/router.js';
import { useTitle } from '../../app/title.js';
import { errorAt, useQuery } from '../../app/use-query.js';
import { InvestorPageDocument } from '../../generated/documents.js';
import type { InvestorProfilePanelFragment, PortfolioOfInvestorPanelFragment } from '../../generated/types.js';
import { Facts } from '../../parts/facts.js';
import { Gate } from '../../parts/gate.js';
import { Panel } from '../../parts/panel.js';
import { Source } from '../../parts/source.js';
import { Empty, Refusal } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { FactTable } from './fact-table.js';
import { CompanyLink, firmKind } from './names.js';

type Known = NonNullable<InvestorProfilePanelFragment['profile']>;

function checkWords({ smallestInvestmentUsd: least, largestInvestmentUsd: most }: Known): string {
  if (least !== null && most !== null) return `${usd(least)} to ${usd(most)}`;
  if (least !== null) return `from ${usd(least)}`;
  return most === null ? '–' : `up to ${usd(most)}`;
}

/** A line of names, if there are any. */
function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p>
      <b>{title}</b> <span class="faint">{names.join(', ')}</span>
    </p>
  );
}

function Profile({ investor }: { readonly investor: InvestorProfilePanelFragment }) {
  const { profile, aumAsOf } = investor;
  if (profile === null) return <Empty>Nothing more is known.</Empty>;
  const { activeFund: fund } = profile;
  const fundHint = fund === null ? [] : [fund.sizeUsd === null ? '' : usd(fund.sizeUsd), fund.year ?? ''];
  return (
    <>
      <Facts
        items={[
          ['Kind', firmKind(investor.firmType), investor.subtype === null ? '' : words(investor.subtype)],
          ['Assets', usd(investor.aumUsd), aumAsOf === null ? 'not known' : `under management, ${day(aumAsOf)}`],
          ['Typical check', checkWords(profile)],
          ['Fund', fund?.name ?? '–', fundHint.filter((each) => each !== '').join(', ')],
          ['Founded', investor.founded === null ? '–' : String(investor.founded)],
          ['Headquarters', investor.headquarters ?? '–', investor.country ?? ''],
        ]}
      />
      <Names title="Stages" names={investor.stageFocus} />
      <Names title="Sectors" names={investor.sectorFocus} />
      <Names title="Places" names={profile.geoFocus} />
      <Names title="Partners" names={profile.notablePartners} />
      {profile.website !== null && (
        <p>
          <b>Website</b> <Source url={profile.website} />
        </p>
      )}
    </>
  );
}

const LED = { true: 'led', false: 'took part' } as const;

function Portfolio({ investor: { profile } }: { readonly investor: PortfolioOfInvestorPanelFragment }) {
  const { recentInvestments: deals = [], notablePortfolio = [], exitsHighlight = [] } = profile ?? {};
  if (deals.length + notablePortfolio.length + exitsHighlight.length === 0)
    return <Empty>No investment is known.</Empty>;
  return (
    <>
      {deals.length > 0 && (
        <Table
          caption="Latest known investments"
          rows={deals}
          rowKey={({ company, date, stage, sourceUrl }) => `${company} ${date ?? ''} ${stage ?? ''} ${sourceUrl}`}
          columns={[
            {
              name: 'Company',
              cell: ({ slug, company }) => (slug === null ? company : <CompanyLink slug={slug} name={company} />),
              by: ({ company }) => company,
            },
            { name: 'Date', cell: ({ date }) => day(date), by: ({ date }) => date },
            { name: 'Stage', cell: ({ stage }) => stage ?? '–', by: ({ stage }) => stage },
            {
              name: 'Round',
              kind: 'number',
              hint: 'USD from all investors',
              cell: ({ amountUsd }) => usd(amountUsd),
              by: ({ amountUsd }) => amountUsd,
            },
            {
              name: 'Part',
              cell: ({ isLead }) => (isLead === null ? '–' : LED[`${isLead}`]),
              isMinor: true,
            },
            { name: 'Source', cell: ({ sourceUrl }) => <Source url={sourceUrl} />, isMinor: true },
          ]}
        />
      )}
      <Names title="Companies" names={notablePortfolio} />
      <Names title="Sold or taken public" names={exitsHighlight} />
    </>
  );
}

/** One firm, in one operation. */
function Shown({ slug }: { readonly slug: string }) {
  const variables = { slug };
  const { data, errors, isLoading, again } = useQuery(InvestorPageDocument, variables);
  const investor = data?.investor ?? null;
  useTitle(investor?.name ?? slug);
  const [first] = errors;
  if (investor === null && !isLoading)
    return (
      <>
        <h1 class="sr-only">{slug}</h1>
        {first === undefined || first.code === 'NOT_FOUND' ? (
          <Empty>
            There is no investor at this address. See{' '}
            <a href={addressOf('private-markets', 'investors')}>the investors</a>.
          </Empty>
        ) : (
          <Refusal error={first} again={again} />
        )}
      </>
    );
  const shared = { isLoading, again, error: errorAt(errors, 'investor', 'profile') };
  return (
    <>
      <header class={investor === null ? 'page-head awaited' : 'page-head'}>
        <h1>{investor?.name ?? slug}</h1>
        <p class="note">
          <a href={addressOf('private-markets', 'investors')}>Investors</a>
          {[investor?.shortName, investor?.tagline].map((each) => (each ? ` · ${each}` : ''))}
        </p>
      </header>
      <div class="grid">
        <Panel
          {...shared}
          title="Profile"
          class="wide"
          rows={8}
          source={{ panel: 'InvestorProfilePanel', variables, rest: `investors/${slug}` }}
        >
          {investor !== null && <Profile investor={investor} />}
        </Panel>
        <Panel
          {...shared}
          title="Portfolio"
          class="wide"
          rows={10}
          source={{ panel: 'PortfolioOfInvestorPanel', variables, rest: `investors/${slug}` }}
        >
          {investor !== null && <Portfolio investor={investor} />}
        </Panel>
        <Panel
          {...shared}
          title="Facts"
          class="wide"
          rows={9}
          source={{ panel: 'InvestorFactsPanel', variables, rest: `investors/${slug}` }}
        >
          {investor !== null && <FactTable facts={investor.profile?.facts ?? []} />}
        </Panel>
      </div>
    </>
  );
}

export function Investor({ slug, account }: { readonly slug: string; readonly account: Account }) {
  return (
    <Gate account={account} field="Query.investor" what="The directory of investors">
      <Gate account={account} field="Investor.profile" what="The profile of a firm">
        <Shown slug={slug} />
      </Gate>
    </Gate>
  );
}
