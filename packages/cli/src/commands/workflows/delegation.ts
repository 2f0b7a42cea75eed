import type { Command } from 'commander';
import { type PagingOptions, pageOf, withPaging } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

/** `delegation add|list|end` */
export function addDelegation(program: Command, io: Io): void {
  const delegation = program
    .command('delegation')
    .helpGroup('Work:')
    .description('substitutes, who decide tasks for somebody who is away');
  addAdd(delegation, io);
  addList(delegation, io);
  addEnd(delegation, io);
}

interface AddOptions {
  readonly person?: string;
  readonly begin?: string;
  readonly until?: string;
  readonly workflow?: readonly string[];
  readonly condition?: string;
  readonly reason?: string;
}

function addAdd(delegation: Command, io: Io): void {
  delegation
    .command('add')
    .description('name a substitute')
    .argument('<substitute>', 'user id of who decides')
    .option('--person <id>', 'user id of who is away. Default: you')
    .option('--begin <time>', 'when it begins, a date-time. Default: now')
    .option('--until <time>', 'when it ends, a date-time. Default: when somebody ends it')
    .option('--workflow <id...>', 'ids of workflows. Default: all')
    .option('--condition <feel>', 'FEEL over the fields of the process')
    .option('--reason <text>', 'why, for people')
    .addHelpText(
      'after',
      examples(
        "millrace delegation add 01980c51-… --until 2027-01-04T08:00:00Z --reason 'On holiday'",
        "millrace delegation add 01980c51-… --condition 'amount < 5000'",
      ),
    )
    .action(async (substituteId: string, options: AddOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.createDelegation({
        subProjectId: await subProjectId(),
        substituteId,
        personId: options.person,
        fromTs: options.begin,
        untilTs: options.until,
        workflowIds: options.workflow === undefined ? undefined : [...options.workflow],
        condition: options.condition,
        reason: options.reason,
      });
      const { id, person, substitute } = answer.delegation;
      await output.done(`${substitute.name} decides for ${person.name}; delegation ${id}`, answer);
    });
}

function addList(delegation: Command, io: Io): void {
  withPaging(delegation.command('list'))
    .description('list substitutes: yours, and whose substitute you are')
    .option('--all', 'those of everybody')
    .addHelpText('after', examples('millrace delegation list', 'millrace delegation list --all'))
    .action(async (options: PagingOptions & { readonly all?: boolean }, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.getDelegations({
        ...pageOf(options),
        subProjectId: await subProjectId(),
        view: options.all === true ? 'all' : 'own',
      });
      await output.page(
        [
          ['DELEGATION', ({ id }) => id],
          ['PERSON', ({ person: { name } }) => name],
          ['SUBSTITUTE', ({ substitute: { name } }) => name],
          ['FROM', ({ fromTs }) => shortTime(fromTs)],
          ['UNTIL', ({ untilTs }) => (untilTs === null ? '-' : shortTime(untilTs))],
          ['CONDITION', ({ condition }) => condition ?? '-'],
        ],
        answer.delegations,
        answer,
        'There are no substitutes.',
      );
    });
}

function addEnd(delegation: Command, io: Io): void {
  delegation
    .command('end')
    .description('end a substitution at once')
    .argument('<delegation>', 'id of the delegation')
    .addHelpText('after', examples('millrace delegation end 01980c51-…'))
    .action(async (delegationId: string, _options, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.endDelegation({ subProjectId: await subProjectId(), delegationId });
      await output.done(answer.message, answer);
    });
}
