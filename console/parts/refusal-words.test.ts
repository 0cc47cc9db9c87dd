import { expect, it } from '@jest/globals';
import { fieldWords, messageFor } from './refusal-words.js';

it.each([
  [{ path: ['filter', 'score', 'atLeast'] }, 'Score at least'],
  [{ path: ['filter', 'factors', 'technical', 'atLeast'] }, 'Technical at least'],
  [{ path: ['input', 'taskPrompt'] }, 'Task'],
  [{ param: 'holdings[2].shares' }, 'Holdings shares'],
  [{}, null],
])('%j is called %s', (about, name) => {
  expect(fieldWords(about)).toBe(name);
});

it.each([
  [
    'filter.score.atLeast must be a number from 0 to 100; got 500.',
    'This must be a number from 0 to 100; got 500.',
    { path: ['filter', 'score', 'atLeast'] },
  ],
  [
    'No private company has the slug acme; GET /private-companies/list and privateCompanies list them.',
    'No private company has the slug acme.',
    {},
  ],
  ['The sector x is not known; it is one of Fintech.', 'The sector x is not known; it is one of Fintech.', {}],
])('%s is said as: %s', (message, said, about) => {
  expect(messageFor({ message, about })).toBe(said);
});
