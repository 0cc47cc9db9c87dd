import { newId, systemRandom } from '../../access/secrets.js';
import { POINTS } from '../../surfaces/community/points.js';
import { Failure } from '../failure.js';
import type { Command, CommandInput, Options } from './command.js';
import { oneLine } from './terminal.js';
import { required } from './values.js';

const JSON_OPTION = { json: { type: 'boolean' } } as const satisfies Options;

function print({ values, output }: CommandInput, row: object, text: string): void {
  output.print(values['json'] === true ? JSON.stringify(row) : oneLine(text));
}

function decision(isPublished: boolean): Command['run'] {
  return async (input) => {
    const id = required(input.values, 'id');
    const isFound = await input.runtime.store.communityActs.decide(id, isPublished, POINTS);
    if (!isFound) throw new Failure(`No held post or comment has the id ${id}; "community held" lists them.`);
    print(input, { id, published: isPublished }, `${isPublished ? 'Published' : 'Rejected'} ${id}.`);
    return 0;
  };
}

function standing(value: 'good' | 'suspended'): Command['run'] {
  return async (input) => {
    const id = required(input.values, 'member');
    const member = await input.runtime.store.communityActs.setStanding(id, value);
    if (member === undefined) throw new Failure(`No member has the id ${id}.`);
    print(input, { member_id: id, account_id: member.accountId, standing: value }, `${id}  ${member.name}  ${value}`);
    return 0;
  };
}

const ID: Options = { id: { type: 'string' }, ...JSON_OPTION };
const MEMBER: Options = { member: { type: 'string' }, ...JSON_OPTION };

/** The community: held posts, members, spaces and events. */
export const COMMUNITY_COMMANDS: Readonly<Record<string, Command>> = {
  'community held': {
    usage: 'community held [--json]',
    description: 'Lists posts and comments that are held for review, oldest first.',
    options: JSON_OPTION,
    async run(input) {
      for (const {
        id,
        kind,
        accountId,
        title,
        body,
        reasons,
        createdAt,
      } of await input.runtime.store.communityActs.held()) {
        const row = { id, kind, account_id: accountId, title, body, reasons, created_at: createdAt };
        print(
          input,
          row,
          `${id}  ${createdAt.toISOString()}  ${reasons.join(', ')}  ${(title ?? body).replace(/\s+/g, ' ').slice(0, 80)}`,
        );
      }
      return 0;
    },
  },
  'community publish': {
    usage: 'community publish --id ID [--json]',
    description: 'Publishes a held post or comment.',
    options: ID,
    run: decision(true),
  },
  'community reject': {
    usage: 'community reject --id ID [--json]',
    description: 'Rejects a held post or comment, which nobody sees from then on.',
    options: ID,
    run: decision(false),
  },
  'community suspend': {
    usage: 'community suspend --member ID [--json]',
    description: 'Suspends a member, who is shown to nobody else and may not write.',
    options: MEMBER,
    run: standing('suspended'),
  },
  'community restore': {
    usage: 'community restore --member ID [--json]',
    description: 'Ends the suspension of a member.',
    options: MEMBER,
    run: standing('good'),
  },
  'community add-event': {
    usage: 'community add-event --title TEXT --starts-at INSTANT [--url URL] [--json]',
    description: 'Adds an event, which starts at an ISO 8601 instant.',
    options: { title: { type: 'string' }, 'starts-at': { type: 'string' }, url: { type: 'string' }, ...JSON_OPTION },
    async run(input) {
      const startsAt = new Date(required(input.values, 'starts-at'));
      if (Number.isNaN(startsAt.getTime()))
        throw new Failure('--starts-at must be an instant such as 2026-12-03T17:00:00Z.');
      const url = input.values['url'];
      const event = {
        id: newId('cev', systemRandom),
        title: required(input.values, 'title'),
        startsAt,
        url: typeof url === 'string' ? url : null,
      };
      await input.runtime.store.communityActs.insertEvent(event);
      print(
        input,
        { id: event.id, title: event.title, starts_at: startsAt, url: event.url },
        `${event.id}  ${startsAt.toISOString()}  ${event.title}`,
      );
      return 0;
    },
  },
  'community add-space': {
    usage: 'community add-space --slug SLUG --name TEXT --description TEXT [--json]',
    description: 'Adds a space.',
    options: { slug: { type: 'string' }, name: { type: 'string' }, description: { type: 'string' }, ...JSON_OPTION },
    async run(input) {
      const slug = required(input.values, 'slug');
      if (slug === 'all' || !/^[a-z\d]+(?:-[a-z\d]+)*$/.test(slug))
        throw new Failure('--slug must be lower-case words between hyphens, and not "all".');
      const space = { slug, name: required(input.values, 'name'), description: required(input.values, 'description') };
      if (!(await input.runtime.store.communityActs.insertSpace(space)))
        throw new Failure(`There is a space ${slug} already.`);
      print(input, space, `${slug}  ${space.name}`);
      return 0;
    },
  },
};
