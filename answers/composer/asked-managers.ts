import type { Entity } from '../names/entity.js';
import { managerOf } from '../names/manager-names.js';
import type { InstitutionalHolders } from '../tools/institutional-changes.js';
import { holdersIn } from './intents/institutional.js';
import type { Question } from './question.js';

/** Managers of one answer. */
const MOST_MANAGERS = 3;
const HOLDS = '(?:own|owns|owned|hold|holds|held|holding|owning)';
const TRADES =
  '(?:buy|buys|buying|bought|sell(?! off)|sells|selling|sold(?! off)|add|adds|adding|added|trim|trims|trimmed|trimming|' +
  'exit|exits|exited|dump|dumps|dumped|dumping|close|closed|reduce|reduced|increase|increased|invest|invests|invested|' +
  'investing)';
const LISTS = '(?:13f\\w*|holdings?|positions?|portfolio|stakes?|buys|sells|purchases|bets|trades|moves|investments)';
const LISTED = new RegExp(`\\b${LISTS}\\b`);
const SECURITIES = '(?:stocks?|shares|securities|positions?|equities|companies)';
/** What stands between a verb and the security that it is about. */
const OBJECT = '(?:(?:any|more|some|all|its|their|a|an|the|stock|stake|shares?|position|of|in) )*';
const OWNER = '(?<owner>@s|@i)';

/** What a named manager is asked for. */
const OF_NAMED: readonly RegExp[] = [
  new RegExp(
    `\\b(?:what|which|how (?:many|much)|where)\\b.*\\b(?:does|do|did|is|are|has|have` +
      `|was)(?: the)? @m\\b.*\\b(?:${HOLDS}|${TRADES}|have)\\b`,
  ),
  new RegExp(`@m(?:'s?)? (?:\\w+ ){0,3}${LISTS}\\b|\\b${LISTS} (?:of|by|at|for|from)(?: the)? @m`),
  new RegExp(`\\b(?:does|did|do|is|has|have)(?: the)? @m\\b(?: \\w+){0,2} (?:${HOLDS}|${TRADES}|have)\\b.*@s`),
  new RegExp(`\\b(?:owned|held|bought|sold) by(?: the)? @m`),
  /@m(?:'s?)? @s(?: (?:stake|position|shares?|holdings?))?[?.! ]*$|^@s(?: at)? @m[?.! ]*$/,
  new RegExp(`^(?:does|did|do|is|has|have)(?: the)? @m(?: still| also| ever)? (?:${HOLDS}|${TRADES}|have)\\b`),
  new RegExp(`@m (?:still |also |just |now |recently )?(?:owns|holds|held|bought|sold|exited|dumped|trimmed|added)\\b`),
  /\b(?:puts?|calls?|options?)\b.*@m|@m.*\b(?:puts?|calls?)\b/,
  /\b(?:percent|percentage|%|share|part|fraction) of @s\b.*@m|\bhow much of @s\b.*@m/,
  /^(?:(?:tell me about|show(?: me)?|info(?:rmation)? on|what about) )?(?:the )?@m[?.! ]*$/,
];

/** Several managers beside each other. */
export const COMPARED = /@m\b.*\b(?:vs\.?|versus|or|and|than)(?: the)? @m\b/;

/** A listed company is asked for what it holds, and may be a manager too: "What does Berkshire own?" */
const OF_LISTED: readonly RegExp[] = [
  new RegExp(
    `\\bwhat (?:else )?(?:${SECURITIES} )?(?:does|do|did) ${OWNER} (?:own|hold)\\b(?! (?:up|steady|back|off` +
      `|on))(?!.*@s)`,
    'd',
  ),
  new RegExp(
    `\\b(?:what|which|how many) ${SECURITIES}(?: of @s)? (?:does|did|is|has) ${OWNER}(?: \\w+)? (?:${HOLDS}` +
      `|${TRADES})\\b`,
    'd',
  ),
  new RegExp(
    `\\b(?:does|did|do|is|has) ${OWNER}(?: (?:still|also|ever|now|currently))? (?:${HOLDS}|${TRADES}|have) ${OBJECT}@s`,
    'd',
  ),
];
/** The same, of those that are known to be managers: "Berkshire's top holdings". */
const OF_MANAGERS: readonly RegExp[] = [
  new RegExp(
    `(?<!\\bmy )${OWNER}(?:'s?)? (?:\\w+ ){0,2}(?:13f\\w*|(?:stock |equity )?(?:holdings?|positions?|portfolio))\\b`,
    'd',
  ),
  new RegExp(`\\b(?:holdings|positions|portfolio|13f filing) (?:of|by) ${OWNER}`, 'd'),
  new RegExp(
    `\\b(?:what|which)(?: \\w+){0,3} (?:did|has|is|does|have) ${OWNER}(?: been| just| recently)? ${TRADES}\\b`,
    'd',
  ),
  new RegExp(
    `\\bhow (?:much|many)(?: shares| stock)?(?: of)? @s(?: shares| stock)? (?:does|did` +
      `|has) ${OWNER} (?:${HOLDS}|${TRADES}|have)\\b`,
    'd',
  ),
  new RegExp(`${OWNER}(?:'s?)? (?:stake|position|holding)s? in @s`, 'd'),
  new RegExp(`\\b(?:owned|held) by ${OWNER}`, 'd'),
];
/** The same, in what is not stored: "Does Berkshire own American Express?" */
const OF_UNKNOWN = new RegExp(`\\b(?:does|did|do|is|has) ${OWNER}(?: still)? (?:own|hold|have)\\b(?!.*@s)`, 'd');
/** Asks for those who hold a security, or for what is no security. */
const OTHERS = /\b(?:institution\w*|holders?|private|startups?|insiders?|congress|dividends?)\b/;

/** The patterns by which a question asks for the positions of somebody. */
export const MANAGER_SIGNS: readonly RegExp[] = [...OF_NAMED, ...OF_LISTED, ...OF_MANAGERS, OF_UNKNOWN];

/** What a question asks of managers. */
export interface AskedManagers {
  /** Managers whose positions a question asks for. */
  readonly owners: readonly Entity[];
  /** A listed company that is asked for its positions, and of which no form is stored. */
  readonly unknown: Entity | undefined;
  /** Securities that it asks the positions in, by company: one that is named has all its classes of shares. */
  readonly targets: readonly (readonly Entity[])[];
  /** Which positions it asks for. */
  readonly holdings: InstitutionalHolders;
  /** Whether it names more managers than are told. */
  readonly isCut: boolean;
}

const NOTHING: AskedManagers = { owners: [], unknown: undefined, targets: [], holdings: 'LARGEST', isCut: false };

/** The security or investor at a place of `plain`. */
function entityAt({ plain, names: { mentions } }: Question, place: number): Entity | undefined {
  const mark = plain.slice(place, place + 2);
  const index = plain.slice(0, place).split(mark).length - 1;
  const kind = mark === '@s' ? 'security' : 'investor';
  return mentions.filter(({ entity }) => entity.kind === kind)[index]?.entity;
}

/** A security, and the other classes of its company unless the question names its ticker. */
function classesOf(security: Entity, { text, names, directory }: Question): readonly Entity[] {
  const mention = names.mentions.find(({ entity }) => entity.id === security.id);
  const written = mention === undefined ? security.key : text.slice(mention.start, mention.end);
  if (written.replace(/^\$/, '').toUpperCase().replaceAll('-', '.') === security.key) return [security];
  const others = [...directory.byTicker.values()].filter(
    ({ name, key, isFund }) => !isFund && name === security.name && key !== security.key,
  );
  return [security, ...others];
}

/** "Compare Berkshire and Pershing Square holdings", "more Microsoft than Goldman": a listed company as a manager. */
function besideManagers(question: Question): AskedManagers | null {
  const { plain, managers, securities, directory, names } = question;
  const than = /\bthan @s/.exec(plain);
  const isList = /\b(?:compare|vs\.?|versus)\b.*@s|@s (?:vs\.?|versus|and|or) @m/.test(plain) && LISTED.test(plain);
  const marked = names.mentions.flatMap(({ entity }) => (entity.kind === 'security' ? [entity] : []));
  const others = isList ? securities : than === null ? [] : marked.slice(-1);
  const owners = others.flatMap((security) => managerOf(security.name, directory.managers) ?? []);
  if (owners.length === 0) return null;
  const targets = securities.filter(({ id }) => !others.some((other) => other.id === id));
  return {
    owners: [...managers, ...owners].slice(0, MOST_MANAGERS),
    unknown: undefined,
    targets: targets.map((each) => classesOf(each, question)),
    holdings: 'LARGEST',
    isCut: managers.length + owners.length > MOST_MANAGERS,
  };
}

/** Whose positions a question asks for, and in what. */
export function askedManagers(question: Question): AskedManagers {
  const { plain, managers, securities } = question;
  const targetsBut = (owner: Entity | undefined): readonly (readonly Entity[])[] =>
    securities.filter(({ id }) => id !== owner?.id).map((each) => classesOf(each, question));
  if (managers.length > 0) {
    const beside = besideManagers(question);
    if (beside !== null) return beside;
    const isAsked = COMPARED.test(plain) || OF_NAMED.some((pattern) => pattern.test(plain));
    return {
      owners: managers.slice(0, MOST_MANAGERS),
      unknown: undefined,
      targets: targetsBut(undefined),
      holdings: isAsked ? holdersIn(question) : 'LARGEST',
      isCut: managers.length > MOST_MANAGERS,
    };
  }
  if (OTHERS.test(plain)) return NOTHING;
  const { unknownNames, unknownTickers } = question.names;
  const ofUnknown = unknownNames.length + unknownTickers.length > 0 ? [OF_UNKNOWN] : [];
  for (const pattern of [...OF_LISTED, ...OF_MANAGERS, ...ofUnknown]) {
    const place = pattern.exec(plain)?.indices?.groups?.['owner']?.[0];
    const owner = place === undefined ? undefined : entityAt(question, place);
    if (owner === undefined || owner.isFund) continue;
    const manager = managerOf(owner.name, question.directory.managers);
    const targets = targetsBut(owner);
    // "Does Google own YouTube?" names one company twice.
    if (/@s$/.test(pattern.source) && targets.length === 0) continue;
    const asked = { targets, holdings: holdersIn(question), isCut: false };
    const other = /\bthan @s/.test(plain) ? targets.at(-1)?.[0] : undefined;
    const second = other === undefined ? undefined : managerOf(other.name, question.directory.managers);
    if (manager !== undefined && second !== undefined)
      return { ...asked, owners: [manager, second], targets: targets.slice(0, -1), unknown: undefined };
    if (manager !== undefined) return { ...asked, owners: [manager], unknown: undefined };
    if (OF_LISTED.includes(pattern) && owner.kind === 'security') return { ...asked, owners: [], unknown: owner };
  }
  return NOTHING;
}
