import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { read } from '../../api/queries.js';
import { useKeys } from '../../frame/keys.js';
import { Count } from '../../ui/badge/badge.js';
import { messages } from '../messages/index.gen.js';
import styles from './rail.module.css';
import { RailLink } from './rail-link.js';

/** Events tell of news where they come; elsewhere the count need not be of this second. */
const POLL_MS = 30_000;

function useCount() {
  const { data } = useQuery({ ...read('getNotifications', { limit: '1' }), refetchInterval: POLL_MS });
  return { count: data?.unread.count ?? 0 };
}

const bell = { to: '/notifications', icon: Bell, order: 0, useLabel: () => messages.use().notifications, useCount };

/** The link to the notifications in the rail, with how many are unread. */
function BellLink() {
  const m = messages.use();
  const navigate = useNavigate();
  const label = m.goTo({ name: m.notifications });
  useKeys([{ keys: 'g n', label, group: m.everywhere, run: () => void navigate({ to: bell.to }) }]);
  return <RailLink entry={bell} />;
}

/** How many notifications are unread, on phones at the menu that leads to them. */
function UnreadCount() {
  const m = messages.use();
  const { count } = useCount();
  if (count === 0) return null;
  return (
    <>
      <span className={styles.count} aria-hidden="true">
        <Count value={count} />
      </span>
      <span className="vh">{m.unreadNotifications({ count })}</span>
    </>
  );
}

/** See `later`. */
export const Unread = ({ isBottom }: { isBottom: boolean }) => (isBottom ? <UnreadCount /> : <BellLink />);
