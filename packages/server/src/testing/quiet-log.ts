import type { Log } from '../kernel/log.js';

const ignore = () => undefined;

/** For tests that do not look at what is logged. */
export const quietLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
