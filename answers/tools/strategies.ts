import { z } from 'zod';
import type { StrategiesToolQuery } from '../generated/operations.js';
import { restPath } from './inputs.js';
import { defineTool } from './tool.js';

/** Time of a catalogue that changes with the program alone. */
const CATALOGUE_AS_OF = '2026-01-01T00:00:00.000Z';

/** The strategies that can be backtested. */
export const TOOL = defineTool<object, StrategiesToolQuery>({
  name: 'strategies',
  description: 'The strategies that can be backtested, and what each does.',
  input: z.object({}),
  operation: /* GraphQL */ `
    query StrategiesTool {
      backtestLibrary { strategies { strategy name description } }
    }
  `,
  tell({ backtestLibrary }, list) {
    const facts = list.about(null, {
      title: 'Library of strategies',
      ref: restPath('/backtest/library'),
      asOf: CATALOGUE_AS_OF,
    });
    const strategies = backtestLibrary?.strategies ?? [];
    facts.count('count', 'strategies', strategies.length, 'strategies');
    for (const [row, { name, description }] of strategies.entries()) {
      facts.text('name', 'strategy', name, { row });
      facts.text('description', 'description', description, { row });
    }
  },
});
