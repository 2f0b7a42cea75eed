import { browserPath } from './launch.js';

/** Unpacks the browser before the test files start: while one of them unpacks it, another cannot start it (ETXTBSY). */
export const setup = async (): Promise<void> => void (await browserPath());
