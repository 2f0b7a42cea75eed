import type { ReactNode } from 'react';
import { absoluteTime } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { Note } from '../../ui/feedback/note.js';
import { Section } from '../../ui/section/section.js';
import { Facts } from '../../ui/table/facts.js';
import { messages } from '../messages/index.gen.js';
import styles from './evidence.module.css';
import type { Decision, Said } from './read-evidence.js';

/** The statement of each decision. */
export function Decisions({ decisions }: { readonly decisions: readonly Decision[] }) {
  const m = messages.use();
  return (
    <Section title={m.decisions}>
      {decisions.length === 0 && <p className="t3">{m.noDecisions}</p>}
      {decisions.map(({ id, isSigned, said }) => (
        <article key={id} className={styles.decision}>
          {said === undefined ? (
            <Note tone="failed">{m.unreadable({ row: id })}</Note>
          ) : (
            <DecisionFacts said={said} isSigned={isSigned} />
          )}
        </article>
      ))}
    </Section>
  );
}

function DecisionFacts({ said, isSigned }: { readonly said: Said; readonly isSigned: boolean }) {
  const m = messages.use();
  const locale = useLocale();
  const { outcome, task, person, insteadOf, reason, signedIn, version, shown, diagrams, files, at } = said;
  const none: readonly (readonly [string, ReactNode])[] = [];
  return (
    <>
      <h3>{m.decidedBy({ outcome, name: person, task })}</h3>
      <Facts
        items={[
          [m.when, at === undefined ? '–' : absoluteTime(at, locale)],
          ...(insteadOf === undefined ? none : [[m.insteadOf, <Hash key="insteadOf" text={insteadOf} />] as const]),
          ...(reason === undefined ? none : [[m.reason, reason] as const]),
          [m.signedInBy, signedIn.length === 0 ? '–' : signedIn.join(', ')],
          ...(isSigned ? [[m.signature, m.byPasskey] as const] : none),
          [m.processVersion, version],
          [m.fieldsHash, <Hash key="shown" text={shown} />],
          ...diagrams.map(
            (sha256, at) => [m.diagramHash({ number: at + 1 }), <Hash key={sha256} text={sha256} />] as const,
          ),
          ...files.map(
            ({ name, sha256 }, at) =>
              [
                m.fileNamed({ number: at + 1, name }),
                sha256 === undefined ? m.noHash : <Hash key={name} text={sha256} />,
              ] as const,
          ),
        ]}
      />
    </>
  );
}

const Hash = ({ text }: { readonly text: string }) => <span className="mono">{text}</span>;
