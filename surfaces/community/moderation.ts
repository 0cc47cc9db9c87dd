import { undisguised } from './disguise.js';
import { DISGUISED_WORDS, MODERATION_RULES, type ModeratedText } from './moderation-rules.js';
import { cleanPostText, foldPostText } from './text.js';

export interface PostText {
  readonly title: string;
  readonly body: string;
}

interface Moderation {
  readonly outcome: 'accepted' | 'held' | 'refused';
  /** Codes of the rules that decided; empty for an accepted post. */
  readonly reasons: readonly string[];
  /** The texts as they are stored. */
  readonly title: string;
  readonly body: string;
}

/** Judges a post, given the author's recent ones, by the table of rules: a refusal weighs more than a hold. */
export const moderatePost = (post: PostText, recent: readonly PostText[] = []): Moderation => {
  const title = cleanPostText(post.title);
  const body = cleanPostText(post.body);
  const joined = ({ title: head, body: rest }: PostText): string => `${head}\n${rest}`;
  const folded = foldPostText(joined(post));
  const text: ModeratedText = {
    clean: joined({ title, body }),
    folded,
    plain: undisguised(folded, DISGUISED_WORDS),
    recent: recent.map((other) => foldPostText(joined(other))),
  };
  const matched = MODERATION_RULES.filter((rule) => rule.matches(text));
  const refusals = matched.filter((rule) => rule.outcome === 'refuse');
  const deciding = refusals.length > 0 ? refusals : matched;
  const outcome = refusals.length > 0 ? 'refused' : matched.length > 0 ? 'held' : 'accepted';
  return { outcome, reasons: deciding.map((rule) => rule.code), title, body };
};
