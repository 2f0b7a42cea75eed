import { useNavigate } from '@tanstack/react-router';
import { showToast } from '../../frame/toasts.js';

/** Leads back to a list from what is no longer there, and says why. */
export function useLeave(subProjectId: string, show: 'hooks' | 'webhooks'): (text: string) => void {
  const navigate = useNavigate();
  return (text) => {
    showToast({ text });
    void navigate({ to: '/connections/$subProjectId', params: { subProjectId }, search: { show }, replace: true });
  };
}
