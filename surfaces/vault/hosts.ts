import { domainToASCII } from 'node:url';

/** Port of HTTPS, which patterns leave out. */
const HTTPS_PORT = '443';
const PATTERN =
  /^(\*\.)?((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?::(\d{1,5}))?$/;

/**
 * An allowed host in its normal form: `api.example.com`, `*.example.com` for the names below it, either with a port if
 * it is not 443. Null if it is none, or if it would allow a whole top-level domain.
 */
export function hostPattern(text: string): string | null {
  const [, wildcard = '', name = '', port = HTTPS_PORT] = PATTERN.exec(asciiOf(text.trim())) ?? [];
  if (name === '' || /^[\d.]+$/.test(name) || Number(port) < 1 || Number(port) > 65_535) return null;
  if (wildcard !== '' && !name.includes('.')) return null;
  return `${wildcard}${name}${Number(port) === Number(HTTPS_PORT) ? '' : `:${Number(port)}`}`;
}

/**
 * Letters, digits, dots and hyphens: `domainToASCII` cuts off a path and decodes escapes, and so would allow another
 * host.
 */
const NAME = /^[\p{L}\p{M}\p{N}.-]*$/u;

function asciiOf(text: string): string {
  const [, wildcard = '', name = '', port = ''] = /^(\*\.)?([^:]*)(:.*)?$/.exec(text) ?? [];
  return NAME.test(name) ? `${wildcard}${domainToASCII(name)}${port}` : '';
}

/** A URL's host as patterns write it. */
export function hostOf({ hostname, port }: URL): string {
  return `${hostname.replace(/\.$/, '')}${port === '' || port === HTTPS_PORT ? '' : `:${port}`}`;
}

/** Whether a URL is of one of these hosts; `*.example.com` does not allow `example.com` itself. */
export function isAllowedHost(patterns: readonly string[], url: URL): boolean {
  const host = hostOf(url);
  return patterns.some((pattern) =>
    pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern,
  );
}
