import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useEffect } from 'react';
import { read, useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { IconButton } from '../../ui/button/button.js';
import { messages } from '../messages/index.gen.js';

/** Watching the process or not. Whoever looks at the process has read what was told of it, also what comes meanwhile. */
export function Watch({ subProjectId, processId }: { subProjectId: string; processId: string }) {
  const m = messages.use();
  const target = { subProjectId, processId };
  const { data } = useQuery(read('getWatchers', target));
  const watch = useChange('watchProcess');
  const unwatch = useChange('unwatchProcess');
  const { mutate: markRead } = useChange('markNotificationsRead');
  const { data: newest } = useQuery(read('getNotifications', { limit: '1' }));
  const count = newest?.unread.count ?? 0;
  useEffect(() => {
    if (count > 0) markRead({ notifications: [{ subProjectId, processId }] });
  }, [count, markRead, subProjectId, processId]);
  if (data === undefined) return null;
  const { mutate, isPending } = data.watching ? unwatch : watch;
  return (
    <IconButton
      icon={data.watching ? Eye : EyeOff}
      label={data.watching ? m.unwatch : m.watch}
      disabled={isPending}
      onClick={() => mutate(target, { onError: (error) => showFailure(error) })}
    />
  );
}
