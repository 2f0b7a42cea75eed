import type { operations, RequestOf } from '@millrace/contract';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { invalidMember } from '../../kernel/errors/request-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import { foldText } from '../../kernel/text/fold-text.js';
import type { InboxConditions, InboxPage } from '../records/inbox/list-inbox.js';
import { readChoice, readList, readNumber, readText, readTimeRange } from '../search/read-search.js';
import { readInboxCursor } from './inbox-order.js';

type InboxQuery = RequestOf<typeof operations.getInbox>;

const views = ['mine', 'team', 'done'] as const;
const sorts = ['due', 'priority', 'created', '-created'] as const;
const MOST_TASKS = 100;

/** What a request asks of an inbox. */
export interface InboxSearch {
  readonly view: (typeof views)[number];
  readonly subProjectIds: readonly string[] | undefined;
  readonly assignee: string | undefined;
  readonly conditions: InboxConditions;
  readonly page: InboxPage;
}

/** @throws CatalogueError 1200 for values that cannot be understood */
export function readInboxSearch(query: InboxQuery): InboxSearch {
  const view = readChoice(query, 'view', views) ?? 'mine';
  const asked = readChoice(query, 'sort', sorts) ?? 'due';
  const sort = view === 'done' ? 'done' : asked;
  const assignee = readText(query, 'assignee');
  if (assignee !== undefined && view !== 'team') {
    throw invalidMember('/assignee', 'assignee requires view=team: the other views are about the caller.');
  }
  return {
    view,
    subProjectIds: readIds(query, 'subProjectIds'),
    assignee,
    conditions: {
      workflowIds: readIds(query, 'workflowIds'),
      priorityFrom: readNumber(query, 'priorityFrom', 0, 100),
      priorityTo: readNumber(query, 'priorityTo', 0, 100),
      due: readTimeRange(query, 'dueTs'),
      followUp: readTimeRange(query, 'followUpTs'),
      created: readTimeRange(query, 'createdTs'),
      text: foldedText(query),
    },
    page: {
      sort,
      after: parsing(metaErrorIds, () => readInboxCursor(sort, query.after)),
      limit: readNumber(query, 'limit', 1, MOST_TASKS) ?? 25,
    },
  };
}

/** As the database folds the name, so that case and accents make no difference. */
function foldedText(query: InboxQuery): string | undefined {
  const text = readText(query, 'text');
  return text === undefined ? undefined : foldText(text);
}

/** Ids that are no UUIDs name nothing. */
const readIds = (query: InboxQuery, name: 'subProjectIds' | 'workflowIds'): readonly string[] | undefined =>
  readList(query, name)?.filter(isUuid);
