import { invalidValue } from '../../kernel/errors/request-errors.js';

const LONGEST_BYTES = 65_536;
const MOST_MENTIONS = 50;

/** A text that may be stored, and whom it mentions. */
export interface CommentText {
  readonly body: string;
  /** Ids of users in lower case, each once, in the order of the text. */
  readonly mentions: readonly string[];
}

const mention = /@\[([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\]/gi;

/** @throws CatalogueError 1232 for a blank or too long text, or too many mentions */
export function readText(body: string): CommentText {
  if (body.trim() === '') throw invalid('A comment needs a text.');
  if (Buffer.byteLength(body) > LONGEST_BYTES) throw invalid(`A comment may have ${LONGEST_BYTES} bytes at most.`);
  const mentions = [...new Set([...body.matchAll(mention)].map(([, id = '']) => id.toLowerCase()))];
  if (mentions.length > MOST_MENTIONS) throw invalid(`A comment may mention ${MOST_MENTIONS} users at most.`);
  return { body, mentions };
}

const invalid = (detail: string) => invalidValue(detail, [{ pointer: '/body', detail }]);
