import { labelOf } from '../../form/schema/label.js';
import { Badge, type Tone } from '../../ui/badge/badge.js';
import { Card } from '../../ui/card/card.js';
import { messages } from '../messages/index.gen.js';
import styles from '../new-project.module.css';
import type { Described } from '../template/described.js';
import { Drawing } from './drawing.js';

export interface PreviewProps {
  readonly content: Described;
  readonly files: Readonly<Record<string, string>>;
}

/** What will be there: the workflow as a drawing, fields, roles, states and stages. */
export function Preview({ content, files }: PreviewProps) {
  const m = messages.use();
  const { workflows, fields, roles, states, stages } = content;
  return (
    <section className={styles.preview} aria-label={m.preview}>
      {workflows.map(({ name, description, file }) => (
        <Card key={file} title={m.workflowOf({ name })}>
          <p className={`${styles.inCard} t2 t13`}>{description}</p>
          <Drawing label={name} bpmn={files[file] ?? ''} />
        </Card>
      ))}
      <Card title={m.fields} beside={<span className="t3 t13">{m.fieldsText}</span>}>
        <ul className={styles.lines}>
          {fields.map(({ name, schema, isRequired }) => (
            <li key={name}>
              <span className="b5">{labelOf(name, schema)}</span>
              <span className="t3 t13">
                {m.fieldType({ type: String(schema.format ?? schema.type ?? 'choice').replace('-', '_') })}
                {isRequired && ` · ${m.required}`}
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={m.roles} beside={<span className="t3 t13">{m.rolesText}</span>}>
        <ul className={styles.lines}>
          {roles.map(({ name, text }) => (
            <li key={name}>
              <span className="b5">{name}</span>
              <span className="t3 t13">{text}</span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={m.statesAndStages} beside={<span className="t3 t13">{m.statesText}</span>}>
        <div className={`${styles.inCard} col g8`}>
          <ul className="row wrap" aria-label={m.states}>
            {states.map(({ key, tone }) => (
              <li key={key}>
                <Badge tone={tone as Tone | undefined}>{labelOf(key.toLowerCase())}</Badge>
              </li>
            ))}
          </ul>
          <ul className="row wrap" aria-label={m.stages}>
            {stages.map((stage) => (
              <li key={stage}>
                <Badge>{stage}</Badge>
              </li>
            ))}
          </ul>
        </div>
      </Card>
    </section>
  );
}
