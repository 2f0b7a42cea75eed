import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';

interface QuarantineOptions {
  readonly reason?: string;
}

/** `file scan` and `file release` (D71) */
export function addFileQuarantine(file: Command, io: Io): void {
  const add = (action: 'scan' | 'release', description: string, done: string) =>
    file
      .command(action)
      .description(`${description} (administrator only)`)
      .argument('<file>', 'file id')
      .option('--reason <text>', 'why, for the audit log')
      .addHelpText('after', examples(`millrace file ${action} 01980c60-… --reason "false alarm"`))
      .action(async (fileId: string, { reason }: QuarantineOptions, command: Command) => {
        const { client, output, subProjectId } = await openSession(io, command);
        const answer = await client.resolveQuarantine({ subProjectId: await subProjectId(), fileId, action, reason });
        await output.done(`${done} ${fileId}`, answer);
      });
  add('scan', 'send a file to the scanner of its sub-project again', 'Scanning file');
  add('release', 'take a file out of quarantine without a verdict of the scanner', 'Released file');
}
