import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { ModelCardToolQuery } from '../generated/operations.js';
import { inPlainWords, restPath } from './inputs.js';
import { defineTool } from './tool.js';

const WINDOWS = { DAYS_30: '30d', DAYS_90: '90d', DAYS_365: '365d', ALL: 'all' } as const;

/** What the recorded signals have been worth. */
export const TOOL = defineTool<{ readonly window: keyof typeof WINDOWS }, ModelCardToolQuery>({
  name: 'model_card',
  description:
    'What recorded signals have been worth: win rate with interval and base rate, mean return, whether it is ' +
    'proven, calibration, factor health.',
  input: z.object({ window: z.enum(['DAYS_30', 'DAYS_90', 'DAYS_365', 'ALL']) }),
  operation: /* GraphQL */ `
    query ModelCardTool($window: ModelCardWindow!) {
      modelCard(window: $window) {
        asOf
        record { resolvedCount wins winRate baseRate wilsonLow wilsonHigh }
        validation {
          significance { isProven meanReturn pValue }
          calibration { brierScore brierSkill }
          discrimination { rocAuc }
        }
        factorHealth { factor verdict effectiveCount }
      }
    }
  `,
  tell({ modelCard }, list, { window }) {
    if (!modelCard?.asOf) return;
    const facts = list.about(null, {
      title: 'Model card of the signals',
      ref: restPath('/engine/model-card', { window: WINDOWS[window] }),
      asOf: asOfDay(modelCard.asOf),
    });
    const { record, validation, factorHealth } = modelCard;
    const { significance, calibration } = validation;
    facts.count('resolved', 'resolved signals', record?.resolvedCount, 'signals');
    facts.count('wins', 'wins', record?.wins, 'signals', { terms: ['right'] });
    facts.fraction('win_rate', 'win rate', record?.winRate, { terms: ['right', 'win rate'] });
    facts.fraction('win_low', 'lower end of the interval', record?.wilsonLow, {
      terms: ['interval', 'from', 'to', '21 sessions'],
    });
    facts.fraction('win_high', 'upper end of the interval', record?.wilsonHigh, { terms: ['interval', 'from', 'to'] });
    facts.fraction('base_rate', 'base rate of rises', record?.baseRate, { terms: ['rise', 'right'] });
    // The mean that the p-value is of.
    facts.fraction('mean_return', 'mean of the daily mean returns', significance?.meanReturn, {
      isChange: true,
      terms: ['mean', 'return', '21 sessions'],
    });
    facts.text(
      'proven',
      'whether it is proven',
      significance === null ? null : significance.isProven ? 'proven' : 'not proven',
    );
    facts.number('p', 'p-value', significance?.pValue, 'statistic', { terms: ['p'] });
    facts.number('brier', 'Brier score', calibration?.brierScore, 'statistic');
    facts.number('brier_skill', 'Brier skill', calibration?.brierSkill, 'statistic', {
      isChange: true,
      terms: ['skill', 'base rate'],
    });
    facts.number('auc', 'area under the ROC curve', validation.discrimination?.rocAuc, 'statistic', { terms: ['AUC'] });
    for (const [row, { factor, verdict, effectiveCount }] of (factorHealth ?? []).entries()) {
      facts.text('factor', 'factor', inPlainWords(factor), { row });
      facts.text('verdict', 'verdict', inPlainWords(verdict), { row });
      facts.number('periods', 'independent periods', effectiveCount, 'statistic', {
        row,
        terms: ['periods', '21 sessions'],
      });
    }
  },
});
