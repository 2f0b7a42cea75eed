import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { type GlobalOptions, openSession } from '../../session/session.js';
import { findSubProject } from '../../session/sub-project-choice.js';
import type { Io } from '../../terminal/io.js';
import { byteSize } from '../../terminal/text.js';

interface PurgeOptions extends GlobalOptions {
  readonly deletedBefore?: string;
  readonly openBefore?: string;
  readonly yes?: boolean;
}

const size = (bytes: string): string => byteSize(Number(bytes));

/** `file usage` (D56) */
export function addFileUsage(file: Command, io: Io): void {
  file
    .command('usage')
    .description('show how much space files take (administrator only)')
    .addHelpText(
      'after',
      `
Shows all sub-projects together unless --sub-project names one.
${examples('millrace file usage', 'millrace --sub-project "Invoice approvals" file usage')}`,
    )
    .action(async (_options, command: Command) => {
      const { client, output } = await openSession(io, command);
      const { subProject } = command.optsWithGlobals<GlobalOptions>();
      const subProjectId = subProject === undefined ? undefined : await findSubProject(client, subProject);
      const answer = await client.getStorageUsage({ subProjectId });
      const { usage, disk } = answer;
      await output.json(answer);
      const lines = [
        `files         ${size(usage.storedBytes)}, of which ${size(usage.deletedBytes)} in ${usage.deletedFiles} deleted files`,
        `open uploads  ${size(usage.openBytes)}`,
        ...(usage.quota === undefined ? [] : [`quota         ${size(usage.quota)}`]),
        ...(disk === undefined
          ? []
          : [
              `disk          ${size(disk.freeBytes)} of ${size(disk.totalBytes)} free, reserve ${size(disk.reserveBytes)}${disk.takesUploads ? '' : ': uploads are refused'}`,
            ]),
      ];
      await output.text(`${lines.join('\n')}\n`);
    });
}

/** `file purge` (D56) */
export function addFilePurge(file: Command, io: Io): void {
  file
    .command('purge')
    .description('purge deleted files now, to free space; they cannot be recovered then (administrator only)')
    .option('--deleted-before <time>', 'only files that were deleted before this time (ISO 8601). Default: now')
    .option('--open-before <time>', 'also end uploads that were begun before this time and are still open')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      `
Purges files of all sub-projects unless --sub-project names one. Sub-projects under legal hold keep their files.
${examples('millrace file purge', 'millrace file purge --deleted-before 2026-01-31T00:00:00Z --yes')}`,
    )
    .action(async (_options, command: Command) => {
      const { client, output, confirm } = await openSession(io, command);
      const { subProject, deletedBefore, openBefore, yes } = command.optsWithGlobals<PurgeOptions>();
      const subProjectId = subProject === undefined ? undefined : await findSubProject(client, subProject);
      await confirm(
        `Purge deleted files ${subProjectId === undefined ? 'of all sub-projects' : `of ${subProject}`} for good?`,
        yes,
      );
      const sums = { purged: 0, freedBytes: 0, endedUploads: 0 };
      const until = deletedBefore ?? new Date().toISOString();
      for (let hasMore = true; hasMore; ) {
        const answer = await client.purgeStorage({ subProjectId, deletedBefore: until, openBefore });
        sums.purged += Number(answer.purged);
        sums.freedBytes += Number(answer.freedBytes);
        sums.endedUploads += Number(answer.endedUploads);
        hasMore = answer.hasMore;
      }
      const uploads = openBefore === undefined ? '' : `, ended ${sums.endedUploads} open uploads`;
      await output.done(
        `Purged ${sums.purged} ${sums.purged === 1 ? 'file' : 'files'} (${byteSize(sums.freedBytes)})${uploads}`,
        sums,
      );
    });
}
