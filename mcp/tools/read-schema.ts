import { z } from 'zod';
import { BASE_PATH } from '../../rest-compat/route.js';
import type { CatalogueEntry } from '../catalogue.js';
import type { GraphField } from '../graph-fields.js';
import type { Schema } from '../../rest-compat/openapi/schema.js';
import { inLines, outline, withoutTexts } from '../outline.js';
import { shorten } from '../shorten.js';
import {
  DETAIL_PROPERTY,
  ERROR_PROPERTY,
  isShort,
  LEFT_OUT_PROPERTY,
  readArguments,
  type Tool,
  type ToolAnswer,
  type ToolContext,
} from '../tool.js';
import { unknownName } from './call.js';

const ARGUMENTS = z.strictObject({ name: z.string().max(100), detail: z.boolean().default(false) });

function head({ name, capability: { route, tier, isMetered } }: CatalogueEntry): ToolAnswer {
  return {
    name,
    method: route.method,
    path: BASE_PATH + route.path,
    summary: route.summary,
    tier,
    units: isMetered ? 1 : 0,
  };
}

const ALL_OF_IT = 'detail: true has all of it.';

/**
 * The parameters, and the answer's fields in one line each. What parameters are matters most: if there is no room, the
 * texts about them go first, then the answer's fields, and then each is told in one line; none is left out.
 */
function short(entry: CatalogueEntry, { catalogue }: ToolContext): ToolAnswer {
  const { description, parameters, answer, errors } = catalogue.schemaOf(entry);
  const made = (given: Schema, fields: ToolAnswer, leftOut: readonly string[]): ToolAnswer => ({
    ...head(entry),
    description,
    parameters: given,
    ...fields,
    errors: errors.join(', '),
    left_out: leftOut,
  });
  const fields = (levels: number): ToolAnswer => ({ answer: outline(answer, levels) });
  const [without, brief, lines] = ['answer: all', withoutTexts(parameters), inLines(parameters)];
  const room = [
    ...[3, 2, 1].map((levels) =>
      made(parameters, fields(levels), ['Types and descriptions of the fields: detail: true.']),
    ),
    made(brief, fields(1), ['parameters: texts and examples', ALL_OF_IT]),
    made(brief, {}, ['parameters: texts and examples', without, ALL_OF_IT]),
    made(lines, fields(1), ['parameters: all but a line of each', ALL_OF_IT]),
    made(lines, {}, ['parameters: all but a line of each', without, ALL_OF_IT]),
  ].find(isShort);
  if (room !== undefined) return room;
  const cut = shorten({ ...made(lines, {}, []), left_out: undefined }, (cutShort) =>
    isShort({ ...asAnswer(cutShort.value), left_out: [...cutShort.leftOut, ALL_OF_IT] }),
  );
  return { ...asAnswer(cut.value), left_out: [...cut.leftOut, ALL_OF_IT] };
}

/** A field of the graph: how it is written, what it takes, and what it returns. */
function ofGraph(field: GraphField, isWhole: boolean): ToolAnswer {
  const { name, description, tier, units, signature, within } = field;
  const whole = {
    name,
    description,
    tier,
    units,
    signature,
    ...(within === undefined ? {} : { within }),
    ...field.details(),
  };
  if (isWhole || isShort(whole)) return whole;
  const cut = shorten(whole, (cutShort) =>
    isShort({ ...asAnswer(cutShort.value), left_out: [...cutShort.leftOut, ALL_OF_IT] }),
  );
  return { ...asAnswer(cut.value), left_out: [...cut.leftOut, ALL_OF_IT] };
}

function asAnswer(value: unknown): ToolAnswer {
  return typeof value === 'object' && value !== null ? (value as ToolAnswer) : {};
}

export const READ_SCHEMA: Tool = {
  name: 'read_schema',
  description: 'Parameters of a capability as JSON Schema, the fields of its answer, and its errors. Costs nothing.',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string', description: 'As search_capabilities says.' }, detail: DETAIL_PROPERTY },
    required: ['name'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      method: { type: 'string' },
      path: { type: 'string' },
      summary: { type: 'string' },
      description: { type: 'string' },
      tier: { type: 'string' },
      units: { type: 'integer' },
      parameters: { type: 'object', description: 'JSON Schema.' },
      answer: { type: 'object', description: 'Fields; JSON Schema with detail.' },
      errors: { type: 'string' },
      left_out: LEFT_OUT_PROPERTY,
      error: ERROR_PROPERTY,
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  run(given, context) {
    const { name, detail } = readArguments(ARGUMENTS, given);
    const entry = context.catalogue.find(name);
    if (entry === undefined) {
      const field = context.catalogue.findInGraph(name);
      if (field === undefined) throw unknownName(name, context);
      return ofGraph(field, detail);
    }
    if (!detail) return short(entry, context);
    const { errors, ...schema } = context.catalogue.schemaOf(entry);
    return { ...head(entry), ...schema, errors: errors.join(', ') };
  },
};
