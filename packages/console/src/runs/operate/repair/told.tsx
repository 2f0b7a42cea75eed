import type { AnswerOf } from '../../../api/call.js';
import { figure } from '../../../messages/instants.js';
import { useLocale } from '../../../messages/locale.js';
import { messages } from '../messages/index.gen.js';
import styles from './repair.module.css';

type Bulk = AnswerOf<'getBulkOperation'>;

const order = ['SOLVED', 'MIGRATED', 'CANCELLED', 'FAILED_AGAIN', 'WAITING', 'DELETED'];

/** Outcomes in words, with how many refused and how many are left. */
export function OutcomeWords({
  outcomes,
  refused,
  left = 0,
}: {
  outcomes: Bulk['bulkOperation']['outcomes'];
  refused: string;
  left?: number;
}) {
  const m = messages.use();
  const said = order.flatMap((outcome) => {
    const count = Number(outcomes.find((one) => one.outcome === outcome)?.count ?? 0);
    return count === 0 ? [] : [m.outcome({ outcome, count })];
  });
  if (refused !== '0') said.push(m.outcome({ outcome: 'refused', count: Number(refused) }));
  if (left > 0) said.push(m.outcome({ outcome: 'left', count: left }));
  return <>{said.join(' · ')}</>;
}

/** Why some refused, and how many for each reason. */
export function RefusalReasons({ reasons }: { reasons: Bulk['reasons'] }) {
  const m = messages.use();
  const locale = useLocale();
  if (reasons.length === 0) return null;
  return (
    <ul className={styles.reasons} aria-label={m.refusedBecause}>
      {reasons.map(({ id, detail, count }) => (
        <li key={`${id} ${detail}`}>
          {detail} <span className="num b5">{figure(Number(count), locale)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What a dry run said. */
export function DryRunTold({ told: { total, dryRun } }: { told: AnswerOf<'bulkOperateRuns'> }) {
  const m = messages.use();
  const locale = useLocale();
  if (dryRun === undefined) return null;
  const { tried, refused, outcomes, reasons } = dryRun;
  return (
    <div className={styles.told} role="status">
      <p className="b5">{m.dryRunTold}</p>
      <p>
        <OutcomeWords outcomes={outcomes} refused={refused} />
      </p>
      <RefusalReasons reasons={reasons} />
      {tried !== total && (
        <p className="t3 t12">
          {m.dryRunTried({ tried: figure(Number(tried), locale), total: figure(Number(total), locale) })}
        </p>
      )}
    </div>
  );
}
