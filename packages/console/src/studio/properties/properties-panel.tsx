import type { DiagramEditor } from '../drawing/diagram-editor.js';
import type { DrawnElement } from '../drawing/moddle.js';
import { messages } from '../messages/index.gen.js';
import { nameOf, typeOf } from '../model/element-words.js';
import { PropertyControl } from './control.js';
import { ElementTools } from './element-tools.js';
import { JobTypeControl } from './job-type.js';
import { Mappings } from './mappings.js';
import styles from './properties.module.css';
import { type Section, sectionsOf } from './sections.js';
import { VoteWarning } from './vote-warning.js';

export interface PropertiesPanelProps {
  readonly subProjectId: string;
  readonly editor: DiagramEditor;
  readonly element: DrawnElement;
  readonly isReadOnly: boolean;
}

/** The properties of an element as forms. */
export function PropertiesPanel({ subProjectId, editor, element, isReadOnly }: PropertiesPanelProps) {
  const m = messages.use();
  return (
    <>
      <header className={styles.head}>
        <h2 className="clip">{nameOf(element, m)}</h2>
        <p className="t2 t12">
          {typeOf(element, m)} · <span className="mono">{element.id}</span>
        </p>
        {!isReadOnly && <ElementTools editor={editor} element={element} />}
      </header>
      <fieldset className={styles.form} disabled={isReadOnly} aria-label={m.propertiesOf({ name: nameOf(element, m) })}>
        {sectionsOf(element).map((section) => (
          <SectionForm
            key={`${element.id} ${section.id}`}
            section={section}
            subProjectId={subProjectId}
            editor={editor}
            element={element}
          />
        ))}
      </fieldset>
    </>
  );
}

function SectionForm({
  section,
  subProjectId,
  editor,
  element,
}: { section: Section } & Omit<PropertiesPanelProps, 'isReadOnly'>) {
  const m = messages.use();
  const { edits } = editor;
  const { id, properties } = section;
  return (
    <section className={styles.section} aria-label={m.sectionTitle({ id })}>
      {id !== 'general' && <h3 className="t12 t3">{m.sectionTitle({ id })}</h3>}
      {properties.map((property) =>
        property.id === 'jobType' ? (
          <JobTypeControl key={property.id} element={element} edits={edits} />
        ) : (
          <PropertyControl key={property.id} property={property} element={element} edits={edits} />
        ),
      )}
      {id === 'votes' && <VoteWarning subProjectId={subProjectId} element={element} />}
      {id === 'mappings' && (
        <>
          <Mappings list="inputParameters" element={element} edits={edits} />
          <Mappings list="outputParameters" element={element} edits={edits} />
        </>
      )}
    </section>
  );
}
