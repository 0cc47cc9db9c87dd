import { describe, expect, it } from '@jest/globals';
import { ACCEPTABLE, REFUSED } from './fixtures/posts.js';
import { moderatePost } from './moderation.js';

const outcomeOf = (body: string): string => moderatePost({ title: 'Note', body }).outcome;
const reasonsOf = (body: string): readonly string[] => moderatePost({ title: 'Note', body }).reasons;

describe('moderation of community posts', () => {
  it('refuses few acceptable posts and finds most of the others', () => {
    expect([ACCEPTABLE.length, REFUSED.length]).toEqual([120, 80]);
    const wrong = ACCEPTABLE.filter((body) => outcomeOf(body) !== 'accepted');
    const missed = REFUSED.filter((body) => outcomeOf(body) !== 'refused');
    const found = REFUSED.length - missed.length;
    const precision = found / (found + wrong.length);
    const recall = found / REFUSED.length;
    process.stdout.write(`precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}\n`);
    process.stdout.write([...wrong, ...missed].map((body) => `  ${body}\n`).join(''));
    expect(precision).toBeGreaterThanOrEqual(0.97);
    expect(recall).toBeGreaterThanOrEqual(0.8);
  });

  it.each([
    ['three links', 'a.com b.com c.com', []],
    ['four links', 'a.com b.com c.com https://d.com/x', ['too_many_links']],
    ['a disguised word', 'Cl\u0456ck h\u0435re', ['spam']],
    ['two rules at once', 'Click here, guaranteed profits', ['spam', 'guaranteed_return']],
    ['a denied promise', 'There are no guaranteed profits', []],
  ])('gives the reasons for %s', (_, body, reasons) => {
    expect(reasonsOf(body)).toEqual(reasons);
  });

  it('refuses a post that its author has just written, also in other letters', () => {
    const post = { title: 'Note', body: 'What do you watch today?' };
    const again = { title: 'NOTE', body: 'What  do you watch\u200b today?' };
    expect(moderatePost(again, [post]).reasons).toEqual(['repeated_post']);
  });

  it('holds a borderline post, and refuses it where a refusal applies too', () => {
    expect(moderatePost({ title: 'Note', body: 'This goes to the moon' }).outcome).toBe('held');
    expect(reasonsOf('Click here, this goes to the moon')).toEqual(['spam']);
  });

  it('keeps text as text and takes invisible characters out', () => {
    expect(moderatePost({ title: ' A\u200b ', body: '<b>x</b>\r\ny\u0007' })).toMatchObject({
      title: 'A',
      body: '<b>x</b>\ny',
    });
  });
});
