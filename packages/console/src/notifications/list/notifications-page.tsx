import { useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { keyOf, useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { ListPage } from '../../list/page/list-page.js';
import { ShowMore } from '../../list/page/show-more.js';
import { Tools } from '../../list/page/tools.js';
import { Button } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { Segments } from '../../ui/tabs/segments.js';
import { messages } from '../messages/index.gen.js';
import { NotificationRow } from './notification-row.js';
import styles from './notifications.module.css';

const PER_PAGE = '25';

/** What the person is told of: one row for each process, the newest first. */
export function NotificationsPage() {
  const m = messages.use();
  const [show, setShow] = useState<'unread' | 'all'>('unread');
  const query = useNotifications(show === 'unread');
  const { data } = query;
  const { mutate: mark, isPending } = useChange('markNotificationsRead');
  const [first] = data?.pages ?? [];
  const rows = data?.pages.flatMap(({ notifications }) => notifications) ?? [];
  const names = Object.assign({}, ...(data?.pages ?? []).map((page) => page.names)) as Readonly<Record<string, string>>;
  return (
    <ListPage
      title={m.title}
      total={undefined}
      actions={
        first !== undefined &&
        first.unread.count > 0 && (
          <Button
            icon={CheckCheck}
            isBusy={isPending}
            onClick={() => mark({ all: true }, { onError: (failure) => showFailure(failure) })}
          >
            {m.markAll}
          </Button>
        )
      }
      tools={
        <Tools>
          <Segments
            label={m.show}
            items={[
              { id: 'unread', label: m.unread },
              { id: 'all', label: m.all },
            ]}
            selected={show}
            onSelect={(id) => setShow(id === 'all' ? 'all' : 'unread')}
          />
        </Tools>
      }
      of={query}
      isRead={data !== undefined}
      skeletons={4}
    >
      {rows.length === 0 && (
        <Empty kind="nothing" title={show === 'unread' ? m.noneUnreadTitle : m.noneTitle}>
          {show === 'unread' ? m.noneUnreadText : m.noneText}
        </Empty>
      )}
      {rows.length > 0 && (
        <ul className={styles.list}>
          {rows.map((one) => (
            <NotificationRow key={`${one.subProject.id} ${one.process.id}`} notification={one} names={names} />
          ))}
        </ul>
      )}
      <ShowMore of={query} />
    </ListPage>
  );
}

function useNotifications(isUnread: boolean) {
  const request = { limit: PER_PAGE, ...(isUnread ? { unread: 'true' } : {}) };
  return useInfiniteQuery({
    queryKey: [...keyOf('getNotifications', request), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call('getNotifications', { ...request, ...(pageParam === '' ? {} : { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
