import { monthName, monthOfYear, share, signedShare, whole } from '../../app/format.js';
import { SeasonalityEmbedDocument } from '../../generated/documents.js';
import type { SeasonalityEmbedQuery, SeasonalityEmbedQueryVariables } from '../../generated/types.js';
import { Empty } from '../../parts/states.js';
import { ScoreBar } from '../../parts/values.js';
import { Local, SecurityTags, securityTitle, type EmbedKind } from '../frame.js';

type Seasonality = NonNullable<NonNullable<SeasonalityEmbedQuery['security']>['seasonality']>;

const HALF = 50;

function Months({ months }: Pick<Seasonality, 'months'>) {
  const largest = Math.max(...months.map(({ mean }) => Math.abs(mean ?? 0)));
  return (
    <table class="months">
      <caption class="sr-only">Mean return of each month, and how often it rose</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">
            <span class="sr-only">Bar</span>
          </th>
          <th scope="col" class="number">
            Mean
          </th>
          <th scope="col" class="number">
            Rose
          </th>
          <th scope="col" class="number">
            Years
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, mean, winRate, count }) => (
          <tr key={month}>
            <th scope="row">
              <Local>{monthName(month)}</Local>
            </th>
            <td class="bar">{mean !== null && largest > 0 && <ScoreBar score={HALF + (HALF * mean) / largest} />}</td>
            <td class="number">{signedShare(mean)}</td>
            <td class="number">{share(winRate)}</td>
            <td class="number">{whole(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns of the twelve months. */
export const SEASONALITY: EmbedKind<SeasonalityEmbedQuery, SeasonalityEmbedQueryVariables> = {
  document: SeasonalityEmbedDocument,
  what: 'Seasonalities of securities',
  rows: 14,
  variables: ({ subject }) => ({ ticker: subject }),
  content({ security }) {
    if (security === null || security.seasonality === null) return null;
    const { monthCount, fromMonth, toMonth, months } = security.seasonality;
    return {
      ...securityTitle(security, 'seasonality'),
      note: (
        <>
          Returns of calendar months
          {monthCount > 0 && (
            <>
              , <Local>{monthOfYear(fromMonth)}</Local> to <Local>{monthOfYear(toMonth)}</Local>
            </>
          )}{' '}
          <SecurityTags of={security} />
        </>
      ),
      body: monthCount === 0 ? <Empty>Less than a month of history is stored.</Empty> : <Months months={months} />,
    };
  },
};
