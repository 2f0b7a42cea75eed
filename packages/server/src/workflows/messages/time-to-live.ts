/** How long a message that nobody waits for is kept when its publisher does not say. */
export const DEFAULT_TIME_TO_LIVE_MS = 3_600_000;
