import type { Announcer } from './announcer.js';

/** Something that runs and can be stopped cleanly. */
interface Running {
  stop(): Promise<void>;
}

/**
 * Starts something that runs until SIGINT or SIGTERM, then stops it cleanly. A second signal does not wait.
 * An error of the operator's settings or environment is told as one message, without a stack.
 */
export async function serve(announcer: Announcer, begin: () => Promise<Running>): Promise<void> {
  const fail = (error: unknown): never => {
    announcer.failed(error);
    process.exit(1);
  };
  // Suppresses the notice of the AWS SDK that releases of 2027 need Node 22; the lock file pins its version.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  let server: Running | undefined;
  let stopping: Promise<void> | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(130);
    announcer.stopping(signal);
    stopping = started
      .then(async () => server?.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const started = begin().then(
    (running) => {
      server = running;
    },
    (error: unknown) => fail(error),
  );
  await started;
}
