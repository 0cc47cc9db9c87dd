import { asOfDay } from '../facts/as-of.js';
import type { SeasonalityToolQuery } from '../generated/operations.js';
import { entriesOf, inWords, restPath, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

/** Returns by calendar month. */
export const TOOL = defineTool<{ readonly tickers: readonly string[] }, SeasonalityToolQuery>({
  name: 'seasonality',
  description:
    'Returns of listed securities by calendar month: mean, median, share of rises, strongest and weakest month.',
  input: tickersInput,
  operation: /* GraphQL */ `
    query SeasonalityTool($tickers: [Ticker!]!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        lastSession
        seasonality {
          yearsCovered
          months { month name count mean median winRate adjustedPValue best { year return } worst { year return } }
          strongest { month name mean count adjustedPValue }
          weakest { month name mean count adjustedPValue }
          current { month name mean winRate count partialReturn }
        }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers }) {
    for (const [ticker, { seasonality, lastSession }] of entriesOf(tickers, securitiesByTicker)) {
      if (!seasonality || lastSession === null) continue;
      const source = {
        title: `Seasonality of ${ticker}`,
        ref: restPath('/seasonality', { ticker }),
        asOf: asOfDay(lastSession),
      };
      const facts = list.about(ticker, source);
      facts.number('years', 'years covered', Number(seasonality.yearsCovered.toFixed(1)), 'count', { noun: 'years' });
      for (const [which, month] of [
        ['strongest', seasonality.strongest],
        ['weakest', seasonality.weakest],
      ] as const) {
        if (month === null) continue;
        facts.text(`${which}_name`, `${which} month`, inWords(month.name));
        facts.fraction(`${which}_mean`, `mean of the ${which} month`, month.mean, {
          isChange: true,
          terms: ['average', 'mean'],
        });
        facts.number(`${which}_p`, `p-value of the ${which} month`, month.adjustedPValue, 'statistic', {
          terms: ['p'],
        });
      }
      for (const { month, name, count, mean, median, winRate, best, worst } of seasonality.months) {
        const row = month - 1;
        const label = inWords(name);
        facts.text('month', 'month', label, { row });
        facts.count('count', `${label} returns`, count, 'years', { row });
        facts.fraction('mean', `mean of ${label}`, mean, {
          row,
          isChange: true,
          terms: ['average', 'averaged', 'mean'],
        });
        facts.fraction('median', `median of ${label}`, median, { row, isChange: true, terms: ['median'] });
        facts.fraction('win_rate', `share of rises in ${label}`, winRate, { row, terms: ['rose', 'positive'] });
        facts.fraction('best', `best ${label}`, best?.return, { row, isChange: true, terms: ['best'] });
        facts.number('best_year', `year of the best ${label}`, best?.year, 'year', { row });
        facts.fraction('worst', `worst ${label}`, worst?.return, { row, isChange: true, terms: ['worst'] });
        facts.number('worst_year', `year of the worst ${label}`, worst?.year, 'year', { row });
      }
      const { current } = seasonality;
      facts.text('current', 'current month', current === null ? null : inWords(current.name));
      facts.fraction('current_return', 'return of the current month so far', current?.partialReturn, {
        isChange: true,
        measure: 'price',
      });
    }
  },
});
