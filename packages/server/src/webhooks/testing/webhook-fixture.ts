import { createEventFeed } from '../../events/feed/event-feed.js';
import { createSequencer } from '../../events/sequencer/sequencer.js';
import { principalOf } from '../../identity/records/principal-of.js';
import { listenForJobs } from '../../jobs/hints/job-hints.js';
import { createSealing } from '../../kernel/sealing.js';
import { createProcessFixture, invoices, type ProcessFixture } from '../../processes/testing/process-fixture.js';
import type { ConfigurationDocument } from '../../sub-projects/document/model/document.js';
import { quietLog } from '../../testing/quiet-log.js';
import type { WebhookDeps } from '../settings/webhook-deps.js';
import { webhookUseCases } from '../use-cases.js';

/** Invoices whose roles subscribe; receivers on loopback are allowed. */
export const subscribing: ConfigurationDocument = {
  ...invoices,
  http: { allowPrivateAddresses: ['127.0.0.1'] },
  roles: [
    { name: 'OWNER', assignable: true, read: true, create: true, update: true, subscribe: true },
    {
      name: 'ASSIGNEE',
      assignable: true,
      filter: { 'fields.assignee': '$user.id' },
      read: ['supplier', 'assignee', 'amount'],
      subscribe: ['process.*'],
    },
    { name: 'GUEST', read: true },
  ],
};

/** Processes, and the operations on webhooks over them. */
export interface WebhookFixture extends ProcessFixture {
  readonly webhooks: ReturnType<typeof webhookUseCases>;
  readonly webhookDeps: WebhookDeps;
  readonly feed: ReturnType<typeof createEventFeed>;
  readonly hints: ReturnType<typeof listenForJobs>;
}

export async function createWebhookFixture(document = subscribing): Promise<WebhookFixture> {
  const fixture = await createProcessFixture(document);
  const { db, url } = fixture;
  const hints = listenForJobs({ url, log: quietLog });
  const sequencer = createSequencer({ db, channel: 'millrace_jobs', retentionDays: 30, log: quietLog });
  const feed = createEventFeed({ db, sequencer, hints, log: quietLog });
  const webhookDeps: WebhookDeps = {
    ...fixture.deps,
    findOwner: (tx, userId) => principalOf(tx, { userId, scopes: [] }),
    sealing: createSealing([Buffer.alloc(32, 7).toString('base64')]),
    cards: { publicUrl: 'https://bpm.example.com/millrace/', language: 'en' },
    channel: 'millrace_jobs',
    log: quietLog,
  };
  return {
    ...fixture,
    webhooks: webhookUseCases(webhookDeps),
    webhookDeps,
    feed,
    hints,
    async drop() {
      await hints.close();
      await fixture.drop();
    },
  };
}
