import { Command } from 'commander';
import { addHook } from './commands/connections/hook.js';
import { addSecret } from './commands/connections/secret.js';
import { addEventLog } from './commands/events/event-log.js';
import { addWebhook } from './commands/events/webhook.js';
import { addFile } from './commands/files/file.js';
import { addApplication } from './commands/identity/application.js';
import { addClient } from './commands/identity/client.js';
import { addGroup } from './commands/identity/group.js';
import { addIdentityProvider } from './commands/identity/identity-provider.js';
import { addInvitation } from './commands/identity/invitation.js';
import { addLogin } from './commands/identity/login.js';
import { addProfile } from './commands/identity/profile.js';
import { addScimToken } from './commands/identity/scim-token.js';
import { addSignInPolicy } from './commands/identity/sign-in-policy.js';
import { addToken } from './commands/identity/token.js';
import { addUser } from './commands/identity/user.js';
import { addWhoami } from './commands/identity/whoami.js';
import { addAccess } from './commands/processes/access.js';
import { addAudit } from './commands/processes/audit.js';
import { addComment } from './commands/processes/comment.js';
import { addEvidence } from './commands/processes/evidence.js';
import { addNotification } from './commands/processes/notification.js';
import { addProcess } from './commands/processes/process.js';
import { addSla } from './commands/processes/sla.js';
import { addBackup } from './commands/server/backup.js';
import { addCompletion } from './commands/server/completion.js';
import { addDoctor } from './commands/server/doctor.js';
import { addServer } from './commands/server/server.js';
import { addSettings } from './commands/server/settings.js';
import { addCalendar } from './commands/sub-projects/calendar.js';
import { addDeploy } from './commands/sub-projects/deploy.js';
import { addMember } from './commands/sub-projects/member.js';
import { addSubProject } from './commands/sub-projects/sub-project.js';
import { addTest } from './commands/sub-projects/test.js';
import { addValidate } from './commands/sub-projects/validate.js';
import { addDecision } from './commands/workflows/decision.js';
import { addDelegation } from './commands/workflows/delegation.js';
import { addEvent } from './commands/workflows/event.js';
import { addIncident } from './commands/workflows/incident.js';
import { addRun } from './commands/workflows/run.js';
import { addTask } from './commands/workflows/task.js';
import { addWorker } from './commands/workflows/worker.js';
import { addWorkflow } from './commands/workflows/workflow.js';
import { helpConfiguration } from './help/current-names.js';
import { examples } from './help/examples.js';
import { version } from './help/version.js';
import type { Io } from './terminal/io.js';

const groups: readonly ((program: Command, io: Io) => void)[] = [
  addServer,
  addBackup,
  addLogin,
  addProfile,
  addWhoami,
  addToken,
  addDoctor,
  addSettings,
  addSubProject,
  addMember,
  addCalendar,
  addValidate,
  addTest,
  addDeploy,
  addProcess,
  addSla,
  addComment,
  addNotification,
  addWorkflow,
  addRun,
  addIncident,
  addTask,
  addWorker,
  addDecision,
  addDelegation,
  addEvent,
  addEventLog,
  addFile,
  addUser,
  addInvitation,
  addClient,
  addGroup,
  addScimToken,
  addIdentityProvider,
  addSignInPolicy,
  addSecret,
  addWebhook,
  addApplication,
  addHook,
  addAccess,
  addAudit,
  addEvidence,
  addCompletion,
];

/** The whole command line. Commands do their work through `io` and report failures by throwing. */
export function createProgram(io: Io): Command {
  const program = new Command('millrace')
    .description('Manage business processes: fields, roles, BPMN workflows and files.')
    .version(version)
    .option('--json', 'print JSON instead of text, for scripts')
    .option('--profile <name>', 'saved credentials to use. Default: those of the last login')
    .option('--sub-project <id or name>', 'sub-project to use. Default: the only one you can see')
    .configureHelp(helpConfiguration)
    .configureOutput({ writeOut: (text) => void io.out(text), writeErr: (text) => io.err(text) })
    .exitOverride()
    .showHelpAfterError('(add --help for more)')
    .addHelpText(
      'after',
      examples(
        'millrace demo                                a server with example data',
        'millrace login --url https://millrace.example.com',
        'millrace process list --state IN_REVIEW',
        'millrace run execute "Manager approval" <process id>',
        'millrace task approve <task id>',
      ),
    );
  for (const add of groups) add(program, io);
  return program;
}
