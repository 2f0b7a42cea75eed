import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useEffect } from 'react';
import { read } from '../api/queries.js';
import type { Feature } from '../frame/feature.js';
import { useMe } from '../session/session.js';
import { messages } from './messages/index.gen.js';

/** The counts beside the entry of the rail need not be of this second. */
const POLL_MS = 30_000;

export const inboxFeature: Feature = {
  id: 'inbox',
  rail: [
    {
      to: '/inbox',
      icon: Inbox,
      key: 'i',
      order: 1,
      useLabel: () => messages.use().title,
      useCount() {
        const queries = useQueryClient();
        const { user } = useMe();
        // The rail is on every page: what was decided is sent wherever the person goes.
        useEffect(() => {
          void import('./decide/decisions.js').then(({ startDecisions }) => startDecisions(queries, user.id));
        }, [queries, user.id]);
        const { data } = useQuery({ ...read('getInbox', { limit: '1' }), refetchInterval: POLL_MS });
        return data === undefined ? undefined : { count: data.counts.mine };
      },
    },
  ],
};
