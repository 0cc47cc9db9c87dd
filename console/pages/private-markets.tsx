import type { ComponentType } from 'preact';
import { useAccount, type Account } from '../app/account.js';
import { addressOf, place } from '../app/router.js';
import { useStore } from '../app/store.js';
import { useTitle } from '../app/title.js';
import { Gate } from '../parts/gate.js';
import { Loading } from '../parts/states.js';
import { Company } from './private-markets/company.js';
import { Fit } from './private-markets/fit.js';
import { Investor } from './private-markets/investor.js';
import { Companies, Investors, Marks, Readiness, Stakes, Tape } from './private-markets/lists.js';
import { News } from './private-markets/news.js';

interface Tab {
  readonly path: string;
  readonly name: string;
  readonly field: string;
  readonly what: string;
  readonly Part: ComponentType;
}

/** Lists, each of which is one operation and one unit. */
const TABS: readonly Tab[] = [
  { path: '', name: 'Marks', field: 'Query.privateMarks', what: 'The board of modelled valuations', Part: Marks },
  {
    path: 'companies',
    name: 'Companies',
    field: 'Query.privateCompanies',
    what: 'The directory of companies',
    Part: Companies,
  },
  {
    path: 'tape',
    name: 'Secondary tape',
    field: 'Query.secondaryTape',
    what: 'The tape of secondary trades',
    Part: Tape,
  },
  {
    path: 'stakes',
    name: 'Stakes',
    field: 'Query.privateStakes',
    what: 'The map of stakes of listed holders',
    Part: Stakes,
  },
  {
    path: 'readiness',
    name: 'IPO readiness',
    field: 'Query.ipoReadinessRanking',
    what: 'The ranking by readiness',
    Part: Readiness,
  },
  {
    path: 'investors',
    name: 'Investors',
    field: 'Query.investors',
    what: 'The directory of investors',
    Part: Investors,
  },
  { path: 'fit', name: 'Investor fit', field: 'Query.investorFit', what: 'The ranking of investors', Part: Fit },
  { path: 'news', name: 'News', field: 'Query.startupNews', what: 'The news of private companies', Part: News },
];

function Lists({ part, account }: { readonly part: string; readonly account: Account }) {
  const tab = TABS.find(({ path }) => path === part);
  useTitle(tab?.name ?? null);
  return (
    <>
      <header class="page-head">
        <h1>Private markets</h1>
        <p class="note">Facts with their sources; valuations are modelled, not quoted.</p>
      </header>
      <nav class="tabs" aria-label="Lists">
        {TABS.map(({ path, name, field }) => (
          <a key={path} href={addressOf('private-markets', path)} aria-current={path === part ? 'page' : undefined}>
            {name}
            {!account.allows(field) && <small> {account.tierOf(field).toLowerCase()}</small>}
          </a>
        ))}
      </nav>
      {tab === undefined ? (
        <p>There is no such list.</p>
      ) : (
        <Gate account={account} field={tab.field} what={tab.what}>
          <tab.Part key={part} />
        </Gate>
      )}
    </>
  );
}

/** Private companies, their valuations, trades, holders and investors. */
export function PrivateMarkets() {
  const {
    steps: [, part = '', slug],
  } = useStore(place);
  const { account } = useAccount();
  if (account === null) return <Loading rows={12} />;
  if (part === 'company' && slug !== undefined) return <Company key={slug} slug={slug} account={account} />;
  if (part === 'investor' && slug !== undefined) return <Investor key={slug} slug={slug} account={account} />;
  return <Lists part={part} account={account} />;
}
