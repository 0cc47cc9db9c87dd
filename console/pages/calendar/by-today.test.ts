import { expect, it } from '@jest/globals';
import { byToday } from './by-today.js';

it('keeps what was disclosed before today apart from what comes', () => {
  const events = ['2026-01-02', '2026-01-04', '2026-01-05', '2026-01-06'].map((date) => ({ date }));
  expect(byToday({ today: '2026-01-05', events })).toEqual({
    coming: [{ date: '2026-01-05' }, { date: '2026-01-06' }],
    disclosed: [{ date: '2026-01-02' }, { date: '2026-01-04' }],
  });
});
