import type { Logger } from 'pino';

/**
 * Makes this process write to the log what Node.js would print as plain text: warnings, and the error that ends the process.
 *
 * @param log writes each line before the call returns, or the last line is lost
 */
export function logProcessEvents(log: Pick<Logger, 'warn' | 'fatal'>): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of Node.js'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nothing handled ends the process');
    process.exit(1);
  });
}
