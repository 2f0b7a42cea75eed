import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { AnswerOf } from '../../api/call.js';
import { call } from '../../api/call.js';
import { keyOf, read } from '../../api/queries.js';
import type { References } from '../../form/schema/references.js';
import { connectionState, onConnectionChange } from '../../live/connection.js';
import { useLocale } from '../../messages/locale.js';
import { useMay } from '../../session/can.js';
import { Button } from '../../ui/button/button.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { Tabs } from '../../ui/tabs/tabs.js';
import { messages } from '../messages/index.gen.js';
import { POLL_MS, type SubProjectSchema } from '../model/use-process.js';
import styles from './activity.module.css';
import { Composer, type ReplyTo } from './composer.js';
import { absoluteDay, isSameDay } from './days.js';
import { ActivityEntry } from './entry.js';

const kindsOf = {
  all: undefined,
  comments: 'comment',
  changes: 'change',
  runs: 'decision,run,task',
  files: 'file',
} as const;
type Filter = keyof typeof kindsOf;

interface ActivityProps {
  readonly schema: SubProjectSchema;
  readonly processId: string;
  readonly references: References;
}

/** What happened to the process, newest first, and the place to say something about it. */
export function Activity({ schema, processId, references }: ActivityProps) {
  const m = messages.use();
  const [filter, setFilter] = useState<Filter>('all');
  const [replyTo, setReplyTo] = useState<ReplyTo>();
  const { subProjectId } = schema;
  const mayWrite = useMay({ grant: 'comment.write', subProjectId });
  const mayRead = useMay({ grant: 'comment.read', subProjectId });
  const comments = useCommentCount(subProjectId, processId, mayRead);
  const hasFiles = useMay({ grant: 'file.read', subProjectId });
  const items = [
    { id: 'all', label: m.all },
    ...(mayRead ? [{ id: 'comments', label: m.comments, ...(comments > 0 ? { count: comments } : {}) }] : []),
    { id: 'changes', label: m.changes },
    { id: 'runs', label: m.runs },
    ...(hasFiles ? [{ id: 'files', label: m.files }] : []),
  ];
  return (
    <aside className={styles.side} aria-label={m.activity}>
      <Tabs
        label={m.activity}
        items={items}
        selected={filter}
        onSelect={(id) => setFilter(id as Filter)}
        className={styles.tabs}
      >
        <Feed schema={schema} processId={processId} filter={filter} references={references} onReply={setReplyTo} />
      </Tabs>
      {mayWrite && (
        <Composer
          subProjectId={subProjectId}
          processId={processId}
          replyTo={replyTo}
          onDone={() => setReplyTo(undefined)}
        />
      )}
    </aside>
  );
}

/** The service keeps no count; more than a page of comments is read by nobody. */
const MOST_COUNTED = '200';

/** How many comments the process has, without those that were deleted. Asked again only where the browser hears of no events. */
function useCommentCount(subProjectId: string, processId: string, mayRead: boolean): number {
  const isLive = useSyncExternalStore(onConnectionChange, connectionState) === 'live';
  const { data } = useQuery({
    ...read('getComments', { subProjectId, processId, perPageCount: MOST_COUNTED }),
    enabled: mayRead,
    refetchInterval: isLive ? false : POLL_MS * 6,
  });
  return data?.comments.filter(({ deletedTs }) => deletedTs === null).length ?? 0;
}

interface FeedProps extends ActivityProps {
  readonly filter: Filter;
  onReply(to: ReplyTo): void;
}

function Feed({ schema, processId, filter, references, onReply }: FeedProps) {
  const m = messages.use();
  const locale = useLocale();
  const { subProjectId } = schema;
  const request = { subProjectId, processId, kinds: kindsOf[filter], perPageCount: '30' };
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf('getProcessActivity', request),
    queryFn: ({ pageParam, signal }): Promise<AnswerOf<'getProcessActivity'>> =>
      call('getProcessActivity', { ...request, after: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: POLL_MS,
  });
  const entries = data?.pages.flatMap(({ activity }) => activity) ?? [];
  const names = Object.assign({}, ...(data?.pages.map((page) => page.names) ?? [])) as Record<string, string>;
  return (
    <div className={styles.feed}>
      {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows count={5} />}
      {data !== undefined && entries.length === 0 && <p className="t3 t13">{m.nothingHappened({ kind: filter })}</p>}
      <ol className={styles.list}>
        {entries.map((entry, index) => {
          const before = entries[index - 1];
          const isNewDay = before === undefined || !isSameDay(before.at, entry.at);
          return (
            <li key={entry.id}>
              {isNewDay && <h3 className={styles.day}>{absoluteDay(entry.at, locale, m)}</h3>}
              <ActivityEntry
                entry={entry}
                schema={schema}
                names={names}
                references={references}
                onReply={entry.comment?.body == null ? undefined : () => onReply({ id: entry.id, name: entry.by.name })}
              />
            </li>
          );
        })}
      </ol>
      {hasNextPage && (
        <Button size="small" look="quiet" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.older}
        </Button>
      )}
    </div>
  );
}
