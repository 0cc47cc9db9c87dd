import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EVENT_DATA } from '../../jobs/queue/event-data.js';
import { EVENT_TYPES } from '../../jobs/queue/event-types.js';
import { ROOT } from '../support/scratch.js';

interface Envelope {
  readonly type: keyof typeof EVENT_DATA;
  readonly data: unknown;
}

const page = readFileSync(path.join(ROOT, 'docs', 'webhooks.md'), 'utf8');
const examples = [...page.matchAll(/^\{"id":"evt_.*$/gm)].map(([line]) => JSON.parse(line) as Envelope);

describe('docs/webhooks.md', () => {
  it.each(EVENT_TYPES)('shows an event of %s with exactly the fields that it carries', (type) => {
    const shown = examples.filter((example) => example.type === type);
    expect(shown.length).toBeGreaterThan(0);
    for (const { data } of shown) expect(EVENT_DATA[type].data.parse(data)).toEqual(data);
  });
});
