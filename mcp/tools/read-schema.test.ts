import { describe, expect, it } from '@jest/globals';
import { CAPABILITIES, SDL } from '../../rest-compat/fixtures/capabilities.js';
import { createCatalogue } from '../catalogue.js';
import type { ToolContext } from '../tool.js';
import { READ_SCHEMA } from './read-schema.js';

const catalogue = createCatalogue({ capabilities: CAPABILITIES, sdl: SDL });
// The schemas of capabilities need nothing else of what a call has.
const context = { catalogue } as ToolContext;

interface Parameters {
  readonly type: string;
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
}

async function read(name: string, detail: boolean): Promise<{ parameters: Parameters; bytes: number }> {
  const answer = await READ_SCHEMA.run({ name, detail }, context);
  return { parameters: answer['parameters'] as Parameters, bytes: Buffer.byteLength(JSON.stringify(answer)) };
}

describe('read_schema', () => {
  it.each(catalogue.entries.map(({ name }) => name))(
    'of %s tells every parameter in 2,000 bytes, each with a type or in a line',
    async (name) => {
      const [short, whole] = [await read(name, false), await read(name, true)];
      expect(short.bytes).toBeLessThanOrEqual(2_000);
      const { type, properties, required } = short.parameters;
      expect([type, Object.keys(properties), required]).toEqual([
        whole.parameters.type,
        Object.keys(whole.parameters.properties),
        whole.parameters.required,
      ]);
      expect(Object.values(properties).filter((each) => Object.keys(each).length === 0)).toEqual([]);
    },
  );
});
