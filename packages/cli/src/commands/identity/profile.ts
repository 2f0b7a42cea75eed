import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { noSuchProfile } from '../../session/connection.js';
import { profilesFile, readProfiles, writeProfiles } from '../../session/profiles.js';
import type { GlobalOptions } from '../../session/session.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { createOutput } from '../../terminal/output.js';

/** `profile list|use` and `logout`: the saved credentials. Secrets are never shown. */
export function addProfile(program: Command, io: Io): void {
  const profile = program.command('profile').helpGroup('Signing in:').description('saved credentials');

  profile
    .command('list')
    .description('list the saved credentials, without their secrets')
    .addHelpText('after', examples('millrace profile list'))
    .action(async (_options, command: Command) => {
      const { current, profiles } = await readProfiles(profilesFile(io));
      const rows = Object.entries(profiles).map(([name, { url, clientId, subProject }]) => ({
        name,
        current: name === current,
        url,
        clientId,
        subProject: subProject ?? null,
      }));
      const columns = [
        { title: '', value: (row: (typeof rows)[number]) => (row.current ? '*' : '') },
        { title: 'NAME', value: (row: (typeof rows)[number]) => row.name },
        { title: 'CLIENT', value: (row: (typeof rows)[number]) => row.clientId },
        { title: 'URL', value: (row: (typeof rows)[number]) => row.url },
        { title: 'SUB-PROJECT', value: (row: (typeof rows)[number]) => row.subProject ?? '' },
      ];
      await outputOf(io, command).list(columns, rows, { profiles: rows }, 'No credentials are saved.');
    });

  profile
    .command('use')
    .description('choose the profile that commands use')
    .argument('<name>', 'name of the profile')
    .addHelpText('after', examples('millrace profile use admin'))
    .action(async (name: string, _options, command: Command) => {
      const file = profilesFile(io);
      const { profiles } = await readProfiles(file);
      if (!(name in profiles)) throw noSuchProfile(name, Object.keys(profiles));
      await writeProfiles(file, { current: name, profiles });
      await outputOf(io, command).done(`Commands now use the profile "${name}"`, { current: name });
    });

  program
    .command('logout')
    .helpGroup('Signing in:')
    .description('delete the saved credentials of the current profile, or of --profile')
    .addHelpText('after', examples('millrace logout', 'millrace logout --profile admin'))
    .action(async (_options, command: Command) => {
      const file = profilesFile(io);
      const { current, profiles } = await readProfiles(file);
      const name = command.optsWithGlobals<GlobalOptions>().profile ?? (io.env.MILLRACE_PROFILE || current);
      if (name === undefined) throw new CommandError('No credentials are saved.', exitCodes.unauthenticated);
      if (!(name in profiles)) throw noSuchProfile(name, Object.keys(profiles));
      const rest = Object.fromEntries(Object.entries(profiles).filter(([other]) => other !== name));
      await writeProfiles(file, { current: current === name ? undefined : current, profiles: rest });
      await outputOf(io, command).done(`The profile "${name}" is deleted`, { deleted: name });
    });
}

const outputOf = (io: Io, command: Command) => createOutput(io, command.optsWithGlobals<GlobalOptions>().json === true);
