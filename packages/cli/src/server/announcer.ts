import { createAnnouncementLog, logProcessEvents, operatorMessage } from '@millrace/server';

/** Tells a person, or the collector of the logs, what becomes of the server. */
export interface Announcer {
  ready(
    server: { readonly url: string; readonly credentialsFile: string | undefined },
    hasDocumentation: boolean,
  ): void;
  stopping(signal: string): void;
  /** The server could not start, or not stop cleanly. */
  failed(error: unknown): void;
}

/** Text on standard error. */
export const textAnnouncer: Announcer = {
  ready({ url, credentialsFile }, hasDocumentation) {
    process.stderr.write(`Millrace is ready at ${url}${hasDocumentation ? ` (documentation: ${url}/docs)` : ''}\n`);
    if (credentialsFile !== undefined) process.stderr.write(`Administrator credentials: ${credentialsFile}\n`);
  },
  stopping(signal) {
    process.stderr.write(`\n${signal}: finishing open requests and jobs…\n`);
  },
  failed(error) {
    const text = operatorMessage(error) ?? (error instanceof Error ? error.stack : String(error));
    process.stderr.write(`millrace could not go on:\n${text}\n`);
  },
};

/** JSON lines on standard error, like those of the log on standard output; also for what Node.js prints itself. */
export function jsonAnnouncer(): Announcer {
  const log = createAnnouncementLog();
  logProcessEvents(log);
  return {
    ready({ url, credentialsFile }, hasDocumentation) {
      const documentation = hasDocumentation ? { documentation: `${url}/docs` } : {};
      const work = hasDocumentation ? 'answers requests' : 'works on jobs';
      log.info({ url, ...documentation, credentialsFile }, `Millrace is ready at ${url} and ${work}`);
    },
    stopping(signal) {
      log.info({ signal }, 'finishing open requests and jobs');
    },
    failed(error) {
      const reason = operatorMessage(error);
      if (reason === undefined) log.fatal({ err: error }, 'millrace could not go on');
      else log.fatal({ reason }, 'millrace could not go on');
    },
  };
}

/** For `millrace start`: text if a person reads standard error on a terminal, JSON otherwise. */
export const serverAnnouncer = (): Announcer => (process.stderr.isTTY ? textAnnouncer : jsonAnnouncer());
