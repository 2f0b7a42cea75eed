import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { read, useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { Button } from '../../ui/button/button.js';
import { Note } from '../../ui/feedback/note.js';
import { Icon } from '../../ui/icon/icon.js';
import { Section } from '../../ui/section/section.js';
import { Facts } from '../../ui/table/facts.js';
import { When } from '../../ui/text/when.js';
import styles from '../connections.module.css';
import { messages } from '../messages/index.gen.js';
import { ASK_AGAIN } from '../parts/ask-again.js';
import { DeleteDialog } from '../parts/delete-dialog.js';
import { RotateDialog } from '../parts/rotate-dialog.js';
import { useLeave } from '../parts/use-leave.js';
import { Deliveries } from './deliveries.js';
import { ReplayDialog } from './replay-dialog.js';
import { type Webhook, WebhookBadges } from './webhook-part.js';

/** One webhook: its settings, what can be done with it, and its deliveries. */
export function WebhookDetails({ subProjectId, id }: { readonly subProjectId: string; readonly id: string }) {
  const m = messages.use();
  const reading = useQuery({
    ...read('getEventSubscriptions', { subProjectId, subscriptionId: id }),
    refetchInterval: ASK_AGAIN,
  });
  const webhook = reading.data?.subscriptions[0];
  const [deleted, setDeleted] = useState<Webhook>();
  return (
    <>
      <Link
        to="/connections/$subProjectId"
        params={{ subProjectId }}
        search={{ show: 'webhooks' }}
        className={styles.back}
      >
        <Icon of={ArrowLeft} />
        {m.part({ part: 'webhooks' })}
      </Link>
      <Section title={webhook?.name ?? m.webhook} reading={reading}>
        {webhook === undefined ? (
          <p className="t13 t3">{m.noSuchWebhook}</p>
        ) : (
          <Known webhook={webhook} onDelete={() => setDeleted(webhook)} />
        )}
      </Section>
      {webhook !== undefined && <Deliveries webhook={webhook} />}
      {/* It is still there when the webhook no longer is, and leads back to the list. */}
      {deleted !== undefined && <DeleteWebhookDialog webhook={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

function Known({ webhook, onDelete }: { readonly webhook: Webhook; onDelete(): void }) {
  const m = messages.use();
  const { subProjectId, id: subscriptionId, declaredAs, state, reason, failingSince, replaying } = webhook;
  const [asks, setAsks] = useState<'replay' | 'rotate'>();
  const test = useChange('testEventSubscription');
  const update = useChange('updateEventSubscription');
  const close = () => setAsks(undefined);
  const turn = state === 'active' ? 'paused' : 'active';
  const onError = (error: Error) => showFailure(error);
  return (
    <>
      <div className="row wrap">
        <WebhookBadges webhook={webhook} />
      </div>
      {reason !== null && <Note tone="waiting">{reason}</Note>}
      {failingSince !== null && (
        <Note tone="waiting">
          {m.failingSince} <When at={failingSince} />
        </Note>
      )}
      {replaying && <Note>{m.replaying}</Note>}
      <Facts
        items={[
          [m.url, webhook.url],
          [m.types, webhook.types.join(', ')],
          [m.owner, webhook.owner.name],
          [m.payload, m.payloadOf({ payload: webhook.payload })],
          [m.since, <When key="since" at={webhook.createdTs} />],
        ]}
      />
      <div className="row wrap">
        <Button isBusy={test.isPending} onClick={() => test.mutate({ subProjectId, subscriptionId }, { onError })}>
          {m.sendTest}
        </Button>
        <Button onClick={() => setAsks('replay')}>{m.replay}</Button>
        <Button
          isBusy={update.isPending}
          onClick={() => update.mutate({ subProjectId, subscriptionId, state: turn }, { onError })}
        >
          {turn === 'paused' ? m.pause : m.resume}
        </Button>
        <Button onClick={() => setAsks('rotate')}>{m.rotate}</Button>
        {declaredAs === null && (
          <Button look="danger" onClick={onDelete}>
            {m.delete}
          </Button>
        )}
      </div>
      {declaredAs !== null && <Note>{m.declared({ key: declaredAs })}</Note>}
      {test.data !== undefined && <TestResult result={test.data} />}
      {asks === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      {asks === 'rotate' && <RotateWebhookDialog webhook={webhook} onClose={close} />}
    </>
  );
}

type Result = NonNullable<ReturnType<typeof useChange<'testEventSubscription'>>['data']>;

/** What came back of a test event. */
function TestResult({ result: { delivered, status, durationMs, error, excerpt } }: { readonly result: Result }) {
  const m = messages.use();
  return (
    <Note tone={delivered ? 'accent' : 'failed'}>
      <p role="status">
        {delivered
          ? m.testDelivered({ status: String(status), ms: durationMs })
          : m.testFailed({ error: error ?? String(status) })}
      </p>
      {excerpt !== null && excerpt !== '' && <pre className={styles.excerpt}>{excerpt}</pre>}
    </Note>
  );
}

interface AskProps {
  readonly webhook: Webhook;
  onClose(): void;
}

function RotateWebhookDialog({ webhook: { subProjectId, id, name }, onClose }: AskProps) {
  const m = messages.use();
  const change = useChange('rotateSubscriptionSecret');
  const submit = () =>
    change.mutate({ subProjectId, subscriptionId: id }, { onSuccess: ({ secret }) => secret === null && onClose() });
  return <RotateDialog name={name} text={m.rotateText} change={change} onSubmit={submit} onClose={onClose} />;
}

function DeleteWebhookDialog({ webhook: { subProjectId, id, name }, onClose }: AskProps) {
  const m = messages.use();
  const leave = useLeave(subProjectId, 'webhooks');
  const change = useChange('deleteEventSubscription');
  const submit = () =>
    change.mutate({ subProjectId, subscriptionId: id }, { onSuccess: () => leave(m.webhookDeleted({ name })) });
  return <DeleteDialog name={name} text={m.deleteWebhookText} change={change} onSubmit={submit} onClose={onClose} />;
}
