import { Command } from 'commander';
import { addAccess } from './commands/access.js';
import { addAudit } from './commands/audit.js';
import { addClient } from './commands/client.js';
import { addCompletion } from './commands/completion.js';
import { addDeploy } from './commands/deploy.js';
import { addDoctor } from './commands/doctor.js';
import { addEvent } from './commands/event.js';
import { addFile } from './commands/file.js';
import { addLogin } from './commands/login.js';
import { addProcess } from './commands/process.js';
import { addProfile } from './commands/profile.js';
import { addRun } from './commands/run.js';
import { addServer } from './commands/server.js';
import { addSubProject } from './commands/sub-project.js';
import { addTask } from './commands/task.js';
import { addUser } from './commands/user.js';
import { addValidate } from './commands/validate.js';
import { addWorkflow } from './commands/workflow.js';
import { examples } from './examples.js';
import type { Io } from './io.js';
import { version } from './version.js';

const groups: readonly ((program: Command, io: Io) => void)[] = [
  addServer,
  addLogin,
  addProfile,
  addDoctor,
  addSubProject,
  addValidate,
  addDeploy,
  addProcess,
  addWorkflow,
  addRun,
  addTask,
  addEvent,
  addFile,
  addUser,
  addClient,
  addAccess,
  addAudit,
  addCompletion,
];

/** The whole command line. Commands do their work through `io` and report failures by throwing. */
export function createProgram(io: Io): Command {
  const program = new Command('millrace')
    .description('Business processes and the work done on them: fields, roles, BPMN workflows, files.')
    .version(version)
    .option('--json', 'print the answer of the service as JSON, for scripts')
    .option('--profile <name>', 'saved credentials to use; default the last ones signed in with')
    .option('--sub-project <id or name>', 'sub-project to work in')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => void io.out(text), writeErr: (text) => io.err(text) })
    .exitOverride()
    .showHelpAfterError('(add --help for more)')
    .addHelpText(
      'after',
      examples(
        'millrace demo                                a server with example data, to try everything with',
        'millrace login --url https://millrace.example.com',
        'millrace process list --state IN_REVIEW',
        'millrace run execute "Manager approval" <process id>',
        'millrace task approve <task id>',
      ),
    );
  for (const add of groups) add(program, io);
  return program;
}
