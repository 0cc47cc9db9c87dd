import { describe, expect, it } from '@jest/globals';
import { DISGUISED, ODD } from './fixtures/disguised-posts.js';
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

  it('finds most disguised words, and takes signs and digits of markets as they are', () => {
    const missed = DISGUISED.filter((body) => outcomeOf(body) !== 'refused');
    const wrong = ODD.filter((body) => outcomeOf(body) !== 'accepted');
    process.stdout.write(
      `disguised: ${missed.length} of ${DISGUISED.length} missed, ${wrong.length} of ${ODD.length} refused or held wrongly\n`,
    );
    process.stdout.write([...wrong, ...missed].map((body) => `  ${body}\n`).join(''));
    expect(wrong).toEqual([]);
    expect(missed.length / DISGUISED.length).toBeLessThanOrEqual(0.15);
  });

  it.each([
    ['three links', 'a.com b.com c.com', []],
    ['four links', 'a.com b.com c.com https://d.com/x', ['too_many_links']],
    ['four domains of other endings', 'Compare alpha.ai beta.ai gamma.fr delta.finance on this.', ['too_many_links']],
    ['four targets in Markdown', '[x](//a.ai) [y](//b.fr) [z](c) [w](//d.ai)', ['too_many_links']],
    ['four domains with paths', 'a.in/x b.it/y c.to/z d.am/q', ['too_many_links']],
    ['a disguised word', 'Cl\u0456ck h\u0435re', ['spam']],
    ['two rules at once', 'Click here, guaranteed profits', ['spam', 'guaranteed_return']],
    ['a denied promise', 'There are no guaranteed profits', []],
  ])('gives the reasons for %s', (_, body, reasons) => {
    expect(reasonsOf(body)).toEqual(reasons);
  });

  it.each([
    'NVDA is 30% off its high, and the estimates did not move',
    'Trades 12% off the 52-week low',
    'WhatsApp is the part of Meta that nobody values',
    'How do you model ads on WhatsApp and Telegram?',
    'Tencent makes little money with WeChat itself',
    'Casino revenue in Macau grew by 8%',
    'Is online casino gross revenue disclosed by state?',
    'Do free trial conversions count as net adds?',
    'Is AAPL a buy now?',
    'The Fed must act now, or wait until March',
    'My premium income from covered calls was 2% this quarter',
    'Work from home stocks after 2021: what is left?',
    'Call me skeptical about this guidance',
    'Microsoft is all-in on data centers',
    "You can't lose more than the premium",
    'Zoom and WeWork: work from home was the story',
  ])('takes what markets are about: %s', (body) => {
    expect(moderatePost({ title: 'Note', body })).toMatchObject({ outcome: 'accepted', reasons: [] });
  });

  it.each([
    ['spam', '30% off all plans until Sunday'],
    ['spam', 'Get your free trial of the scanner'],
    ['spam', 'Buy now before it is gone'],
    ['spam', 'See my premium signals'],
    ['contact_harvesting', 'Message me via WhatsApp'],
    ['contact_harvesting', 'Telegram: @profits'],
    ['contact_harvesting', 'join our free telegram channel'],
    ['contact_harvesting', 'see t.me/profits'],
    ['not_professional', 'Win at the casino tonight'],
    ['not_professional', 'Best crypto casino here'],
    ['guaranteed_return', "With this you can't lose"],
    ['too_many_links', 'https://a.com,https://b.com|https://c.com)(https://d.com'],
    ['too_many_links', 'www.a.com;www.b.com,www.c.com|www.d.com'],
    ['too_many_links', 'https://a.comhttps://b.comhttps://c.comhttps://d.com'],
  ])('refuses as %s: %s', (reason, body) => {
    expect(moderatePost({ title: 'Note', body })).toMatchObject({ outcome: 'refused', reasons: [reason] });
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
