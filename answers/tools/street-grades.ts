import { asOfDay } from '../facts/as-of.js';
import type { StreetGradesToolQuery } from '../generated/operations.js';
import { entriesOf, inPlainWords, restPath, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

/** Analysts' rating actions and what followed them. */
export const TOOL = defineTool<{ readonly tickers: readonly string[] }, StreetGradesToolQuery>({
  name: 'street_grades',
  description:
    "Analysts' rating actions on listed securities, returns after them, price targets and how often they were reached.",
  input: tickersInput,
  operation: /* GraphQL */ `
    query StreetGradesTool($tickers: [Ticker!]!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        streetGrades {
          from
          to
          actionCount
          upgradeCount
          downgradeCount
          firmCount
          threeMonthEdge { upgrades downgrades }
          scoreboard { threeMonths { upgrades { count median winRate } downgrades { count median winRate } } }
          baseline { threeMonths { median winRate } }
          targets { scoredCount hitRate medianImplied medianRealized }
          firms { firm callCount scoredCount beatRate }
          recent { date firm action rating priceTarget returnSince }
        }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers }) {
    for (const [ticker, { streetGrades: grades }] of entriesOf(tickers, securitiesByTicker)) {
      if (!grades?.to || grades.actionCount === 0) continue;
      const source = {
        title: `Street grades of ${ticker}`,
        ref: restPath('/street-grades', { ticker }),
        asOf: asOfDay(grades.to),
      };
      const facts = list.about(ticker, source);
      facts.date('from', 'first action', grades.from);
      facts.count('actions', 'rating actions', grades.actionCount, 'actions');
      facts.count('upgrades', 'upgrades', grades.upgradeCount, 'upgrades');
      facts.count('downgrades', 'downgrades', grades.downgradeCount, 'downgrades');
      facts.count('firms', 'firms', grades.firmCount, 'firms');
      const { upgrades, downgrades } = grades.scoreboard.threeMonths;
      const after = { isChange: true, terms: ['median', 'after'] };
      facts.fraction('after_upgrades', 'median return after upgrades', upgrades.median, after);
      facts.fraction('after_downgrades', 'median return after downgrades', downgrades.median, after);
      facts.count('upgrades_scored', 'scored upgrades', upgrades.count, 'upgrades');
      facts.count('downgrades_scored', 'scored downgrades', downgrades.count, 'downgrades');
      facts.fraction('baseline', 'median return of all sessions', grades.baseline.threeMonths.median, after);
      const edge = (value: number | null): number | null => (value === null ? null : Number((100 * value).toFixed(4)));
      facts.number('upgrade_edge', 'edge of upgrades', edge(grades.threeMonthEdge.upgrades), 'percentage_points', {
        isChange: true,
      });
      facts.number(
        'downgrade_edge',
        'edge of downgrades',
        edge(grades.threeMonthEdge.downgrades),
        'percentage_points',
        { isChange: true },
      );
      facts.count('targets', 'scored targets', grades.targets.scoredCount, 'targets');
      facts.fraction('target_hits', 'share of targets that were reached', grades.targets.hitRate, {
        terms: ['reached', 'hit'],
      });
      for (const [row, { date, firm, action, rating, priceTarget, returnSince }] of grades.recent
        .slice(0, 5)
        .entries()) {
        facts.date('recent_on', 'day of the action', date, { row });
        facts.text('recent_firm', 'firm', firm, { row });
        facts.text('recent_action', 'action', inPlainWords(action), { row });
        facts.text('recent_rating', 'rating', rating, { row });
        facts.number('recent_target', 'price target', priceTarget, 'usd_per_share', { row, terms: ['target'] });
        facts.fraction('recent_return', 'return since the action', returnSince, {
          row,
          isChange: true,
          measure: 'price',
          terms: ['since'],
        });
      }
      for (const action of ['UPGRADE', 'DOWNGRADE'] as const) {
        const last = grades.recent.find((each) => each.action === action);
        const key = `last_${inPlainWords(action)}`;
        facts.date(`${key}_on`, `day of the newest ${inPlainWords(action)}`, last?.date);
        facts.text(`${key}_firm`, `firm of the newest ${inPlainWords(action)}`, last?.firm);
        facts.text(`${key}_rating`, `rating of the newest ${inPlainWords(action)}`, last?.rating);
      }
      const [busiest] = [...grades.firms].sort((one, other) => other.callCount - one.callCount);
      facts.text('busiest_firm', 'firm with the most calls', busiest?.firm);
      facts.count('busiest_firm_calls', 'its calls', busiest?.callCount, 'calls');
      const best = [...grades.firms]
        .filter(({ scoredCount, beatRate }) => scoredCount >= 3 && beatRate !== null)
        .sort((one, other) => (other.beatRate ?? 0) - (one.beatRate ?? 0))[0];
      facts.text('best_firm', 'firm with the best record', best?.firm);
      facts.fraction('best_firm_rate', 'share of its calls that beat the benchmark', best?.beatRate, {
        terms: ['beat'],
      });
      facts.count('best_firm_calls', 'its scored calls', best?.scoredCount, 'calls');
    }
  },
});
