import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { postForm } from '../../person/oauth-endpoints.js';
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
      await outputOf(io, command).list(
        [
          ['', (row) => (row.current ? '*' : '')],
          ['NAME', 'name'],
          ['CLIENT', 'clientId'],
          ['URL', 'url'],
          ['SUB-PROJECT', 'subProject'],
        ],
        rows,
        { profiles: rows },
        'No credentials are saved.',
      );
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
    .description(
      'end the sign-in of a person, and delete the saved credentials of the current profile, or of --profile',
    )
    .addHelpText('after', examples('millrace logout', 'millrace logout --profile admin'))
    .action(async (_options, command: Command) => {
      const file = profilesFile(io);
      const { current, profiles } = await readProfiles(file);
      const name = command.optsWithGlobals<GlobalOptions>().profile ?? (io.env.MILLRACE_PROFILE || current);
      if (name === undefined) throw new CommandError('No credentials are saved.', exitCodes.unauthenticated);
      if (!(name in profiles)) throw noSuchProfile(name, Object.keys(profiles));
      const { url, refreshToken } = profiles[name] ?? {};
      if (url !== undefined && refreshToken !== undefined) await endSignIn(io, url, refreshToken);
      const rest = Object.fromEntries(Object.entries(profiles).filter(([other]) => other !== name));
      await writeProfiles(file, { current: current === name ? undefined : current, profiles: rest });
      await outputOf(io, command).done(`The profile "${name}" is deleted`, { deleted: name });
    });
}

/** Ends the access of the command line at the service. The profile goes also when the service cannot be reached. */
async function endSignIn(io: Io, url: string, token: string): Promise<void> {
  try {
    await postForm(url, '/oauth/revoke', { token });
  } catch (error) {
    io.err(`warning: the sign-in could not be ended at ${url}: ${error instanceof Error ? error.message : error}\n`);
  }
}

const outputOf = (io: Io, command: Command) => createOutput(io, command.optsWithGlobals<GlobalOptions>().json === true);
