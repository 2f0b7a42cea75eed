import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { ShowMore } from '../../list/page/show-more.js';
import { Badge, type Tone } from '../../ui/badge/badge.js';
import { Select } from '../../ui/field/controls.js';
import { Section } from '../../ui/section/section.js';
import { When } from '../../ui/text/when.js';
import styles from '../connections.module.css';
import { messages } from '../messages/index.gen.js';
import { ASK_AGAIN } from '../parts/ask-again.js';

const outcomes = ['accepted', 'ignored', 'failed', 'refused'] as const;
type Outcome = (typeof outcomes)[number];
const tones: Readonly<Record<string, Tone>> = { accepted: 'completed', failed: 'failed', refused: 'rejected' };
const LIMIT = '50';

/** What became of the deliveries to a hook, the latest first. */
export function Receipts({ subProjectId, hookId }: { readonly subProjectId: string; readonly hookId: string }) {
  const m = messages.use();
  const [outcome, setOutcome] = useState<Outcome>();
  const request = { subProjectId, hookId, limit: LIMIT, ...(outcome !== undefined && { outcome }) };
  const reading = useInfiniteQuery({
    queryKey: ['getInboundReceipts', request, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call('getInboundReceipts', { ...request, ...(pageParam !== '' && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN,
  });
  const receipts = reading.data?.pages.flatMap((page) => page.receipts) ?? [];
  return (
    <Section
      title={m.deliveries}
      reading={reading}
      actions={
        <Select
          aria-label={m.show}
          value={outcome ?? ''}
          onChange={({ target }) => setOutcome(outcomes.find((each) => each === target.value))}
        >
          <option value="">{m.allStates}</option>
          {outcomes.map((each) => (
            <option key={each} value={each}>
              {m.outcomeOf({ outcome: each })}
            </option>
          ))}
        </Select>
      }
    >
      {receipts.length === 0 && <p className="t13 t3">{m.noReceipts}</p>}
      {receipts.length > 0 && (
        <ul className={styles.deliveries}>
          {receipts.map((receipt) => (
            <li key={receipt.id}>
              <div className="row wrap">
                <Badge tone={tones[receipt.outcome] ?? 'plain'}>{m.outcomeOf({ outcome: receipt.outcome })}</Badge>
                <span className="t12 t3">
                  <When at={receipt.receivedTs} />
                </span>
                {receipt.deliveryId !== null && <span className="t12 t3 clip">{receipt.deliveryId}</span>}
                {receipt.duplicates > 0 && <span className="t12 t3">{m.again({ count: receipt.duplicates })}</span>}
                {receipt.processId !== null && (
                  <Link
                    to="/processes/$subProjectId/$processId"
                    params={{ subProjectId, processId: receipt.processId }}
                    className="t12"
                  >
                    {m.toProcess}
                  </Link>
                )}
                {receipt.message !== null && <span className="t12 t3">{m.messageWas({ state: receipt.message })}</span>}
              </div>
              {receipt.reason !== null && <p className="t12 t3">{receipt.reason}</p>}
            </li>
          ))}
        </ul>
      )}
      <ShowMore of={reading} />
    </Section>
  );
}
