import type { ExplainAccessRequest, ResponseOf } from '@millrace/client';
import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findProcess } from '../../session/work-lookup.js';
import type { Io } from '../../terminal/io.js';
import { table } from '../../terminal/table.js';

type Explanation = ResponseOf<'explainAccess'>;
type Check = Explanation['checks'][number];
type Role = Explanation['roles'][number];

interface ExplainOptions {
  readonly user?: string;
  readonly process?: string;
  readonly field?: string;
}

const signs: Readonly<Record<Check['outcome'], string>> = { passed: '✓', failed: '✗', skipped: '-' };

/** `access explain` */
export function addAccess(program: Command, io: Io): void {
  const access = program.command('access').helpGroup('Administration:').description('permissions of users');
  access
    .command('explain')
    .description('explain why a user may or may not call an operation')
    .argument('<operation>', 'operation id, e.g. updateProcessField')
    .option(
      '--user <id>',
      'user to explain. Default: yourself. For other users you need the right to read the audit log',
    )
    .option('--process <id or key>', 'process that the operation works on')
    .option('--field <name>', 'dynamic field, or state, priority, stageKey')
    .addHelpText(
      'after',
      examples(
        'millrace access explain updateProcessField --process 01980c4e-… --field amount',
        'millrace access explain executeWorkflow --user 01980c4a-…',
      ),
    )
    .action(async (operation: ExplainAccessRequest['operation'], options: ExplainOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      const answer = await client.explainAccess({
        subProjectId: id,
        operation,
        userId: options.user,
        processId: await findProcess(client, id, options.process),
        field: options.field,
      });
      await output.json(answer);
      await output.text(explanationText(answer, io.columns));
    });
}

function explanationText(answer: Explanation, columns: number | undefined): string {
  const { allowed, operation, decidedBy, error } = answer;
  const why = error === null ? '' : `: ${error.id} ${error.code}`;
  const verdict = `${operation} is ${allowed ? 'allowed' : 'not allowed'}${why} (decided by ${decidedBy})\n`;
  const checks = table<Check>(
    [
      ['', ({ outcome }) => signs[outcome]],
      ['CHECK', 'check'],
      ['BECAUSE', 'detail'],
    ],
    answer.checks,
    columns,
  );
  const roles = table<Role>(
    [
      ['ROLE', 'name'],
      ['GRANTS', ({ grants }) => yesNo(grants)],
      ['COVERS PROCESS', ({ covers }) => yesNo(covers)],
      ['HAS FIELD', ({ field }) => yesNo(field)],
    ],
    answer.roles,
    columns,
  );
  return `${verdict}\n${checks}${answer.roles.length === 0 ? '' : `\n${roles}`}`;
}

const yesNo = (value: boolean | null): string => (value === null ? '-' : value ? 'yes' : 'no');
