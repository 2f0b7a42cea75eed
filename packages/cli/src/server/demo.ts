import { createLog, readConfig, type Seeded, seedDemo, startServer } from '@millrace/server';
import { textAnnouncer } from './announcer.js';
import { serve } from './serve.js';

/**
 * `millrace demo`: the server with demo data (D35), and three commands to try. It is for people: what it prints beside the
 * log is text, also in a pipe.
 */
export async function demo(): Promise<void> {
  await serve(textAnnouncer, async () => {
    const config = readConfig({ MILLRACE_LOG_LEVEL: 'warn', ...process.env });
    let welcomeFor: (url: string) => string = () => '';
    const server = await startServer(config, {
      log: createLog(config.logLevel),
      preparation: {
        name: 'demo',
        reason: 'the demo data are being loaded',
        async run(services) {
          const seeded = await seedDemo(services);
          welcomeFor = (url) => welcome(url, seeded);
        },
      },
    });
    process.stdout.write(welcomeFor(server.url));
    return server;
  });
}

function welcome(url: string, { subProjectId, processId, workflowId }: Seeded): string {
  return `
Millrace is ready at ${url}        documentation: ${url}/docs

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

Stop with Ctrl+C. Data stays in the data directory; the next start goes on with it.
`;
}
