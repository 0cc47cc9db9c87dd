import { describe, expect, it } from '@jest/globals';
import { dayOf } from '../../calendar/days.js';
import { unitsIn } from './calendar-units.js';

const today = dayOf(2026, 11, 30);
const asksOf = (plain: string) => unitsIn({ plain, today })?.asks;

describe('questions of days, weeks, months, quarters and years', () => {
  it.each([
    ['@s annual returns', 'list'],
    ["what was @s's best year", 'best'],
    ['how many up days did @s have in 2022', 'count'],
    ["was @s's 2022 better than 2023", 'compare'],
    ['worst week of @s in 2024', 'worst'],
    ['monthly returns @s 2023', 'list'],
    ['daily returns of @s in the 1st quarter of 2024', 'list'],
    ['monthly returns of @s in the first half of 2024', 'list'],
    ['was 2022 a bad year for @s', 'list'],
    ['was 2021 good for @s and @s?', 'list'],
    ['@s and @s 2022 vs 2023', 'compare'],
    ['daily returns of @s in the first quarter of 2024', 'list'],
    ['what is the median daily change of @s in 2025', 'typical'],
    ['average weekly move of @s since 2020', 'typical'],
    ['what does @s return on average per month', 'typical'],
    ['how much does @s usually move in a day', 'typical'],
    ['mean change of @s in a month', 'typical'],
  ])('are understood: %s', (plain, asks) => {
    expect(asksOf(plain)).toBe(asks);
  });

  it.each([
    '@s buybacks 2023 vs 2024',
    '@s r&d 2023 vs 2024',
    '@s pe 2022 vs 2023',
    '@s debt by year',
    '@s shares outstanding by year',
    '@s fiscal 2023 vs 2024',
    '@s q4 2025 vs q4 2024 results',
    '@s year over year growth',
    '2nd best year of @s',
    'top 5 worst days of @s',
    'did @s beat @s in 2022 or 2023',
    'how many days did @s and @s both rise in 2024',
    'on how many days did @s fall more than @s in 2023',
    'best week of @s until june 2024',
    'average annual return @s',
    'median dividend of @s per year',
    'real annual returns of @s after inflation',
    'what did @s close at each day last week',
    'what is the best day of the week for @s',
    '@s 2024 vs 2030',
    'how much did @s invest per year',
  ])('are none that ask for something else: %s', (plain) => {
    expect(asksOf(plain)).toBeUndefined();
  });
});
