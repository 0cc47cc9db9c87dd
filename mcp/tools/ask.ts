import { z } from 'zod';
import { DETAIL_PROPERTY, readArguments, type Tool } from '../tool.js';
import { ANSWER_SCHEMA, callOf } from './call.js';

const ARGUMENTS = z
  .strictObject({
    question: z.unknown(),
    tickers: z.unknown(),
    mode: z.unknown(),
    detail: z.boolean().default(false),
  })
  .partial({ question: true, tickers: true, mode: true });

export const ASK: Tool = {
  name: 'ask',
  description:
    'Answers a question about securities, private companies or investors in words, with numbered sources. Needs the tier pro; costs AI tokens.',
  inputSchema: {
    type: 'object',
    properties: {
      question: { type: 'string', maxLength: 600 },
      tickers: { type: 'array', items: { type: 'string' }, maxItems: 8 },
      mode: { type: 'string', enum: ['digest', 'research'] },
      detail: DETAIL_PROPERTY,
    },
    required: ['question'],
  },
  outputSchema: ANSWER_SCHEMA,
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
  run(given, context) {
    // The endpoint checks the rest, with its own messages.
    const { detail, ...parameters } = readArguments(ARGUMENTS, given);
    return callOf({ name: 'ask', parameters, fields: undefined, detail }, context, 'For more: detail: true.');
  },
};
