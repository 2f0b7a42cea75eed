import { createdTs, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import {
  flag,
  integer,
  list,
  model,
  next,
  optionalTexts,
  orNull,
  text,
  texts,
  timestamp,
} from '../../schema/common.js';
import { nameList, uuidOrEmpty, wholeNumberOrEmpty } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const search = defineOperation({
  id: 'search',
  method: 'GET',
  path: '/v1/search',
  tag: 'Processes',
  summary: 'Search processes, files, tasks and comments',
  description:
    'Finds processes by the words in their searched fields, files and tasks by their names, comments by their texts, and all of them by the beginning of their id: what the lists of these show the caller, the newest first. Every word of the query must begin a word of the hit, without regard to case and accents.',
  extension: true,
  permission: { kind: 'authenticated' },
  query: Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'At most 10 words, or the first 8 or more characters of an id',
    }),
    sources: Type.Optional(
      Type.Array(nameList(['process', 'file', 'task', 'comment'], 'Names with commas between them'), {
        maxItems: 1000,
        description: 'What to search: process, file, task, comment; repeated or comma-separated. Default: all',
      }),
    ),
    subProjectIds: optionalTexts(
      'Where to search: at most 20 ids, repeated or comma-separated. Those in which the caller may read nothing are left out. Default: the first 50 sub-projects of the caller by name',
    ),
    perPageCount: Type.Optional(wholeNumberOrEmpty(1, 100, 'Hits per page, 1 to 100. Default "20"')),
    after: Type.Optional(uuidOrEmpty('Return the hits after this position, the `next` of the page before')),
  }),
  response: Type.Object({
    hits: list(
      model('SearchHit', 'Something that was found', {
        subProjectId: text('Id of the sub-project'),
        source: text('process, file, task or comment'),
        id: text('Id of the process, file, task or comment'),
        processIds: texts(
          'Of a file the processes that it is attached to, of a task or comment its process, of a process itself',
        ),
        title: orNull(
          Type.String(),
          'Name of the file or task; first line of the comment; of a process its business key or the first of its searched texts that the caller reads',
        ),
        state: orNull(Type.String(), 'State of the process or task; null for a file or comment'),
        createdTs: timestamp('When it was created'),
        matches: list(
          model('SearchMatch', 'A text in which words were found', {
            field: text('Name of the field; "id", "fileName", "name" of a task, or "body" of a comment'),
            text: text('The text, or the part of it around the first match'),
            ranges: list(
              model('TextRange', 'A part of a text', {
                start: integer('First character that matches, in UTF-16 code units from 0'),
                length: integer('Number of them'),
              }),
              'What matches in the text; empty where it comes after the first 4000 characters of a comment',
            ),
          }),
          'Where the words were found',
        ),
      }),
      'The hits of the page. It may have fewer than asked for, or none, and still have a next one',
    ),
    next,
    complete: flag(
      'false while texts from before a field was searched are still being added, and when the caller has more sub-projects than were searched',
    ),
  }),
  errors: [1200],
  process: { leavesOut: 'the process, its tasks and comments, and files that are attached to it alone' },
  example: {
    request: { query: 'acme 2026', subProjectIds: [ids.subProjectId] },
    answer: {
      hits: [
        {
          subProjectId: ids.subProjectId,
          source: 'process',
          id: ids.processId,
          processIds: [ids.processId],
          title: 'A-2026-17',
          state: 'INIT',
          createdTs,
          matches: [
            { field: 'supplier', text: 'Acme', ranges: [{ start: 0, length: 4 }] },
            { field: 'invoiceNumber', text: 'A-2026-17', ranges: [{ start: 2, length: 4 }] },
          ],
        },
      ],
      next: null,
      complete: true,
    },
  },
});
