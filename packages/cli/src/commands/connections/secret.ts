import { type Command, Option } from 'commander';
import { readSecretValue } from '../../arguments/secret-value.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

/** `secret set|list|delete` */
export function addSecret(program: Command, io: Io): void {
  const secret = program
    .command('secret')
    .helpGroup('Administration:')
    .description('values that jobs send to other services, e.g. API keys; nobody can read them');
  addSet(secret, io);
  addList(secret, io);
  addDelete(secret, io);
}

const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

interface SetOptions {
  readonly host?: readonly string[];
  readonly anyHost?: boolean;
}

function addSet(secret: Command, io: Io): void {
  secret
    .command('set')
    .description('create a secret or replace its value, which is asked for or read from standard input')
    .argument('<name>', 'name that diagrams use: {{secrets.<name>}}')
    .option(
      '--host <host>',
      'host that it may be sent to, e.g. erp.example.com; may be repeated. Default: those of before; any for a new secret',
      several,
    )
    .addOption(new Option('--any-host', 'it may be sent to any host').conflicts('host'))
    .addHelpText(
      'after',
      examples(
        'millrace secret set ERP_KEY --host erp.example.com',
        'pass show erp/key | millrace secret set ERP_KEY --host erp.example.com',
      ),
    )
    .action(async (name: string, { host, anyHost }: SetOptions, command: Command) => {
      const session = await openSession(io, command);
      const subProjectId = await session.subProjectId();
      const value = await readSecretValue(io, `Value of ${name}: `);
      const answer = await session.client.setSecret({
        subProjectId,
        name,
        value,
        ...(host === undefined && anyHost !== true ? {} : { hosts: [...(host ?? [])] }),
      });
      const { hosts } = answer.secret;
      const where = hosts.length === 0 ? 'any host' : hosts.join(', ');
      await session.output.done(`Secret ${name} is set. It may be sent to ${where}`, answer);
    });
}

function addList(secret: Command, io: Io): void {
  secret
    .command('list')
    .description('list secrets with where they are used, without their values')
    .addHelpText('after', examples('millrace secret list'))
    .action(async (_options, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.getSecrets({ subProjectId: await session.subProjectId() });
      await session.output.list(
        [
          ['NAME', 'name'],
          ['HOSTS', ({ hosts }) => (hosts.length === 0 ? 'any' : hosts.join(', '))],
          ['SET', ({ setTs }) => shortTime(setTs)],
          ['BY', ({ setBy }) => setBy.name],
          ['USED BY', ({ usedBy }) => usedBy.map(({ file, elementId }) => `${file}#${elementId}`).join(', ')],
        ],
        answer.secrets,
        answer,
        'The sub-project has no secrets.',
      );
      if (!session.output.isJson && answer.missing.length > 0) {
        io.err(`Diagrams name secrets that are not set: ${answer.missing.join(', ')}\n`);
      }
    });
}

function addDelete(secret: Command, io: Io): void {
  secret
    .command('delete')
    .description('delete a secret; jobs that name it become incidents')
    .argument('<name>', 'name of the secret')
    .addHelpText('after', examples('millrace secret delete ERP_KEY'))
    .action(async (name: string, _options, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.deleteSecret({ subProjectId: await session.subProjectId(), name });
      await session.output.done(answer.message, answer);
    });
}
