import { describe, expect, it } from '@jest/globals';
import { startupMentions } from '../../engines/text/startup-mentions.js';
import { companyRows } from '../curated/corpus-rows.js';
import { readCorpus } from '../curated/read-corpus.js';
import { KNOWN_HEADLINES, LATER_HEADLINES, type LabelledHeadline } from './fixtures/company-headlines.js';
import { namesOfCompanies, type NamedCompany } from './private-company-names.js';
import { processorMs } from '../../test/support/processor-time.js';

const curated: readonly NamedCompany[] = readCorpus().companies.map((file) => {
  const { slug, name, profile } = companyRows(file).company;
  return { slug, name, profile: profile ?? null };
});
const imported: readonly NamedCompany[] = ['Notion', 'Discord'].map((name) => ({
  slug: name.toLowerCase(),
  name,
  profile: null,
}));
const names = namesOfCompanies([...curated, ...imported]);
const slugsIn = ([title, , summary]: LabelledHeadline): readonly string[] =>
  startupMentions({ title, summary: summary ?? null }, names).inTitle;
const isRight = (each: LabelledHeadline): boolean => slugsIn(each).join() === each[1].join();

describe('names of private companies in headlines', () => {
  it('are found, and ordinary words are not taken for them', () => {
    expect(KNOWN_HEADLINES.length).toBeGreaterThanOrEqual(60);
    expect(KNOWN_HEADLINES.filter((each) => !isRight(each)).map((each) => [each[0], slugsIn(each)])).toEqual([]);
  });

  it('are mostly found, and no word is taken for one, in headlines that the rules were not made with', () => {
    const [labelled, found] = [LATER_HEADLINES.flatMap(([, slugs]) => slugs), LATER_HEADLINES.flatMap(slugsIn)];
    const wrong = LATER_HEADLINES.filter((each) => slugsIn(each).some((slug) => !each[1].includes(slug)));
    expect(wrong).toEqual([]);
    expect([labelled.length, found.length]).toEqual([25, 23]);
  });

  it('take time in proportion to the text', () => {
    const title = `${'Ramp and Stripe, Plaid '.repeat(5_000)}Scale`;
    expect(
      processorMs(() => {
        startupMentions({ title, summary: title }, names);
      }),
    ).toBeLessThan(3_000);
  });
});
