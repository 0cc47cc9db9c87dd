import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { externalFile, hasExternalData } from '../test/independent/datasets.js';
import { epochDay, readRows } from '../test/independent/rows.js';
import { isoDate, weekdayOf } from './days.js';
import {
  closeMinute,
  isSession,
  lastClosedSession,
  lastSessionOfMonth,
  marketHolidays,
  nextSession,
  previousSession,
  sessionCloseUtcMs,
  sessionsBetween,
} from './nyse.js';

const external = hasExternalData ? it : it.skip;

function closedWeekdays(year: number): string[] {
  const closed: string[] = [];
  for (let day = epochDay(`${year}-01-01`); day < epochDay(`${year + 1}-01-01`); day += 1) {
    if (![0, 6].includes(weekdayOf(day)) && !isSession(day)) closed.push(isoDate(day).slice(5));
  }
  return closed;
}

/** Weekdays without a session, as published by the exchange. */
const PUBLISHED: Readonly<Record<number, string>> = {
  1994: '02-21 04-01 04-27 05-30 07-04 09-05 11-24 12-26',
  1998: '01-01 01-19 02-16 04-10 05-25 07-03 09-07 11-26 12-25',
  2001: '01-01 01-15 02-19 04-13 05-28 07-04 09-03 09-11 09-12 09-13 09-14 11-22 12-25',
  2012: '01-02 01-16 02-20 04-06 05-28 07-04 09-03 10-29 10-30 11-22 12-25',
  2021: '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24',
  2022: '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26',
  2025: '01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25',
  2026: '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25',
  2027: '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24',
};

describe('NYSE sessions', () => {
  it.each(Object.entries(PUBLISHED))('are absent on the published closures of %s', (year, dates) => {
    expect(closedWeekdays(Number(year)).join(' ')).toBe(dates);
  });

  it.each([
    [2010, 252],
    [2015, 252],
    [2018, 251],
    [2020, 253],
    [2023, 250],
    [2024, 252],
  ])('in %d number %d', (year, count) => {
    expect(sessionsBetween(epochDay(`${year}-01-01`), epochDay(`${year}-12-31`))).toHaveLength(count);
  });

  it('are missing on nine or ten weekdays in every year from 2026 to 2040', () => {
    for (let year = 2026; year <= 2040; year += 1) expect([9, 10]).toContain(closedWeekdays(year).length);
  });

  external('are exactly the days on which SPY traded from 1993 to 2025', () => {
    const traded = new Set(readRows(externalFile('daily_etf_yahoo', 'SPY.csv')).map(({ date }) => date));
    const wrong: string[] = [];
    for (let day = epochDay('1993-01-29'); day <= epochDay('2025-09-26'); day += 1) {
      if (isSession(day) !== traded.has(isoDate(day))) wrong.push(isoDate(day));
    }
    expect(wrong).toEqual([]);
  });

  external('match a recorded vendor calendar of closures and early closes', () => {
    const { data } = JSON.parse(readFileSync(externalFile('finnhub_recorded', 'market_holiday_US.json'), 'utf8')) as {
      data: { atDate: string; tradingHour: string }[];
    };
    for (const { atDate, tradingHour } of data) {
      const day = epochDay(atDate);
      if (tradingHour === '') expect({ atDate, open: isSession(day) }).toEqual({ atDate, open: false });
      else expect({ atDate, close: closeMinute(day) }).toEqual({ atDate, close: 780 });
    }
    const listed = new Set(data.filter(({ tradingHour }) => tradingHour !== '').map(({ atDate }) => atDate));
    for (let day = epochDay('2023-01-02'); day <= epochDay('2026-12-31'); day += 1) {
      if (closeMinute(day) !== 960) expect(listed).toContain(isoDate(day));
    }
  });

  it.each([
    ['1990-11-23', 960],
    ['1991-11-29', 960],
    ['1992-11-27', 840],
    ['1993-11-26', 780],
    ['1996-07-05', 780],
    ['1999-12-31', 780],
    ['2002-07-05', 780],
    ['2002-07-03', 960],
    ['2013-07-03', 780],
    ['2013-07-05', 960],
    ['2021-12-24', 960],
    ['2024-11-29', 780],
    ['2025-07-03', 780],
    ['2026-07-02', 960],
    ['2026-11-27', 780],
    ['2026-12-24', 780],
  ])('close on %s at minute %d', (date, minute) => {
    expect(closeMinute(epochDay(date))).toBe(minute);
  });

  it('are found across weekends and closures', () => {
    expect(isoDate(nextSession(epochDay('2001-09-10')))).toBe('2001-09-17');
    expect(isoDate(previousSession(epochDay('2012-10-31')))).toBe('2012-10-26');
    expect(isoDate(lastSessionOfMonth(2024, 3))).toBe('2024-03-28');
    expect(isoDate(lastSessionOfMonth(2021, 12))).toBe('2021-12-31');
    expect(isoDate(lastSessionOfMonth(2021, 5))).toBe('2021-05-28');
  });

  it.each([
    ['2025-01-15T20:59:59.999Z', '2025-01-14'],
    ['2025-01-15T21:00:00.000Z', '2025-01-15'],
    ['2025-01-19T12:00:00.000Z', '2025-01-17'],
    ['2024-11-29T18:00:00.000Z', '2024-11-29'],
    ['2024-11-29T02:00:00.000Z', '2024-11-27'],
    ['2026-07-01T19:59:00.000Z', '2026-06-30'],
    ['2026-07-01T20:00:00.000Z', '2026-07-01'],
    ['2026-11-21T03:00:00.000Z', '2026-11-20'],
  ])('include the last closed one at %s: %s', (instant, date) => {
    expect(isoDate(lastClosedSession(Date.parse(instant)))).toBe(date);
  });

  it('close at 21:00 UTC in winter, 20:00 in summer and 18:00 on a winter half day', () => {
    const closeOf = (date: string) => new Date(sessionCloseUtcMs(epochDay(date))).toISOString();
    expect(closeOf('2025-01-15')).toBe('2025-01-15T21:00:00.000Z');
    expect(closeOf('2025-07-15')).toBe('2025-07-15T20:00:00.000Z');
    expect(closeOf('2024-11-29')).toBe('2024-11-29T18:00:00.000Z');
  });
});

describe('marketHolidays', () => {
  it('are the weekdays without a session and the early closes, from 1990 to 2050', () => {
    const [first, last] = [epochDay('1990-01-01'), epochDay('2050-12-31')];
    const days = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const special = days.filter((day) =>
      isSession(day) ? closeMinute(day) !== 960 : ![0, 6].includes(weekdayOf(day)),
    );
    expect(marketHolidays(first, last, 10_000).map(({ day, closeMinute: minute }) => [isoDate(day), minute])).toEqual(
      special.map((day) => [isoDate(day), isSession(day) ? closeMinute(day) : null]),
    );
  });

  external('have the names and days of a recorded vendor calendar, from 2023 to 2026', () => {
    const { data } = JSON.parse(readFileSync(externalFile('finnhub_recorded', 'market_holiday_US.json'), 'utf8')) as {
      data: { eventName: string; atDate: string; tradingHour: string }[];
    };
    const names: Readonly<Record<string, string>> = {
      Christmas: 'Christmas Day',
      'Birthday of Martin Luther King, Jr': 'Martin Luther King, Jr. Day',
      'National Mourning Day': 'Funeral of President Carter',
    };
    const whole = data
      .filter(({ tradingHour }) => tradingHour === '')
      .map(({ atDate, eventName }) => [atDate, names[eventName] ?? eventName]);
    const ours = marketHolidays(epochDay('2023-01-01'), epochDay('2026-12-31'), 100)
      .filter(({ closeMinute: minute }) => minute === null)
      .map(({ day, name }) => [isoDate(day), name]);
    expect(ours).toEqual(whole.sort());
    expect(ours).toHaveLength(41);
  });

  it.each([
    ['1997-12-26', 'Day after Christmas', 780],
    ['2001-09-11', 'Attacks of September 11', null],
    ['2012-07-03', 'Day before Independence Day', 780],
    ['2021-07-05', 'Independence Day', null],
    ['2026-11-27', 'Day after Thanksgiving', 780],
    ['2026-12-24', 'Christmas Eve', 780],
    ['2027-12-24', 'Christmas Day', null],
  ])('on %s: %s, close %s', (date, name, minute) => {
    const day = epochDay(date);
    expect(marketHolidays(day, day + 1, 1)).toEqual([{ day, name, closeMinute: minute }]);
  });

  it('are at most as many as asked for, and none on other days', () => {
    expect(marketHolidays(epochDay('2026-01-01'), epochDay('2099-12-31'), 3).map(({ day }) => isoDate(day))).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
    ]);
    expect(marketHolidays(epochDay('2022-01-01'), epochDay('2022-01-03'), 5)).toEqual([]);
  });
});
