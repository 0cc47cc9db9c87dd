import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildSchema, getNamedType, isObjectType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { TOOLS } from '../../answers/toolbox.js';
import { CAPABILITIES } from '../../rest-compat/fixtures/capabilities.js';
import { QUESTIONS } from '../support/answer-questions.js';
import { ROOT } from '../support/scratch.js';

const SCHEMA = buildSchema(readFileSync(path.join(ROOT, 'schema', 'public.graphql'), 'utf8'));
/** The types whose fields are capabilities. */
const PARENTS = ['Query', 'Security', 'PrivateCompany'];

const OWN = 'of the account, which a question about the market is not about; an answer may be shown to others';
const STRANGERS = 'written by other members, and no data of the market';
const BY_COMPANY = 'read by company, through the field of the same data of PrivateCompany';
const BY_TICKERS = 'read through securitiesByTicker, which takes one ticker too';
const FICTIONAL = 'fictional data, which shows a form';

/** Why answers read nothing of a capability. */
const REASONS: Readonly<Record<string, string>> = {
  'Query.viewer': OWN,
  'Query.rateLimit': 'of one request, while a question is about many; the tool usage tells the limits',
  'Query.webhooks': OWN,
  'Query.webhook': OWN,
  'Query.line': OWN,
  'Query.lineMessages': 'messages of strangers to the account',
  'Query.lineMessage': 'messages of strangers to the account',
  'Query.vaultItems': 'what the owner shares with agents; an answer has no tool that uses credentials',
  'Query.community': OWN,
  'Query.communityPosts': STRANGERS,
  'Query.communityPost': STRANGERS,
  'Query.communityMembers': STRANGERS,
  'Query.communityEvents': STRANGERS,
  'Query.communityLeaderboard': STRANGERS,
  'Query.arena': STRANGERS,
  'Query.arenaMember': STRANGERS,
  'Query.arenaMe': OWN,
  'Query.arenaCatalog': 'rules of a game, and no data of the market',
  'Query.agents': OWN,
  'Query.agent': OWN,
  'Query.agentRuns': 'earlier answers, which are no data',
  'Query.agentRun': 'earlier answers, which are no data',
  'Query.security': BY_TICKERS,
  'Query.privateStakes': 'read by holder or company, through Security.privateStakes and PrivateCompany.stakes',
  'Query.privateMarketNames': 'names as one types them; answers resolve names in questions by rules of their own',
  'Query.stakeHolders': 'read by holder, through Security.privateStakes',
  'Query.secondaryTape': BY_COMPANY,
  'Query.privateLiquidity': BY_COMPANY,
  'Query.privateCompanyNews': 'a search over articles; the tool startup_news reads stories of named companies',
  'Query.demoReadthroughBasket': FICTIONAL,
  'Query.demoPromiseLedger': FICTIONAL,
  'Query.institutionalManager': 'read through institutionalManagers, which finds managers by name too',
  'Security.bars': 'the same sessions are read through barColumns, which is shorter',
  'Security.intraday': 'minutes of a session are read summed up, through microstructure and daySignal',
  'Security.splits': 'prices are told adjusted for splits, as barColumns has them',
  'PrivateCompany.rivals': 'names of rivals are told by the company’s profile',
  'PrivateCompany.relations': 'listed relations are read through readthroughBasket',
};

/** `Type.field` of all that a tool's operation selects. */
function fieldsOf(operation: string): readonly string[] {
  const types = new TypeInfo(SCHEMA);
  const found: string[] = [];
  const Field = (): void => void found.push(`${String(types.getParentType())}.${types.getFieldDef()?.name ?? ''}`);
  visit(parse(operation), visitWithTypeInfo(types, { Field }));
  return found;
}

const FIELDS = PARENTS.flatMap((parent) => {
  const type = SCHEMA.getType(parent);
  if (!isObjectType(type)) throw new Error(`The schema has no type ${parent}.`);
  return Object.values(type.getFields()).flatMap((field) =>
    isObjectType(getNamedType(field.type)) ? [`${parent}.${field.name}`] : [],
  );
});
const READ = new Set([...TOOLS.values()].flatMap(({ operation }) => fieldsOf(operation)));
const REASONED = Object.keys(REASONS);

describe('capabilities and the tools of answers', () => {
  it('have a tool that reads them, or a reason why none does', () => {
    expect(FIELDS.filter((field) => !READ.has(field) && !REASONED.includes(field))).toEqual([]);
  });

  it('have no reason beside a tool, and none without being there', () => {
    expect(REASONED.filter((field) => READ.has(field) || !FIELDS.includes(field))).toEqual([]);
  });

  it('are what every endpoint begins with that does not write', () => {
    const begins = CAPABILITIES.flatMap(({ route: { method, path: at }, operation: { definition } }) =>
      definition.operation === 'mutation'
        ? []
        : definition.selectionSet.selections.map(
            (node) => [`${method} ${at}`, node.kind === 'Field' ? `Query.${node.name.value}` : node.kind] as const,
          ),
    );
    expect(begins.filter(([, field]) => !FIELDS.includes(field))).toEqual([]);
    expect(begins.length).toBeGreaterThan(FIELDS.length / 2);
  });

  it('no tool of answers writes', () => {
    expect(
      [...TOOLS.values()]
        .filter(({ operation }) => !operation.trimStart().startsWith('query '))
        .map(({ name }) => name),
    ).toEqual([]);
  });

  it('each tool is asked for by a question of the table', () => {
    const asked = new Set(QUESTIONS.map(({ tool }) => tool));
    expect([...TOOLS.keys()].filter((name) => !asked.has(name))).toEqual([]);
  });
});
