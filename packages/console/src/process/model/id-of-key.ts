import type { QueryClient } from '@tanstack/react-query';
import { read } from '../../api/queries.js';

/**
 * The id of the process with a business key, which addresses may hold in place of the id. Undefined where the person sees no such
 * process; the page then says so.
 */
export async function idOfKey(queries: QueryClient, subProjectId: string, businessKey: string) {
  const filters = JSON.stringify({ subProjectId_id: subProjectId, businessKey });
  const found = queries.fetchQuery(read('getProcess', { page: '1', perPageCount: '1', filters }));
  const { processes } = await found.catch(() => ({ processes: [] }));
  return processes[0]?.id;
}
