import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useShownSubProjects } from '../../frame/sub-project.js';
import type { Live } from '../../live/start-live.js';
import { may } from '../../session/can.js';
import { useMe } from '../../session/session.js';

/** Keeps the page up to date with the sub-projects that it shows. */
export function useLive(): void {
  const queries = useQueryClient();
  const me = useMe();
  const ids = useShownSubProjects();
  const [live, setLive] = useState<Live>();
  useEffect(() => {
    let started: Live | undefined;
    let isOver = false;
    // The page is shown first.
    void import('../../live/start-live.js').then(({ startLive }) => {
      if (isOver) return;
      started = startLive(queries);
      setLive(started);
    });
    return () => {
      isOver = true;
      started?.stop();
    };
  }, [queries]);
  useEffect(() => {
    const shown = ids.split(' ').filter(Boolean);
    live?.show(
      shown,
      shown.filter((id) => may(me, { grant: 'event.read', subProjectId: id })),
    );
  }, [live, me, ids]);
}
