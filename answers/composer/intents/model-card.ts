import type { NumberFact } from '../../facts/fact.js';
import type { Found } from '../found.js';
import type { Intent, Section } from '../intent.js';
import { listed, NO_LINE, say, signed, type Line } from '../line.js';
import { kept } from './signal.js';

const NONE_RESOLVED: Section = {
  headline: say`No recorded signal has been resolved yet, so nothing tells how good the signals are.`,
  lines: [
    say`Signals are recorded once a session and resolved by the prices of the sessions after it; the model card tells how many were right as soon as some are.`,
  ],
  coverage: 0.2,
};

/** How well scores tell rises from the rest, and whether their probabilities are better than the base rate alone. */
function skillLine(auc?: NumberFact, brier?: NumberFact, skill?: NumberFact): Line {
  const parts = [
    auc === undefined ? NO_LINE : say`the area under the ROC curve is ${auc}`,
    brier === undefined || skill === undefined
      ? NO_LINE
      : say`the Brier score of the probabilities is ${brier}, a skill of ${signed(skill)} against the base rate of rises`,
  ].filter((part) => part !== NO_LINE);
  return parts.length === 0 ? NO_LINE : say`Of the scores, ${listed(parts)}.`;
}

/** Verdicts on the factors, with the fewest periods that one of them is from: three tell next to nothing. */
function factorLine(found: Found): Line {
  const rows = [...new Set(found.rows('model_card.factor'))];
  const factors = rows.flatMap((row) => {
    const [factor, verdict] = [
      found.text('model_card.factor', undefined, row),
      found.text('model_card.verdict', undefined, row),
    ];
    return factor === undefined || verdict === undefined ? [] : [say`${factor.value} ${verdict.value}`];
  });
  const [fewest] = rows
    .flatMap((row) => found.number('model_card.periods', undefined, row) ?? [])
    .sort((one, other) => one.value - other.value);
  if (factors.length === 0 || fewest === undefined) return NO_LINE;
  return say`Health of the factors: ${listed(factors)}, on as few as ${fewest} independent periods of 21 sessions.`;
}

const TOO_NARROW = 'which is too narrow where securities move together for longer than 21 sessions';

/** The interval of a win rate, and what it assumes. */
const interval = (low: NumberFact, high: NumberFact): Line =>
  say`with a 95% interval from ${low} to ${high}, ${TOO_NARROW}`;

const pValue = (p: NumberFact | undefined): Line => (p === undefined ? NO_LINE : say` (p ${p})`);

/** What the signals have been worth. */
export const INTENT: Intent = {
  name: 'model-card',
  signs: [
    [/\b(?:model card|track record|win rate|hit rate|calibrat\w*)\b/, 4],
    [
      /\bhow (?:good|accurate|reliable|well|often|trustworthy|right)\b.*\b(?:signals?|scores?|composite|model|you|your)\b/,
      4.2,
    ],
    [
      /\b(?:can i trust|are|do|have) (?:your|the|these|composite) (?:\w+ )?(?:signals?|scores?)\b.*\b(?:work\w*|right|good|any good|worth|accurate|predict\w*|been)\b|\btrust (?:your|the|these) (?:signals?|scores?)\b/,
      4.2,
    ],
    [/\b(?:your|the) (?:signals?|scores?|model)\b/, 1],
  ],
  fits: ({ companies, investors, securities }) =>
    companies.length === 0 && investors.length === 0 && securities.length === 0,
  plan: () => [{ tool: 'model_card', input: { window: 'DAYS_90' } }],
  research: () => [{ tool: 'model_card', input: { window: 'ALL' } }],
  write(_question, found) {
    const [resolved, wins, rate, base, low, high, mean, p, brier, skill, auc] = [
      'resolved',
      'wins',
      'win_rate',
      'base_rate',
      'win_low',
      'win_high',
      'mean_return',
      'p',
      'brier',
      'brier_skill',
      'auc',
    ].map((key) => found.number(`model_card.${key}`));
    const proven = found.text('model_card.proven');
    if (resolved === undefined || rate === undefined || low === undefined || high === undefined)
      return found.refusals.length > 0 ? null : NONE_RESOLVED;
    return {
      headline: say`Of ${resolved} resolved signals ${rate} were right, and an edge is ${proven?.value ?? 'not known'}.`,
      lines: kept([
        wins === undefined
          ? NO_LINE
          : say`Of the ${resolved} resolved signals ${wins} were right: a win rate of ${rate}, ${interval(low, high)}.`,
        base === undefined ? NO_LINE : say`To expect a rise after each of them would have been right in ${base}.`,
        mean === undefined
          ? NO_LINE
          : say`The mean over days of the return in the signal’s direction over 21 sessions was ${signed(mean)}${pValue(p)}.`,
        skillLine(auc, brier, skill),
        factorLine(found),
      ]),
      coverage: 1,
    };
  },
};
