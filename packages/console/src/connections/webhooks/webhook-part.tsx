import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { type AnswerOf, call } from '../../api/call.js';
import { ShowMore } from '../../list/page/show-more.js';
import { Badge } from '../../ui/badge/badge.js';
import { Button } from '../../ui/button/button.js';
import { Item, Items, Section } from '../../ui/section/section.js';
import { messages } from '../messages/index.gen.js';
import { ASK_AGAIN } from '../parts/ask-again.js';
import { CreateDialog } from './create-dialog.js';
import { WebhookDetails } from './webhook-details.js';

export type Webhook = AnswerOf<'getEventSubscriptions'>['subscriptions'][number];

const PER_PAGE = '50';

export interface WebhookPartProps {
  readonly subProjectId: string;
  /** The one that is shown; undefined: the list. */
  readonly id: string | undefined;
}

/** Where events are sent, and what became of them: the person's own webhooks; for administrators, everybody's. */
export function WebhookPart({ subProjectId, id }: WebhookPartProps) {
  if (id !== undefined) return <WebhookDetails subProjectId={subProjectId} id={id} />;
  return <List subProjectId={subProjectId} />;
}

function List({ subProjectId }: { readonly subProjectId: string }) {
  const m = messages.use();
  const [isCreating, setCreating] = useState(false);
  const reading = useInfiniteQuery({
    queryKey: ['getEventSubscriptions', { subProjectId }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call('getEventSubscriptions', { subProjectId, page: String(pageParam), perPageCount: PER_PAGE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (Number(meta.page) < Number(meta.totalPages) ? Number(meta.page) + 1 : undefined),
    refetchInterval: ASK_AGAIN,
  });
  const webhooks = reading.data?.pages.flatMap(({ subscriptions }) => subscriptions) ?? [];
  return (
    <Section
      title={m.part({ part: 'webhooks' })}
      reading={reading}
      actions={
        <Button look="primary" icon={Plus} onClick={() => setCreating(true)}>
          {m.newWebhook}
        </Button>
      }
    >
      <p className="t13 t2">{m.webhooksText}</p>
      {webhooks.length === 0 && <p className="t13 t3">{m.noWebhooks}</p>}
      {webhooks.length > 0 && (
        <Items>
          {webhooks.map((webhook) => (
            <Item
              key={webhook.id}
              icon={WebhookIcon}
              name={
                <>
                  <Link
                    to="/connections/$subProjectId"
                    params={{ subProjectId }}
                    search={{ show: 'webhooks', id: webhook.id }}
                    className="b5"
                  >
                    {webhook.name}
                  </Link>
                  <WebhookBadges webhook={webhook} />
                </>
              }
              detail={
                <>
                  {webhook.types.join(', ')} · {webhook.url} · {m.ofOwner({ name: webhook.owner.name })}
                </>
              }
            />
          ))}
        </Items>
      )}
      <ShowMore of={reading} />
      {isCreating && <CreateDialog subProjectId={subProjectId} onClose={() => setCreating(false)} />}
    </Section>
  );
}

/** What needs a look: a state that sends nothing, deliveries that wait, and dead letters. */
export function WebhookBadges({ webhook: { state, waiting, dead } }: { readonly webhook: Webhook }) {
  const m = messages.use();
  const tone = ({ active: 'running', paused: 'waiting', suspended: 'failed', disabled: 'failed' } as const)[state];
  return (
    <>
      <Badge tone={tone}>{m.stateOf({ state })}</Badge>
      {waiting !== '0' && <Badge>{m.waitingCount({ count: waiting })}</Badge>}
      {dead !== '0' && <Badge tone="failed">{m.deadCount({ count: dead })}</Badge>}
    </>
  );
}
