import { z } from 'zod';
import { BASE_PATH } from '../../rest-compat/route.js';
import type { CatalogueEntry } from '../catalogue.js';
import type { GraphField, GraphType } from '../graph-fields.js';
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

/** Names alone of each object in `parts`. */
const namesOf = (parts: ToolAnswer): ToolAnswer =>
  Object.fromEntries(
    Object.entries(parts).map(([key, part]) => [
      key,
      typeof part === 'object' && part !== null ? Object.keys(part).join(', ') : part,
    ]),
  );

/** All of it, or what of it is short: first the texts about arguments go, then all but the names of fields. */
function fitted(whole: ToolAnswer, isWhole: boolean): ToolAnswer {
  if (isWhole || isShort(whole)) return whole;
  const { arguments: _texts, ...brief } = whole;
  const withNames = (parts: ToolAnswer): ToolAnswer => ({
    ...parts,
    ...Object.fromEntries(
      ['returns', 'inputs']
        .filter((key) => parts[key] !== undefined)
        .map((key) => [key, namesOf(asAnswer(parts[key]))] as const),
    ),
    ...namesOf(parts['fields'] === undefined ? {} : { fields: parts['fields'] }),
  });
  const texts = 'arguments: texts';
  const types = 'types of fields: all; read_schema of a field, such as Security.bars, has its own';
  const room = [
    { ...brief, left_out: [texts, ALL_OF_IT] },
    { ...withNames(whole), left_out: [types, ALL_OF_IT] },
    { ...withNames(brief), left_out: [texts, types, ALL_OF_IT] },
  ].find(isShort);
  if (room !== undefined) return room;
  const cut = shorten(withNames(brief), (cutShort) =>
    isShort({ ...asAnswer(cutShort.value), left_out: [texts, types, ...cutShort.leftOut, ALL_OF_IT] }),
  );
  return { ...asAnswer(cut.value), left_out: [texts, types, ...cut.leftOut, ALL_OF_IT] };
}

/** A field of the graph: how it is written, what it takes, and what it returns. */
function ofField(field: GraphField, isWhole: boolean): ToolAnswer {
  const { name, description, tier, units, needs, signature, within } = field;
  return fitted(
    {
      name,
      description,
      tier,
      units,
      ...(needs === undefined ? {} : { needs }),
      signature,
      ...(within === undefined ? {} : { within }),
      ...field.details(),
    },
    isWhole,
  );
}

const ofType = ({ name, description, details }: GraphType, isWhole: boolean): ToolAnswer =>
  fitted({ name, description, ...details() }, isWhole);

function asAnswer(value: unknown): ToolAnswer {
  return typeof value === 'object' && value !== null ? (value as ToolAnswer) : {};
}

export const READ_SCHEMA: Tool = {
  name: 'read_schema',
  description:
    'Parameters of a capability as JSON Schema, the fields of its answer, and its errors; or a field or type of the ' +
    'graph, such as Security.bars or Bar. Costs nothing.',
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
    const { catalogue } = context;
    const entry = catalogue.find(name);
    if (entry === undefined) {
      const [field, type] = [catalogue.findField(name), catalogue.findType(name)];
      // Query.security and Security differ by case alone.
      if (type !== undefined && (field === undefined || type.name === name)) return ofType(type, detail);
      if (field !== undefined) return ofField(field, detail);
      throw unknownName(name, context);
    }
    if (!detail) return short(entry, context);
    const { errors, ...schema } = catalogue.schemaOf(entry);
    return { ...head(entry), ...schema, errors: errors.join(', ') };
  },
};
