import { connect } from '@millrace/client';
import type { Command } from 'commander';
import { type Check, failed, ok, skipped, warning } from '../../doctor/check.js';
import { checkService } from '../../doctor/check-service.js';
import { examples } from '../../help/examples.js';
import { version } from '../../help/version.js';
import { type ConnectionSettings, clientOptions, connectionSettings, DEFAULT_URL } from '../../session/connection.js';
import { isExposed, profilesFile } from '../../session/profiles.js';
import type { GlobalOptions } from '../../session/session.js';
import { allSubProjects } from '../../session/sub-project-choice.js';
import { CommandError, exitCodeOf, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { createOutput } from '../../terminal/output.js';
import { errorText } from '../../terminal/print-error.js';
import { type Column, table } from '../../terminal/table.js';
import { oneLine } from '../../terminal/text.js';

const signs: Readonly<Record<Check['status'], string>> = { ok: '✓', warning: '!', failed: '✗', skipped: '-' };

/** `doctor` */
export function addDoctor(program: Command, io: Io): void {
  program
    .command('doctor')
    .helpGroup('Signing in:')
    .description('check the address, the credentials, the clock, and the readiness and version of the service')
    .option('--server', 'check the installation; run this on the host of the server, with its environment')
    .addHelpText(
      'after',
      `
--server checks the database of DATABASE_URL, or without it the embedded database in MILLRACE_DATA_DIR: its version,
pending migrations, the privileges of its role, the partitions of the audit log, and whether a worker does the jobs. It
changes nothing and needs no credentials.
Exits with 0 when no check failed, otherwise with the code of the first failure: 3 for credentials, 8 for the service.
${examples('millrace doctor', 'millrace doctor --profile admin --json', 'DATABASE_URL=postgres://… millrace doctor --server')}`,
    )
    .action(async ({ server }: { readonly server?: boolean }, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const { checks, exitCode } = await (server === true ? examineServer(io) : examine(io, options.profile));
      const output = createOutput(io, options.json === true);
      await output.json({ checks });
      const columns: readonly Column<Check>[] = [
        ['', ({ status }) => signs[status]],
        ['CHECK', 'name'],
        ['RESULT', 'detail'],
      ];
      await output.text(table(columns, checks));
      const advised = checks.filter(({ advice }) => advice !== undefined);
      const advices = advised.map(({ status, name, advice }) => `${signs[status]} ${name}: ${advice ?? ''}\n`);
      if (advices.length > 0) await output.text(`\n${advices.join('')}`);
      const failures = checks.filter(({ status }) => status === 'failed').length;
      if (failures > 0)
        throw new CommandError(failures === 1 ? 'One check failed.' : `${failures} checks failed.`, exitCode);
    });
}

interface Examination {
  readonly checks: readonly Check[];
  /** Exit code of the command when a check failed. */
  readonly exitCode: number;
}

async function examineServer(io: Io): Promise<Examination> {
  const { checkInstallation } = await import('../../server/doctor-server.js');
  return { checks: await checkInstallation(io.env), exitCode: exitCodes.unavailable };
}

async function examine(io: Io, profile: string | undefined): Promise<Examination> {
  const found = await settingsOf(io, profile);
  const kept = await credentialsFileCheck(io);
  if ('exitCode' in found) {
    const url = io.env.MILLRACE_URL || DEFAULT_URL;
    const { checks } = await checkService(url, version);
    return { checks: [found.check, ...kept, ...checks], exitCode: found.exitCode };
  }
  const { settings, check } = found;
  const service = await checkService(settings.url, version);
  const { checks: access, exitCode } = service.reachable
    ? await checkAccess(settings)
    : {
        checks: [skipped('signed in', 'not checked, because the service cannot be reached')],
        exitCode: exitCodes.unavailable,
      };
  const isReady = service.checks.every(({ status }) => status !== 'failed');
  return {
    checks: [check, ...kept, ...service.checks, ...access],
    exitCode: isReady ? exitCode : exitCodes.unavailable,
  };
}

type Found =
  | { readonly settings: ConnectionSettings; readonly check: Check }
  | { readonly check: Check; readonly exitCode: number };

async function settingsOf(io: Io, named: string | undefined): Promise<Found> {
  try {
    // The warning about the file is left out: `credentialsFileCheck` reports it.
    const settings = await connectionSettings({ ...io, err: () => undefined }, named);
    const source = settings.profile === undefined ? 'the environment' : `the profile "${settings.profile}"`;
    return { settings, check: ok('settings', `${settings.clientId}, from ${source}`) };
  } catch (error) {
    return {
      check: failed('settings', oneLine(errorText(error).trim()), 'millrace login saves credentials.'),
      exitCode: exitCodeOf(error),
    };
  }
}

async function credentialsFileCheck(io: Io): Promise<readonly Check[]> {
  const file = profilesFile(io);
  const exposed = await isExposed(file);
  if (exposed === undefined) return [];
  return [
    exposed
      ? warning('saved credentials', `others can read ${file}`, `chmod 600 ${file}`)
      : ok('saved credentials', `only you can read ${file}`),
  ];
}

async function checkAccess(settings: ConnectionSettings): Promise<Examination> {
  const client = connect({ ...clientOptions(settings), retries: 1 });
  try {
    const subProjects = await allSubProjects(client);
    const names = subProjects.slice(0, 5).map(({ name }) => name);
    const more = subProjects.length > names.length ? `, … (${subProjects.length})` : '';
    const seen =
      subProjects.length === 0
        ? warning(
            'sub-projects',
            'you are a member of no sub-project',
            'Ask the administrator to add you to the members of a configuration and to deploy it with millrace deploy.',
          )
        : ok('sub-projects', names.join(', ') + more);
    return { checks: [ok('signed in', settings.clientId), seen], exitCode: exitCodes.ok };
  } catch (error) {
    const detail = oneLine(errorText(error).trim());
    return {
      checks: [
        failed(
          'signed in',
          detail,
          'Run millrace login again, or ask the administrator to enable the client or to issue a new secret.',
        ),
      ],
      exitCode: exitCodeOf(error),
    };
  }
}
