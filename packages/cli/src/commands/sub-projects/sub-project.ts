import type { Command } from 'commander';
import { type PagingOptions, pageOf, withPaging } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { allSubProjects, findSubProject } from '../../session/sub-project-choice.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';
import { addFields } from './sub-project-fields.js';

/** `sub-project list|show|create` */
export function addSubProject(program: Command, io: Io): void {
  const subProject = program
    .command('sub-project')
    .helpGroup('Configuration:')
    .description('sub-projects that you may see');

  withPaging(subProject.command('list'))
    .description('list the sub-projects that you are a member of (the administrator: all), by name')
    .addHelpText('after', examples('millrace sub-project list', 'millrace sub-project list --json'))
    .action(async (options: PagingOptions, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.getSubProjects(pageOf(options));
      await session.output.page(
        [
          ['ID', 'id'],
          ['NAME', 'name'],
          ['VERSION', ({ version }) => version ?? '-', 'right'],
          ['CREATED', ({ createdTs }) => shortTime(createdTs)],
        ],
        answer.subProjects,
        answer,
        'There is no sub-project that you may see.',
      );
    });

  subProject
    .command('show')
    .description('show a sub-project with its stages and workflows')
    .argument('[sub-project]', 'id or name. Default: the sub-project that other commands use')
    .option('--document', 'print the configuration document as it was deployed (administrator, or a role with design)')
    .addHelpText(
      'after',
      examples(
        'millrace sub-project show "Invoice approvals"',
        'millrace sub-project show --document > sub-project.yaml',
      ),
    )
    .action(async (wanted: string | undefined, options: { readonly document?: boolean }, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = wanted === undefined ? await subProjectId() : await findSubProject(client, wanted);
      if (options.document === true) {
        const answer = await client.getSubProjectConfiguration({ subProjectId: id });
        const { document } = answer;
        await output.json(answer);
        return output.text(document.endsWith('\n') ? document : `${document}\n`);
      }
      const found = (await allSubProjects(client)).find((candidate) => candidate.id === id.toLowerCase());
      if (found === undefined) {
        throw new CommandError(`There is no sub-project ${id}, or you are not a member of it.`, exitCodes.notFound);
      }
      const { workflows } =
        found.version === null ? { workflows: [] } : await client.getWorkflows({ subProjectId: id });
      await output.record(
        [
          ['id', found.id],
          ['name', found.name],
          ['version', found.version ?? 'nothing deployed yet'],
          ['created', shortTime(found.createdTs)],
        ],
        { ...found, workflows },
      );
      await output.section(
        [
          ['STAGE', 'key'],
          ['NAME', 'name'],
          ['', (stage) => (stage.default ? 'default' : '')],
        ],
        found.stages,
      );
      await output.section(
        [
          ['WORKFLOW', 'id'],
          ['NAME', 'name'],
          ['DESCRIPTION', 'description'],
        ],
        workflows,
      );
    });

  addFields(subProject, io);

  subProject
    .command('create')
    .description('create an empty sub-project, to deploy a configuration to (administrator only)')
    .argument('<name>', 'name of the sub-project')
    .option('--id <uuid>', 'id of the sub-project. Default: a new one')
    .addHelpText('after', examples("millrace sub-project create 'Travel requests'"))
    .action(async (name: string, { id }: { readonly id?: string }, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.createSubProject({ name, subProjectId: id });
      await output.done(`Created sub-project ${answer.id}`, answer);
    });
}
