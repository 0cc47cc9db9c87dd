import { describe, expect, it } from '@jest/globals';
import { TOOLS } from '../toolbox.js';
import { BUDGETS, TOOLS_SHARE } from './conversation.js';
import { createToolCatalog } from './tool-definitions.js';

const ALL = [...TOOLS.keys()].sort();
const namesOf = (most: number, preferred: readonly string[] = []): readonly string[] =>
  createToolCatalog(TOOLS)
    .select(most, () => preferred)
    .definitions.map(({ name }) => name);

describe('the definitions of tools', () => {
  it.each(Object.entries(BUDGETS))('are all told to a model whose %s may spend the most tokens', (_, { tokens }) => {
    expect([...namesOf(Math.floor(tokens.most * TOOLS_SHARE))].sort()).toEqual(ALL);
  });

  it('keep those that the question needs where not all fit', () => {
    const names = namesOf(1_000, ['startup_news', 'gaps']);
    expect(names.slice(0, 2)).toEqual(['startup_news', 'gaps']);
    expect(names.length).toBeLessThan(ALL.length);
  });

  it('tell a day by its format, and nothing that the check of the arguments enforces alone', () => {
    const text = JSON.stringify(createToolCatalog(TOOLS).select(Infinity, () => []).definitions);
    expect(text).toContain('"format":"date"');
    expect(text).not.toMatch(/"minItems"|"maxLength"|"default":(null|\[\])|\\\\d\{4\}/);
  });
});
