import { setTimeout as sleep } from 'node:timers/promises';
import type { MillraceClient, ResponseOf } from '@millrace/client';
import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { type GlobalOptions, openSession } from '../../session/session.js';
import { findSubProject } from '../../session/sub-project-choice.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { progressBar } from '../../terminal/progress.js';
import { table } from '../../terminal/table.js';
import { byteSize, oneLine } from '../../terminal/text.js';

type Reconciliation = ResponseOf<'getStorageReconciliation'>['reconciliation'];
type PluginReport = Reconciliation['plugins'][number];

interface ReconcileOptions extends GlobalOptions {
  readonly repair?: boolean;
  readonly plugin?: string;
  readonly yes?: boolean;
}

const POLL_INTERVAL_MS = 1000;

/** `file reconcile` (D32) */
export function addFileReconcile(file: Command, io: Io): void {
  file
    .command('reconcile')
    .description(
      'compare the files of the service with the objects in its stores, in both directions (administrator only)',
    )
    .option('--repair', 'remove objects without a file and abort uploads without a file that are older than 24 hours')
    .option('--plugin <name>', 'only this storage plugin')
    .option('-y, --yes', 'do not ask for confirmation before the repair')
    .addHelpText(
      'after',
      `
Compares all sub-projects unless --sub-project names one. Ctrl+C ends this command; the service finishes the comparison.
Exits with 7 when the object of a file is missing or differs from the one that was uploaded.
${examples('millrace file reconcile', 'millrace file reconcile --repair --plugin archive')}`,
    )
    .action(async (_options, command: Command) => {
      const { client, output, confirm } = await openSession(io, command);
      const { repair, plugin, subProject, yes } = command.optsWithGlobals<ReconcileOptions>();
      const subProjectId = subProject === undefined ? undefined : await findSubProject(client, subProject);
      if (repair === true)
        await confirm('Remove objects and abort uploads that have no file and are older than 24 hours?', yes);
      const begun = await client.reconcileStorage({ repair: repair === true, pluginName: plugin, subProjectId });
      const found = await finished(io, client, begun.reconciliation);
      await output.json({ reconciliation: found });
      await output.text(reportText(found, io.columns));
      if (found.state === 'FAILED')
        throw new CommandError(`The comparison failed: ${found.failure ?? 'no reason given'}`, 1);
      const failures = found.plugins.filter(({ failure }) => failure !== undefined).length;
      if (failures > 0) throw new CommandError('A store could not be compared completely.', exitCodes.unavailable);
      const broken = found.plugins.some(
        ({ missingCount, alteredCount }) => missingCount !== '0' || alteredCount !== '0',
      );
      if (broken)
        throw new CommandError(
          'Some files have lost their objects, or their objects were changed.',
          exitCodes.conflict,
        );
    });
}

/** Polls the comparison until it has ended. */
async function finished(io: Io, client: MillraceClient, begun: Reconciliation): Promise<Reconciliation> {
  const signal = io.interruption();
  const bar = progressBar(io, 'comparing', 'objects');
  try {
    for (let current = begun; ; ) {
      if (current.state === 'COMPLETED' || current.state === 'FAILED') return current;
      await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
      current = (await client.getStorageReconciliation({ id: begun.id }, { signal })).reconciliation;
      bar.update(
        total(current.plugins, ({ objectCount }) => objectCount),
        undefined,
      );
    }
  } finally {
    bar.clear();
  }
}

const total = (plugins: readonly PluginReport[], count: (plugin: PluginReport) => string): number =>
  plugins.reduce((sum, plugin) => sum + Number(count(plugin)), 0);

/** The number of removed orphans and aborted stray uploads. */
const removed = ({ removedCount, abortedCount }: PluginReport): number => Number(removedCount) + Number(abortedCount);

function reportText({ plugins, unconfigured }: Reconciliation, columns: number | undefined): string {
  const counts = table<PluginReport>(
    [
      ['PLUGIN', 'pluginName'],
      ['FILES', 'fileCount', 'right'],
      ['OBJECTS', 'objectCount', 'right'],
      ['ORPHANS', 'orphanCount', 'right'],
      ['STRAY', 'strayUploadCount', 'right'],
      ['REMOVED', (plugin) => String(removed(plugin)), 'right'],
      ['MISSING', 'missingCount', 'right'],
      ['ALTERED', 'alteredCount', 'right'],
      ['FAILURE', 'failure'],
    ],
    plugins,
    columns,
  );
  const details = plugins.flatMap(({ pluginName, orphans, missing, altered, strayUploads }) => [
    ...missing.map(({ fileId, key }) => `missing  ${pluginName}  file ${fileId}  ${oneLine(key)}\n`),
    ...altered.map(({ fileId, key }) => `altered  ${pluginName}  file ${fileId}  ${oneLine(key)}\n`),
    ...orphans.map(({ key, size }) => `orphan   ${pluginName}  ${byteSize(Number(size))}  ${oneLine(key)}\n`),
    ...strayUploads.map(({ key, size }) => `stray    ${pluginName}  ${byteSize(Number(size))}  ${oneLine(key)}\n`),
  ]);
  const gone = unconfigured.map(
    ({ pluginName, fileCount }) => `${fileCount} files are on "${pluginName}", which is not configured\n`,
  );
  return [counts, ...details, ...gone].join('');
}
