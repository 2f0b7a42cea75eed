import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../api/queries.js';

/** The repairs that run and those that were begun on the page, newest first, until each is closed. */
export function useRepairs(subProjectId: string) {
  const [begun, setBegun] = useState<readonly string[]>([]);
  const [closed, setClosed] = useState<readonly string[]>([]);
  const { data } = useQuery(read('getBulkOperations', { subProjectId, state: 'RUNNING', perPageCount: '10' }));
  const running = (data?.bulkOperations ?? []).flatMap(({ bulkOperation: { id, kind } }) =>
    kind === 'UPDATE' || kind === 'EXECUTE' ? [] : [id],
  );
  // One that ends stays on the page.
  const seen = running.filter((id) => !begun.includes(id));
  if (seen.length > 0) setBegun([...seen, ...begun]);
  return {
    repairs: begun.filter((id) => !closed.includes(id)),
    began: (bulkId: string) => setBegun((before) => (before.includes(bulkId) ? before : [bulkId, ...before])),
    dismiss: (bulkId: string) => setClosed((before) => [...before, bulkId]),
  };
}
