import { expect, it } from '@jest/globals';
import { tellsDay } from '../independent/answer-numbers.js';
import { AnswerEvidence, ask } from '../support/answer-evidence.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { key } = await server.newKey('pro', { perMinute: 100_000 });
const evidence = new AnswerEvidence(server, key, key);

it.each([
  ['What macro events are coming up next week?', 'macro', '2026-01-11'],
  ['Who reports next week?', 'earnings', '2026-01-11'],
])('a question for a stretch of days does not deny the events after it: %s', async (question, types, last) => {
  const events = read((await evidence.body(`/catalysts?days=60&types=${types}`)) as object, 'events') as readonly {
    readonly date: string;
  }[];
  const later = events.map(({ date }) => date).filter((date) => date > last);
  expect(later.length).toBeGreaterThan(1);
  const { answer } = await ask(server, key, question);
  expect(answer.detail).toContain('known for that time. After that time: ');
  expect(later.slice(0, 2).filter((date) => !tellsDay(answer.detail, date))).toEqual([]);
});
