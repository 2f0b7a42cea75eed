import { useNavigate } from '@tanstack/react-router';
import type { ListSearch } from './search.js';

/** Shows the list as an address says it. */
export function useShow(subProjectId: string): (search: ListSearch, isNewStep?: boolean) => void {
  const navigate = useNavigate();
  return (search, isNewStep = false) =>
    void navigate({ to: '/processes/$subProjectId', params: { subProjectId }, search, replace: !isNewStep });
}
