import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findSubProject } from '../../session/sub-project-choice.js';
import type { Io } from '../../terminal/io.js';

/** `sub-project fields` */
export function addFields(subProject: Command, io: Io): void {
  subProject
    .command('fields')
    .description('list the fields of processes, and what you may do with each')
    .argument('[sub-project]', 'id or name. Default: the sub-project that other commands use')
    .addHelpText(
      'after',
      examples('millrace sub-project fields', 'millrace sub-project fields "Invoice approvals" --json'),
    )
    .action(async (wanted: string | undefined, _options: object, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = wanted === undefined ? await subProjectId() : await findSubProject(client, wanted);
      const answer = await client.getSubProjectSchema({ subProjectId: id });
      await output.list(
        [
          ['FIELD', 'name'],
          ['TYPE', ({ schema, reference }) => reference ?? typeOf(schema)],
          ['REQUIRED', ({ required }) => (required ? 'yes' : '')],
          ['YOU MAY', (field) => rights.filter((right) => field[right]).join(', ')],
        ],
        answer.fields,
        answer,
        'There is no field that you may see or set.',
      );
    });
}

const rights = ['read', 'create', 'update'] as const;

const typeOf = ({ type, enum: choices }: Readonly<Record<string, unknown>>): string =>
  Array.isArray(choices) ? choices.map(String).join(' | ') : type === undefined ? 'any' : [type].flat().join(' | ');
