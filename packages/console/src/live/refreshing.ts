let isRefreshing = false;

/** Whether answers are marked as old because others changed something, and not by a deed of the person. */
export const isLiveRefresh = (): boolean => isRefreshing;

/** Marks answers as old because others changed something. */
export function refreshLive(mark: () => void): void {
  isRefreshing = true;
  try {
    mark();
  } finally {
    isRefreshing = false;
  }
}
