/** One client's virtual session state: settings and channels. */

/** Settings by name. */
export type Settings = ReadonlyMap<string, string>;

/** Parses startup parameters; `options` (`-c name=value`, `--name=value`) become settings. */
export function startupSettings(parameters: ReadonlyMap<string, string>): Map<string, string> {
  const settings = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (name === 'options') for (const [option, given] of readOptions(value)) settings.set(option, given);
    else if (!NOT_SETTINGS.has(name) && !name.startsWith('_pq_.')) settings.set(name, value);
  }
  return settings;
}

const NOT_SETTINGS = new Set(['user', 'database', 'replication']);

function* readOptions(text: string): Generator<[string, string]> {
  const words = [...text.matchAll(/(?:\\.|[^\s\\])+/g)].map(([word]) => word.replace(/\\(.)/g, '$1'));
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const assignment =
      word === '-c'
        ? words[(index += 1)]
        : word.startsWith('-c')
          ? word.slice(2)
          : word.startsWith('--')
            ? word.slice(2)
            : undefined;
    const equals = assignment?.indexOf('=') ?? -1;
    if (assignment === undefined || equals <= 0) continue;
    yield [assignment.slice(0, equals).replaceAll('-', '_'), assignment.slice(equals + 1)];
  }
}

/** SQL that gives the shared session exactly these settings. */
export function applySettingsSql(settings: Settings): string {
  const assignments = [...settings].map(
    ([name, value]) => `select set_config(${literal(name)}, ${literal(value)}, false)`,
  );
  return ['reset all', ...assignments].join('; ');
}

/** Selects the changed settings of the session as (name, value). */
export const READ_SETTINGS_SQL =
  "select name, current_setting(name) from pg_settings where source = 'session' order by name";

export function sameSettings(one: Settings, other: Settings): boolean {
  return one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
}

/** A LISTEN or UNLISTEN; `channel` is null for `UNLISTEN *`. */
export interface ChannelChange {
  readonly listens: boolean;
  readonly channel: string | null;
}

/** Removes comments from SQL, to recognise statements; also removes literals that look like comments. */
export function withoutComments(sql: string): string {
  return /--|\/\*/.test(sql) ? sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ') : sql;
}

/** The LISTEN and UNLISTEN statements in a query text without comments, in order. */
export function channelChanges(sql: string): ChannelChange[] {
  if (!/listen/i.test(sql)) return [];
  return sql.split(';').flatMap((statement): ChannelChange[] => {
    const match = /^\s*(un)?listen\s+("(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*|\*)\s*$/iu.exec(statement);
    const name = match?.[2];
    if (!match || name === undefined) return [];
    if (name === '*') return match[1] ? [{ listens: false, channel: null }] : [];
    return [
      {
        listens: !match[1],
        channel: name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase(),
      },
    ];
  });
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}
