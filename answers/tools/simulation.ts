import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { SimulationToolQuery } from '../generated/operations.js';
import { restPath } from './inputs.js';
import { defineTool } from './tool.js';

interface Input {
  readonly positions: readonly { readonly ticker: string; readonly value: number }[];
  readonly sessions: number;
}

/** Bounds of the sessions ahead, as those of the operation. */
export const SESSIONS_AHEAD = { least: 5, most: 252 } as const;

/** Distribution of a portfolio's value. */
export const TOOL = defineTool<Input, SimulationToolQuery>({
  name: 'simulation',
  description:
    'Monte-Carlo distribution of a portfolio of listed securities: quantiles, chance of a gain, value at risk.',
  input: z.object({
    positions: z
      .array(z.object({ ticker: z.string(), value: z.number().min(0.01) }))
      .min(1)
      .max(30),
    sessions: z.number().int().min(SESSIONS_AHEAD.least).max(SESSIONS_AHEAD.most),
  }),
  operation: /* GraphQL */ `
    query SimulationTool($positions: [PositionInput!]!, $sessions: Float!) {
      simulate(positions: $positions, horizonSessions: $sessions) {
        terminal { meanPct p5Pct p50Pct p95Pct }
        probabilityPositivePct
        valueAtRisk
        expectedShortfall
        horizonSessions
        history { from to sessions }
        confidence { level }
      }
    }
  `,
  tell({ simulate }, list, { positions }) {
    if (!simulate) return;
    const facts = list.about(null, {
      title: 'Simulation of the portfolio',
      ref: restPath('/simulate'),
      asOf: asOfDay(simulate.history.to),
    });
    const change = { isChange: true };
    facts.count('sessions', 'sessions ahead', simulate.horizonSessions, 'sessions');
    const start = positions.reduce((sum, { value }) => sum + value, 0);
    facts.number('start', 'starting value', start, 'usd', { terms: ['starting', 'portfolio'] });
    facts.number('p5', '5th percentile', simulate.terminal.p5Pct, 'percent', { ...change, terms: ['worst'] });
    facts.number('p50', 'median', simulate.terminal.p50Pct, 'percent', change);
    facts.number('p95', '95th percentile', simulate.terminal.p95Pct, 'percent', change);
    const after = (pct: number): number => Number((start * (1 + pct / 100)).toFixed(2));
    facts.number('p5_value', 'value at the 5th percentile', after(simulate.terminal.p5Pct), 'usd', {
      terms: ['5th percentile'],
    });
    facts.number('p50_value', 'median value', after(simulate.terminal.p50Pct), 'usd', { terms: ['median'] });
    facts.number('p95_value', 'value at the 95th percentile', after(simulate.terminal.p95Pct), 'usd', {
      terms: ['95th percentile'],
    });
    facts.number('gain', 'probability of a gain', simulate.probabilityPositivePct, 'percent', {
      terms: ['probability', 'chance'],
    });
    facts.number('var', '95% value at risk', simulate.valueAtRisk, 'usd', { terms: ['value at risk', 'lose'] });
    facts.number('shortfall', '95% expected shortfall', simulate.expectedShortfall, 'usd', { terms: ['shortfall'] });
    facts.text('level', 'confidence', simulate.confidence.level.toLowerCase());
  },
});
