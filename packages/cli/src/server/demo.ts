import { join } from 'node:path';
import { createLog, readConfig, type Seeded, seedDemo, startServer } from '@millrace/server';
import { textAnnouncer } from './announcer.js';
import { serve } from './serve.js';

/**
 * `millrace demo`: the server with demo data (D35), addresses that open signed in, and three commands to try. It is for people: what it prints beside the
 * log is text, also in a pipe.
 */
export async function demo(): Promise<void> {
  await serve(textAnnouncer, async () => {
    const config = readConfig({ MILLRACE_LOG_LEVEL: 'warn', ...mailToFiles(process.env), ...process.env });
    let welcomeFor: (url: string) => Promise<string> = async () => '';
    const server = await startServer(config, {
      log: createLog(config.logLevel),
      preparation: {
        name: 'demo',
        reason: 'the demo data are being loaded',
        async run(services) {
          const seeded = await seedDemo({ ...services, pluginName: services.firstPlugin });
          welcomeFor = async (url) => {
            const isLocal = isLoopback(config.host) && isLoopback(new URL(url).hostname);
            const links = isLocal ? await signInLinks(url, seeded, services.seeding) : '';
            return banner(url, links) + commands(url, seeded) + mailNote(config.mailDirectory);
          };
        },
      },
    });
    process.stdout.write(await welcomeFor(server.url));
    return server;
  });
}

/** @param links addresses for the people of the demo; empty: the server can be reached from other machines */
function banner(url: string, links: string): string {
  return `
Millrace is ready at ${url}        documentation: ${url}/docs
${links}`;
}

function commands(url: string, { subProjectId, processId, workflowId }: Seeded): string {
  return `
Or use the interface for programs:

Sub-project   Invoice approvals   ${subProjectId}
Credentials   demo-owner / demo-owner-secret        (also demo-manager and demo-assignee)

1. Sign in:

TOKEN=$(curl -s ${url}/v1/users/userLogin -H 'Content-Type: application/json' \\
  -d '{"client_id":"demo-owner","client_secret":"demo-owner-secret"}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

2. Execute the workflow "Manager approval" on an invoice; it pauses for a decision:

RUN=$(curl -s ${url}/v1/process/workflows/executeWorkflow -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' -d '{"subProjectId":"${subProjectId}",
  "processId":"${processId}","stageKey":"stage_init",
  "workflowId":"${workflowId}"}' | tee /dev/stderr | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')

3. Approve it; the run completes and the invoice is APPROVED:

curl -s ${url}/v1/process/workflows/resumeWorkflowRunsApi -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' -d "{\\"subProjectId\\":\\"${subProjectId}\\",
  \\"runId\\":\\"$RUN\\",\\"approved\\":true}"
`;
}

/** Without an SMTP server e-mail is written to files beside the data. */
const mailToFiles = ({ MILLRACE_SMTP_URL, MILLRACE_DATA_DIR }: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  MILLRACE_SMTP_URL ? {} : { MILLRACE_MAIL_DIRECTORY: join(MILLRACE_DATA_DIR || './data', 'mail') };

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

/** Addresses that sign the people of the demo in, who are on this machine: each works once. */
async function signInLinks(
  url: string,
  { people }: Seeded,
  seeding: { createSignInLink(userId: string): Promise<string> },
): Promise<string> {
  const lines: string[] = [];
  for (const { userId, name } of people)
    lines.push(`${name.padEnd(16)} ${url}${await seeding.createSignInLink(userId)}#now`);
  const [first, ...others] = lines;
  return `
Open this address in a browser, and you are in the inbox of the invoice owner:

${first}

The other people of the demo. Each address works once, for 12 hours:

${others.join('\n')}
`;
}

const mailNote = (directory: string | undefined): string => `
${directory === undefined ? '' : `E-mail is not sent; it is written to ${directory}.\n`}Stop with Ctrl+C. Data stays in the data directory; the next start goes on with it.
`;
