import { describe, expect, it } from '@jest/globals';
import { AnswerSchema } from './part.js';
import { articlesOf, figuresOf, rowsOf } from './rows.js';

const TEXT = { type: 'string' };
const OBJECT = { type: 'object' };
const event = {
  ...OBJECT,
  properties: { date: { type: 'string', format: 'date' }, price: { type: ['number', 'null'], 'x-unit': 'USD' } },
};
const company = {
  ...OBJECT,
  properties: {
    name: TEXT,
    price: { type: 'number' },
    tags: { type: 'array', items: TEXT },
    events: { type: 'array', items: { $ref: '#/$defs/Event' } },
  },
};
const schema = new AnswerSchema({
  ...OBJECT,
  properties: {
    ok: { type: 'boolean' },
    sizes: {
      anyOf: [
        { ...OBJECT, properties: { low: { type: 'number', 'x-unit': 'USD', description: 'Lowest.' } } },
        { type: 'null' },
      ],
    },
    t: { type: 'integer', 'x-unit': 'ms since 1970' },
    tape: { type: 'array', items: company },
  },
  $defs: { Event: event },
});
const body = {
  ok: true,
  sizes: null,
  t: 86_400_000,
  tape: [
    {
      name: 'A',
      price: 5,
      tags: ['x', 'y'],
      events: [
        { date: '2026-01-02', price: 7 },
        { date: '2026-01-03', price: null },
      ],
    },
    { name: 'B', price: 6, tags: [], events: [] },
  ],
};

describe('rows', () => {
  it('are the entries of a list, with flat values', () => {
    expect(rowsOf(body, schema.partAt('tape'))).toEqual([
      { name: 'A', price: 5, tags: 'x, y' },
      { name: 'B', price: 6, tags: '' },
    ]);
  });

  it('of a list in a list have the values of the entry around it, under a name of their own', () => {
    expect(rowsOf(body, schema.partAt('tape.events'))).toEqual([
      { name: 'A', tape_price: 5, tags: 'x, y', date: '2026-01-02', price: 7 },
      { name: 'A', tape_price: 5, tags: 'x, y', date: '2026-01-03', price: null },
    ]);
  });

  it('of an answer are its figures with units, empty where it has none, and instants as dates', () => {
    expect(figuresOf(body, schema.partAt(''))).toEqual([
      { figure: 'Sizes · low', value: null, unit: 'USD', meaning: 'Lowest.' },
      { figure: 'T', value: '1970-01-02T00:00:00.000Z', unit: '', meaning: '' },
    ]);
  });

  it('are none where a list is null', () => {
    expect(rowsOf({ tape: null }, schema.partAt('tape'))).toEqual([]);
  });

  it('of news escape what markdown or HTML would read in the texts of others, and link only to pages', () => {
    const article = {
      ...OBJECT,
      properties: { title: TEXT, url: TEXT, source: TEXT, published_at: TEXT, summary: TEXT },
    };
    const news = new AnswerSchema({ ...OBJECT, properties: { articles: { type: 'array', items: article } } });
    const rows = articlesOf(
      {
        articles: [
          {
            title: 'One',
            url: 'https://a.example/x_(y)',
            source: 'A*',
            published_at: '2026-01-02T10:00:00.000Z',
            summary: '<img src=x> [z](b)',
          },
          {
            title: 'Two',
            url: 'javascript:alert(1)',
            source: 'B',
            published_at: '2026-01-02T09:00:00.000Z',
            summary: null,
          },
        ],
      },
      news.partAt('articles'),
    );
    expect(rows).toEqual([
      {
        title: 'One',
        date: '2026-01-02T10:00:00.000Z',
        author: 'A*',
        excerpt: '<img src=x> [z](b)',
        body: '\\<img src=x\\> \\[z\\]\\(b\\)\n\n[A\\*](https://a.example/x_%28y%29)',
      },
      { title: 'Two', date: '2026-01-02T09:00:00.000Z', author: 'B', excerpt: '', body: '' },
    ]);
  });
});
