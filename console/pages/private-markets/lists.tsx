import { day, percent, price, share, signedPercent, usd, words } from '../../app/format.js';
import { place } from '../../app/router.js';
import { useStore } from '../../app/store.js';
import {
  CompaniesPageDocument,
  InvestorsPageDocument,
  MarksPageDocument,
  ReadinessPageDocument,
  StakesPageDocument,
  TapePageDocument,
} from '../../generated/documents.js';
import { usePages, type Paging } from '../../parts/paging.js';
import { Source } from '../../parts/source.js';
import { Level, TickerLink } from '../../parts/values.js';
import { List } from './list.js';
import { CompanyLink, firmKind, InvestorLink, StakeValue } from './names.js';

const NONE = {};

function useSearchOfAddress(): string {
  return useStore(place).query.get('search') ?? '';
}

export function Marks() {
  return (
    <List
      title="Marks"
      note="Modelled valuations in USD, with the range of the model; no quotes"
      document={MarksPageDocument}
      variables={NONE}
      source={{ panel: 'MarksPanel', rest: 'private-companies/marks' }}
      rowsOf={({ privateMarks }) => privateMarks?.nodes ?? null}
      rowKey={({ slug }) => slug}
      columns={[
        { name: 'Company', cell: ({ slug, name }) => <CompanyLink slug={slug} name={name} />, by: ({ name }) => name },
        {
          name: 'Valuation',
          kind: 'number',
          cell: ({ valuationUsd }) => <b>{usd(valuationUsd)}</b>,
          by: ({ valuationUsd }) => valuationUsd,
        },
        { name: 'Low', kind: 'number', cell: ({ lowUsd }) => usd(lowUsd), by: ({ lowUsd }) => lowUsd },
        { name: 'High', kind: 'number', cell: ({ highUsd }) => usd(highUsd), by: ({ highUsd }) => highUsd },
        { name: 'Grade', cell: ({ confidence }) => words(confidence), by: ({ confidence }) => confidence },
        { name: 'Rests on', cell: ({ basis }) => words(basis), isMinor: true },
        {
          name: 'Newest fact',
          cell: ({ newestFactOn }) => day(newestFactOn),
          by: ({ newestFactOn }) => newestFactOn,
          isMinor: true,
        },
      ]}
    />
  );
}

const variablesOf = (search: string, { after }: Paging) => ({
  ...(search === '' ? {} : { search }),
  ...(after === null ? {} : { after }),
});

export function Companies() {
  const search = useSearchOfAddress();
  const pages = usePages(search);
  const variables = variablesOf(search, pages);
  return (
    <List
      title="Companies"
      note="Private companies by name; a page of 100 is a unit"
      paged={{ search, pages, what: 'companies', of: ({ privateCompanies }) => privateCompanies }}
      document={CompaniesPageDocument}
      variables={variables}
      source={{ panel: 'CompaniesPanel', variables, rest: 'private-companies/list' }}
      rowsOf={({ privateCompanies }) => privateCompanies?.nodes ?? null}
      rowKey={({ slug }) => slug}
      columns={[
        { name: 'Company', cell: ({ slug, name }) => <CompanyLink slug={slug} name={name} />, by: ({ name }) => name },
        { name: 'What', cell: ({ tagline }) => tagline ?? '–', isMinor: true },
        { name: 'Sector', cell: ({ sector }) => sector ?? '–', by: ({ sector }) => sector },
        {
          name: 'Founded',
          kind: 'number',
          cell: ({ founded }) => founded ?? '–',
          by: ({ founded }) => founded,
          isMinor: true,
        },
        { name: 'Seat', cell: ({ headquarters }) => headquarters ?? '–', isMinor: true },
        { name: 'Listing', cell: ({ ipoStatus }) => words(ipoStatus), by: ({ ipoStatus }) => ipoStatus },
      ]}
    />
  );
}

export function Tape() {
  return (
    <List
      title="Secondary tape"
      note="Observed events in the trade of existing shares, newest first"
      document={TapePageDocument}
      variables={NONE}
      source={{ panel: 'TapePanel', rest: 'private-companies/secondary-tape' }}
      rowsOf={({ secondaryTape }) =>
        secondaryTape?.nodes
          .flatMap(({ slug, name, events }) => events.map((event) => ({ slug, name, ...event })))
          .sort((one, other) => other.date.localeCompare(one.date)) ?? null
      }
      rowKey={({ slug, date, kind, sourceUrl }) => slug + date + kind + sourceUrl}
      columns={[
        { name: 'Date', cell: ({ date }) => day(date), by: ({ date }) => date },
        { name: 'Company', cell: ({ slug, name }) => <CompanyLink slug={slug} name={name} />, by: ({ name }) => name },
        { name: 'Event', cell: ({ kind }) => words(kind), by: ({ kind }) => kind },
        { name: 'Evidence', cell: ({ confidence }) => words(confidence), isMinor: true },
        {
          name: 'Valuation',
          kind: 'number',
          cell: ({ impliedValuationUsd }) => usd(impliedValuationUsd),
          by: ({ impliedValuationUsd }) => impliedValuationUsd,
        },
        {
          name: 'Share',
          kind: 'number',
          hint: 'USD',
          cell: ({ pricePerShare }) => price(pricePerShare),
          isMinor: true,
        },
        {
          name: 'Size',
          kind: 'number',
          cell: ({ sizeUsd }) => usd(sizeUsd),
          by: ({ sizeUsd }) => sizeUsd,
          isMinor: true,
        },
        {
          name: 'Premium',
          kind: 'number',
          hint: 'Over the last round or list before',
          cell: ({ premiumPct }) => signedPercent(premiumPct),
          by: ({ premiumPct }) => premiumPct,
        },
        { name: 'Source', cell: ({ sourceUrl }) => <Source url={sourceUrl} />, isMinor: true },
      ]}
    />
  );
}

export function Stakes() {
  return (
    <List
      title="Stakes"
      note="Of listed holders in private companies; exposure is USD of the company in 10,000 USD of the holder’s shares"
      document={StakesPageDocument}
      variables={NONE}
      source={{ panel: 'StakesPanel', rest: 'private-companies/stake-map' }}
      rowsOf={({ privateStakes }) => privateStakes?.nodes ?? null}
      rowKey={({ slug, holder }) => slug + holder.ticker}
      columns={[
        {
          name: 'Company',
          cell: ({ slug, companyName }) => <CompanyLink slug={slug} name={companyName} />,
          by: ({ companyName }) => companyName,
        },
        {
          name: 'Holder',
          cell: ({ holder, security }) => (
            <>
              <TickerLink ticker={holder.ticker} isStored={security !== null} />{' '}
              <span class="faint">{holder.name}</span>
            </>
          ),
          by: ({ holder }) => holder.ticker,
        },
        { name: 'Stake', kind: 'number', cell: ({ stakePct }) => percent(stakePct), by: ({ stakePct }) => stakePct },
        {
          name: 'Value',
          kind: 'number',
          cell: (stake) => <StakeValue stake={stake} />,
          by: ({ stakeValueUsd }) => stakeValueUsd,
        },
        {
          name: 'Exposure',
          kind: 'number',
          cell: ({ exposurePer10kUsd }) => price(exposurePer10kUsd),
          by: ({ exposurePer10kUsd }) => exposurePer10kUsd,
        },
        { name: 'As of', cell: ({ asOf }) => day(asOf), by: ({ asOf }) => asOf, isMinor: true },
        { name: 'Source', cell: ({ sourceUrl }) => <Source url={sourceUrl} />, isMinor: true },
      ]}
    />
  );
}

export function Readiness() {
  return (
    <List
      title="IPO readiness"
      note="Mean of the axes that are known, 0 to 100"
      document={ReadinessPageDocument}
      variables={NONE}
      source={{ panel: 'ReadinessPanel', rest: 'private-companies/ipo-readiness' }}
      rowsOf={({ ipoReadinessRanking }) =>
        ipoReadinessRanking?.edges.map(({ node, readiness }) => ({ ...node, ...readiness })) ?? null
      }
      rowKey={({ slug }) => slug}
      columns={[
        { name: 'Company', cell: ({ slug, name }) => <CompanyLink slug={slug} name={name} />, by: ({ name }) => name },
        { name: 'Rank', kind: 'number', cell: ({ rank }) => rank ?? '–', by: ({ rank }) => rank },
        { name: 'Sector', cell: ({ sector }) => sector ?? '–', by: ({ sector }) => sector, isMinor: true },
        { name: 'Band', cell: ({ band }) => words(band), by: ({ band }) => band },
        { name: 'Window', cell: ({ timing }) => timing.window ?? '–', isMinor: true },
        {
          name: 'Known',
          kind: 'number',
          cell: ({ coverage }) => share(coverage),
          by: ({ coverage }) => coverage,
          isMinor: true,
        },
        {
          name: 'Readiness',
          kind: 'number',
          cell: ({ composite }) => <Level level={composite} />,
          by: ({ composite }) => composite,
        },
      ]}
    />
  );
}

export function Investors() {
  const search = useSearchOfAddress();
  const pages = usePages(search);
  const variables = variablesOf(search, pages);
  return (
    <List
      title="Investors"
      note="Firms by assets under management; a page of 100 is a unit"
      paged={{ search, pages, what: 'firms', of: ({ investors }) => investors }}
      document={InvestorsPageDocument}
      variables={variables}
      source={{ panel: 'InvestorsPanel', variables, rest: 'investors/list' }}
      rowsOf={({ investors }) => investors?.nodes ?? null}
      rowKey={({ slug }) => slug}
      columns={[
        { name: 'Firm', cell: ({ slug, name }) => <InvestorLink slug={slug} name={name} />, by: ({ name }) => name },
        { name: 'Kind', cell: ({ firmType }) => firmKind(firmType), by: ({ firmType }) => firmKind(firmType) },
        { name: 'Stages', cell: ({ stageFocus }) => stageFocus.join(', '), isMinor: true },
        {
          name: 'Sectors',
          cell: ({ sectorFocus }) => (
            <span class="ellipsis" title={sectorFocus.join(', ')}>
              {sectorFocus.join(', ')}
            </span>
          ),
          isMinor: true,
        },
        { name: 'Seat', cell: ({ headquarters }) => headquarters ?? '–', isMinor: true },
        {
          name: 'Assets',
          kind: 'number',
          hint: 'USD under management',
          cell: ({ aumUsd }) => usd(aumUsd),
          by: ({ aumUsd }) => aumUsd,
        },
        { name: 'As of', cell: ({ aumAsOf }) => day(aumAsOf), isMinor: true },
      ]}
    />
  );
}
