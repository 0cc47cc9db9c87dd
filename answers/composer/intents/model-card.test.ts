import { describe, expect, it } from '@jest/globals';
import { groundingCheck } from '../../grounding/grounding.js';
import { createDirectory } from '../../names/directory.js';
import { TOOL } from '../../tools/model-card.js';
import { Found } from '../found.js';
import { readQuestion } from '../question.js';
import { INTENT } from './model-card.js';

const NOW = Date.parse('2026-01-02T22:00:00Z');
const directory = createDirectory({ securities: [], companies: [], investors: [] });

const CARD = {
  asOf: '2026-01-02',
  record: { resolvedCount: 2500, wins: 1285, winRate: 0.514, baseRate: 0.5907, wilsonLow: 0.42, wilsonHigh: 0.61 },
  validation: {
    significance: { isProven: false, meanReturn: -0.0182, pValue: 0.38 },
    calibration: { brierScore: 0.2462, brierSkill: -0.021577 },
    discrimination: { rocAuc: 0.48 },
  },
  factorHealth: [
    { factor: 'TECHNICAL', verdict: 'BROKEN', effectiveCount: 2.952381 },
    { factor: 'FUNDAMENTALS', verdict: 'BROKEN', effectiveCount: 2.857143 },
  ],
};

/** The headline and sentences about a card, with what the check of numbers finds in them. */
async function answered(card: object) {
  const question = readQuestion(
    { question: 'How good are your signals?', tickers: [], mode: 'digest', nowMs: NOW },
    directory,
  );
  const [call] = INTENT.plan(question);
  const { facts, refusals } = await TOOL.run(call?.input ?? {}, async () => ({ data: { modelCard: card } }), NOW);
  const section = INTENT.write(question, new Found(facts, refusals));
  const lines = section === null ? [] : [section.headline, ...section.lines].map(({ text }) => text);
  const claims = lines.flatMap((line) => groundingCheck(facts, [])(line).flatMap((sentence) => sentence.claims));
  return { lines, faults: claims.filter(({ fault }) => fault !== null) };
}

describe('a question how good the signals are', () => {
  it('is answered with base rate, assumption of the interval, the mean of the p-value, skill and periods', async () => {
    const { lines, faults } = await answered(CARD);
    expect(lines).toEqual([
      'Of 2,500 resolved signals 51.4% were right, and an edge is not proven.',
      'Of the 2,500 resolved signals 1,285 were right: a win rate of 51.4%, with a 95% interval from 42.0% to ' +
        '61.0%, which is too narrow where securities move together for longer than 21 sessions.',
      'To expect a rise after each of them would have been right in 59.1%.',
      'The mean over days of the return in the signal’s direction over 21 sessions was −1.8% (p 0.38).',
      'Of the scores, the area under the ROC curve is 0.48 and the Brier score of the probabilities is 0.25, a ' +
        'skill of −0.02 against the base rate of rises.',
      'Health of the factors: technical broken and fundamentals broken, on as few as 2.86 independent periods of 21 sessions.',
    ]);
    expect(faults).toEqual([]);
  });

  it('leaves out what a card without these sections does not have', async () => {
    const none = { significance: null, calibration: null, discrimination: null };
    const { lines, faults } = await answered({ ...CARD, validation: none, factorHealth: null });
    expect(lines.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'Of 2,500 resolved',
      'Of the 2,500',
      'To expect a',
    ]);
    expect(faults).toEqual([]);
  });
});
