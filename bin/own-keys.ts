/*
 * Settings with keys that a database makes for itself. An export leaves them out, and the target makes its own: they
 * are not encrypted, and nothing that was signed with them lasts longer than two weeks.
 */

/** Signs the return paths of lines' messages. */
export const RETURN_KEY_SETTING = 'line_return_key';
/** Secret of entity tags. */
export const TAG_KEY_SETTING = 'tag_key';
