import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnswerOf, call } from '../../api/call.js';
import { useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { showToast } from '../../frame/toasts.js';
import { ShowMore } from '../../list/page/show-more.js';
import { Badge, type Tone } from '../../ui/badge/badge.js';
import { Button } from '../../ui/button/button.js';
import { Select } from '../../ui/field/controls.js';
import { Section } from '../../ui/section/section.js';
import { When } from '../../ui/text/when.js';
import styles from '../connections.module.css';
import { messages } from '../messages/index.gen.js';
import { ASK_AGAIN } from '../parts/ask-again.js';
import type { Webhook } from './webhook-part.js';

type Delivery = AnswerOf<'getDeliveries'>['deliveries'][number];
type State = Delivery['state'];

const states: readonly State[] = ['dead', 'waiting', 'queued', 'delivered', 'skipped'];
const tones: Readonly<Record<State, Tone>> = {
  dead: 'failed',
  waiting: 'waiting',
  queued: 'plain',
  delivered: 'completed',
  skipped: 'cancelled',
};
const LIMIT = '50';

/** What became of the events of a webhook, the latest first. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const m = messages.use();
  const { subProjectId, id: subscriptionId } = webhook;
  const [state, setState] = useState<State>();
  const request = { subProjectId, subscriptionId, limit: LIMIT, ...(state !== undefined && { state }) };
  const reading = useInfiniteQuery({
    queryKey: ['getDeliveries', request, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call('getDeliveries', { ...request, ...(pageParam !== '' && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN,
  });
  const retry = useChange('retryDeliveries');
  const skip = useChange('skipDelivery');
  const onError = (error: Error) => showFailure(error);
  const retried = { onSuccess: ({ count }: { count: number }) => showToast({ text: m.retried({ count }) }), onError };
  const deliveries = reading.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <Section
      title={m.deliveries}
      reading={reading}
      actions={
        <>
          {webhook.dead !== '0' && (
            <Button
              size="small"
              isBusy={retry.isPending}
              onClick={() => retry.mutate({ subProjectId, subscriptionId, state: 'dead' }, retried)}
            >
              {m.retryDead}
            </Button>
          )}
          <Select
            aria-label={m.show}
            value={state ?? ''}
            onChange={({ target }) => setState(states.find((each) => each === target.value))}
          >
            <option value="">{m.allStates}</option>
            {states.map((each) => (
              <option key={each} value={each}>
                {m.deliveryState({ state: each })}
              </option>
            ))}
          </Select>
        </>
      }
    >
      {deliveries.length === 0 && <p className="t13 t3">{m.noDeliveries}</p>}
      {deliveries.length > 0 && (
        <ul className={styles.deliveries}>
          {deliveries.map((delivery) => (
            <li key={delivery.position}>
              <DeliveryView
                delivery={delivery}
                onRetry={() => retry.mutate({ subProjectId, subscriptionId, positions: [delivery.position] }, retried)}
                onSkip={() =>
                  skip.mutate(
                    { subProjectId, subscriptionId, position: delivery.position },
                    { onSuccess: () => showToast({ text: m.skipped }), onError },
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
      <ShowMore of={reading} />
    </Section>
  );
}

interface DeliveryProps {
  readonly delivery: Delivery;
  onRetry(): void;
  onSkip(): void;
}

function DeliveryView({ delivery, onRetry, onSkip }: DeliveryProps) {
  const m = messages.use();
  const { type, position, state, attempts, error, dueTs, createdTs, log } = delivery;
  const isOpen = state === 'dead' || state === 'waiting';
  return (
    <>
      <div className="row wrap">
        <span className="b5">{type}</span>
        <span className="t12 t3 num">#{position}</span>
        <Badge tone={tones[state]}>{m.deliveryState({ state })}</Badge>
        <span className="t12 t3">
          <When at={createdTs} />
        </span>
        {isOpen && (
          <span className="row end">
            <Button size="small" onClick={onRetry}>
              {m.retry}
              <span className="vh"> #{position}</span>
            </Button>
            <Button size="small" onClick={onSkip}>
              {m.skip}
              <span className="vh"> #{position}</span>
            </Button>
          </span>
        )}
      </div>
      {error !== null && <p className="t12 danger-t">{error}</p>}
      {state === 'waiting' && dueTs !== null && (
        <p className="t12 t3">
          {m.nextAttempt} <When at={dueTs} />
        </p>
      )}
      {log.length > 0 && (
        <details>
          <summary className="t12">{m.attempts({ count: attempts })}</summary>
          <ol className={styles.attempts}>
            {log.map(({ attempt, startedTs, durationMs, status, error: failure, excerpt }) => (
              <li key={`${attempt} ${startedTs}`} className="t12">
                <When at={startedTs} /> · {status ?? '–'} · {m.took({ ms: durationMs })}
                {failure !== null && <> · {failure}</>}
                {excerpt !== null && excerpt !== '' && <pre className={styles.excerpt}>{excerpt}</pre>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}
