import { z } from 'zod';
import { isUrl } from './setting-types.js';

const url = z
  .string()
  .refine(isUrl(['http:', 'https:']), 'must be a URL such as http://collector:4318')
  .optional();

/**
 * OpenTelemetry's own names. What else it reads (headers, sampler, service name) its library takes from the
 * environment.
 */
export const TRACING_ENVIRONMENT = z.object({
  /** Where spans are sent by OTLP over HTTP; none are recorded without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  /** The same for spans alone, with its whole path. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url,
  OTEL_SDK_DISABLED: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
});

/** The URL that spans are posted to; undefined if none are recorded. */
export function tracesUrlOf(env: z.infer<typeof TRACING_ENVIRONMENT>): string | undefined {
  if (env.OTEL_SDK_DISABLED === 'true') return undefined;
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: base } = env;
  return own ?? (base === undefined ? undefined : `${base.replace(/\/+$/, '')}/v1/traces`);
}
