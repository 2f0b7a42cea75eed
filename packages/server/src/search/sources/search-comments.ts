import { rowFilterOf } from '../../access/row-filter.js';
import { type CommentHit, READ_OF_BODY, visibleComments } from '../records/visible-comments.js';
import { type Asked, findInTexts, present, type SearchSource } from './find-both.js';
import { idMatchesOf, type Match, matchesOf } from './hit.js';

const MOST_TITLE = 200;
/** Mentions are no words; as `search_comment_words` in the schema has them. */
const MENTION = /@\[[0-9a-f-]{36}\]/gi;

/** Comments by the words in their texts. */
export const searchComments: SearchSource = async (db, subProject, access, asked) => {
  const { query } = asked;
  const found = await findInTexts<CommentHit>(db, subProject, 'comment', asked, {
    visible: (texts) => visibleComments(subProject, access, texts),
    seesAll: rowFilterOf(access) === undefined,
  });
  return present(found, ({ id, body, processId, createdTs }) => {
    const text = body.replace(MENTION, '@…');
    return {
      subProjectId: subProject.id,
      source: 'comment',
      id,
      processIds: [processId],
      title: titleOf(text),
      state: null,
      createdTs: createdTs.toISOString(),
      matches: [...idMatchesOf(id, query), ...bodyMatchesOf(text, asked)],
    };
  });
};

/** Also of a comment whose match is further on than what is read of it: its beginning, without places. */
function bodyMatchesOf(text: string, { query }: Asked): Match[] {
  const matches = matchesOf('body', text, query);
  if (matches.length > 0 || query.words.length === 0 || text.length < READ_OF_BODY) return matches;
  return [{ field: 'body', text: titleOf(text), ranges: [] }];
}

/** The first line, or the beginning of it. */
function titleOf(text: string): string {
  const characters = [...(text.trim().split('\n', 1)[0] ?? '').trimEnd()];
  return characters.length <= MOST_TITLE ? characters.join('') : `${characters.slice(0, MOST_TITLE - 1).join('')}…`;
}
