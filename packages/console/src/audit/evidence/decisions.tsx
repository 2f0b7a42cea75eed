import { absoluteTime } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { Section } from '../../ui/section/section.js';
import { Facts } from '../../ui/table/facts.js';
import { messages } from '../messages/index.gen.js';
import styles from './evidence.module.css';
import type { Statement } from './read-evidence.js';

/** The statement of each decision. */
export function Decisions({
  decisions,
}: {
  readonly decisions: readonly { readonly id: string; readonly said: Statement }[];
}) {
  const m = messages.use();
  return (
    <Section title={m.decisions}>
      {decisions.length === 0 && <p className="t3">{m.noDecisions}</p>}
      {decisions.map(({ id, said }) => (
        <DecisionFacts key={id} said={said} />
      ))}
    </Section>
  );
}

function DecisionFacts({ said: { task, process, decision, person, signedIn, at } }: { readonly said: Statement }) {
  const m = messages.use();
  const locale = useLocale();
  const { outcome, reason, files = [] } = decision;
  return (
    <article className={styles.decision}>
      <h3>{m.decidedBy({ outcome, name: person.name, task: task.name ?? task.elementId })}</h3>
      <Facts
        items={[
          [m.when, absoluteTime(new Date(at), locale)],
          ...(reason === null ? [] : [[m.reason, reason] as const]),
          [m.signedInBy, signedIn === null ? '–' : [signedIn.method ?? signedIn.with, ...signedIn.factors].join(', ')],
          [m.processVersion, process.version],
          [
            m.fieldsHash,
            <span key="fields" className={`${styles.hash} mono`}>
              {process.fieldsSha256}
            </span>,
          ],
          ...files.map(
            ({ id, name, sha256 }) =>
              [
                m.fileNamed({ name }),
                <span key={id} className={`${styles.hash} mono`}>
                  {sha256 ?? m.noHash}
                </span>,
              ] as const,
          ),
        ]}
      />
    </article>
  );
}
