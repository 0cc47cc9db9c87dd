import type { ParsedAnswer } from './answer.js';

type Variables = Readonly<Record<string, unknown>>;

/**
 * The variable with the versions that a client has, as `signalChanged(since:)` and `newsPublished(since:)` take them.
 */
const SINCE = /\$since\s*:\s*\[(Signal|News)VersionInput!\]/;

/** The field of a security that has the version, by what the variable's type is called after. */
const VERSIONED: Readonly<Record<string, string>> = { Signal: 'signal', News: 'news' };

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * The versions of what a stream has sent, so that a reopened stream sends and charges only what has changed. Without a
 * `$since` in the document, `variables` returns what it is given.
 */
export interface LastVersions {
  note(answer: ParsedAnswer): void;
  variables(given: Variables | undefined): Variables | undefined;
}

/**
 * Reads each event's `ticker` and `signal { version }` or `news { version }`, under whatever alias the document selects
 * the stream.
 */
export function lastVersions(document: string): LastVersions {
  const versions = new Map<string, string>();
  const versioned = VERSIONED[SINCE.exec(document)?.[1] ?? ''];
  return {
    note({ data }) {
      if (versioned === undefined || !isRecord(data)) return;
      for (const security of Object.values(data)) {
        if (!isRecord(security) || typeof security['ticker'] !== 'string') continue;
        const { ticker, [versioned]: part } = security;
        if (isRecord(part) && typeof part['version'] === 'string') versions.set(ticker, part['version']);
      }
    },
    variables(given) {
      if (versions.size === 0) return given;
      const before = Array.isArray(given?.['since']) ? (given['since'] as readonly unknown[]) : [];
      const others = before.filter(
        (entry) => !(isRecord(entry) && typeof entry['ticker'] === 'string' && versions.has(entry['ticker'])),
      );
      return { ...given, since: [...others, ...[...versions].map(([ticker, version]) => ({ ticker, version }))] };
    },
  };
}
