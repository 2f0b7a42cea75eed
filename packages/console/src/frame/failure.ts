import { showToast, type Toast } from './toasts.js';

/**
 * Shows for some seconds that something did not happen, and why.
 *
 * @param sentence what did not happen, with the reason behind it
 * @param action what the person can do about it
 */
export function showFailure(
  error: unknown,
  sentence = (reason: string): string => reason,
  action?: Toast['action'],
): void {
  const known = error instanceof Error ? error.message : String(error);
  void import('../ui/reason/reason.js')
    .then(({ reasonOf }) => reasonOf(error))
    // Without a connection the words cannot be loaded either.
    .catch(() => known)
    .then((reason) => showToast({ text: sentence(reason), tone: 'failed', stays: 0, ...(action && { action }) }));
}
