import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.js';
import { useMay } from '../../session/can.js';
import { titleOf } from './process-title.js';

/** What people call the processes with these ids, as far as the person may read them: one request for all. */
export function useProcessTitles(subProjectId: string, processIds: readonly string[]): ReadonlyMap<string, string> {
  const mayRead = useMay({ grant: 'process.read', subProjectId });
  const ids = [...new Set(processIds)].sort();
  const isOn = mayRead && ids.length > 0;
  const schema = useQuery({ ...read('getSubProjectSchema', { subProjectId }), enabled: isOn });
  const filters = JSON.stringify({ subProjectId_id: subProjectId, id: { in: ids } });
  const request = { page: '1', perPageCount: String(Math.max(1, ids.length)), filters };
  const { data } = useQuery({ ...read('getProcess', request), enabled: isOn, placeholderData: (before) => before });
  const shown = schema.data;
  if (shown === undefined || data === undefined) return new Map();
  const titled = data.processes.flatMap((process) => {
    const title = titleOf({ schema: shown, process });
    return title === undefined ? [] : [[process.id, title] as const];
  });
  return new Map(titled);
}
