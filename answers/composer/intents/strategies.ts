import type { Intent } from '../intent.js';
import { listed, say } from '../line.js';

/** Which strategies can be tested. */
export const INTENT: Intent = {
  name: 'strategies',
  signs: [
    [/\b(?:which|what|list(?: of)?|available|all) (?:the )?(?:\w+ )?strategies\b/, 4.6],
    [/\bstrategies\b.*\b(?:test|backtest|available|offer|support|know)\b/, 2],
  ],
  fits: ({ securities }) => securities.length === 0,
  plan: () => [{ tool: 'strategies', input: {} }],
  write(_question, found) {
    const count = found.number('strategies.count');
    const rows = found.rows('strategies.name');
    if (count === undefined || count.value === 0) return null;
    const names = rows.flatMap((row) => found.text('strategies.name', undefined, row) ?? []);
    return {
      headline: say`${count} strategies can be backtested: ${listed(names.map((name) => say`${name}`))}.`,
      lines: rows.flatMap((row) => {
        const [name, description] = [
          found.text('strategies.name', undefined, row),
          found.text('strategies.description', undefined, row),
        ];
        return name === undefined || description === undefined
          ? []
          : [say`${name}: ${description.value.replace(/\.$/, '')}.`];
      }),
      coverage: 1,
    };
  },
};
