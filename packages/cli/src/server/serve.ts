import { operatorMessage } from '@millrace/server';

/** Something that runs and can be stopped cleanly. */
interface Running {
  stop(): Promise<void>;
}

/**
 * Starts something that runs until SIGINT or SIGTERM, then stops it cleanly. A second signal does not wait.
 * An error of the operator's settings or environment is printed as one message, without a stack.
 */
export async function serve(begin: () => Promise<Running>): Promise<void> {
  // Suppresses the notice of the AWS SDK that releases of 2027 need Node 22; the lock file pins its version.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  let server: Running | undefined;
  let stopping: Promise<void> | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(130);
    process.stderr.write(`\n${signal}: finishing open requests and jobs…\n`);
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

function fail(error: unknown): never {
  const text = operatorMessage(error) ?? (error instanceof Error ? error.stack : String(error));
  process.stderr.write(`millrace could not go on:\n${text}\n`);
  process.exit(1);
}
