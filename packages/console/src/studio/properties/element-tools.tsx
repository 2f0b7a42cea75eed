import { ChevronDown, CornerDownRight, Replace, Trash2, Waypoints } from 'lucide-react';
import { Button, IconButton } from '../../ui/button/button.js';
import { Menu } from '../../ui/menu/menu.js';
import type { DiagramEditor } from '../drawing/diagram-editor.js';
import { type DrawnElement, partsOf } from '../drawing/moddle.js';
import { messages } from '../messages/index.gen.js';
import { nameOf } from '../model/element-words.js';
import styles from './properties.module.css';

const following = [
  'UserTask',
  'ServiceTask',
  'ScriptTask',
  'BusinessRuleTask',
  'SendTask',
  'ReceiveTask',
  'CallActivity',
  'SubProcess',
  'ExclusiveGateway',
  'ParallelGateway',
  'InclusiveGateway',
  'EventBasedGateway',
  'EndEvent',
] as const;

const TASK = /^bpmn:(?:\w*Task|CallActivity)$/;
const GATEWAY = /^bpmn:\w*Gateway$/;
const tasks = ['UserTask', 'ServiceTask', 'ScriptTask', 'BusinessRuleTask', 'SendTask', 'ReceiveTask', 'CallActivity'];
const gateways = ['ExclusiveGateway', 'ParallelGateway', 'InclusiveGateway', 'EventBasedGateway'];

/** What an event of a kind may be about. */
const triggers: Readonly<Record<string, readonly string[]>> = {
  'bpmn:StartEvent': ['', 'Message', 'Timer', 'Signal'],
  'bpmn:IntermediateCatchEvent': ['Message', 'Timer', 'Signal', 'Conditional'],
  'bpmn:IntermediateThrowEvent': ['', 'Message', 'Signal', 'Escalation'],
  'bpmn:EndEvent': ['', 'Message', 'Signal', 'Error', 'Escalation', 'Terminate'],
  'bpmn:BoundaryEvent': ['Message', 'Timer', 'Signal', 'Error', 'Escalation', 'Conditional'],
};

/** Everything that the drawing does by mouse, for the keyboard: what follows, what it is, where it leads, and away. */
export function ElementTools({ editor, element }: { editor: DiagramEditor; element: DrawnElement }) {
  const m = messages.use();
  const { edits } = editor;
  const type = element.businessObject.$type;
  if (element.parent === undefined) return null;
  const goesOn = !['bpmn:EndEvent', 'bpmn:SequenceFlow'].includes(type) && type.startsWith('bpmn:');
  const append = (kind: string, definition?: string) =>
    editor.select(
      edits.append(
        element,
        `bpmn:${kind}`,
        definition === undefined ? {} : { eventDefinitionType: `bpmn:${definition}EventDefinition` },
      ),
    );
  const isTarget = ({ id, type: other, attachedTo }: { id: string; type: string; attachedTo: boolean }) =>
    id !== element.id && !attachedTo && other !== 'StartEvent';
  const targets = [...editor.model().elements.values()].filter(({ id, type: other }) =>
    isTarget({ id, type: other, attachedTo: other === 'BoundaryEvent' }),
  );
  return (
    <div className={styles.tools}>
      {goesOn && (
        <Menu
          label={m.append}
          entries={[
            ...following.map((kind) => ({
              id: kind,
              label: m.elementType({ type: kind }),
              run: () => append(kind),
            })),
            { id: 'separator', kind: 'separator' },
            ...['Timer', 'Message', 'Signal'].map((trigger) => ({
              id: trigger,
              label: m.waitFor({ trigger }),
              run: () => append('IntermediateCatchEvent', trigger),
            })),
          ]}
        >
          {(trigger) => (
            <Button size="small" icon={CornerDownRight} after={ChevronDown} {...trigger}>
              {m.append}
            </Button>
          )}
        </Menu>
      )}
      <ChangeMenu editor={editor} element={element} />
      {goesOn && targets.length > 0 && (
        <Menu
          label={m.connect}
          entries={targets.map(({ id }) => {
            const target = editor.element(id);
            return {
              id,
              label: target === undefined ? id : nameOf(target, m),
              run: () => target !== undefined && edits.connect(element, target),
            };
          })}
        >
          {(trigger) => <IconButton size="small" icon={Waypoints} label={m.connect} {...trigger} />}
        </Menu>
      )}
      <IconButton
        size="small"
        icon={Trash2}
        label={m.remove}
        onClick={() => {
          edits.remove(element);
          editor.select(undefined);
        }}
      />
    </div>
  );
}

function ChangeMenu({ editor, element }: { editor: DiagramEditor; element: DrawnElement }) {
  const m = messages.use();
  const { edits } = editor;
  const type = element.businessObject.$type;
  const [definition] = partsOf(element.businessObject, 'eventDefinitions');
  const kinds = TASK.test(type) ? tasks : GATEWAY.test(type) ? gateways : [];
  const entries = [
    ...kinds
      .filter((kind) => `bpmn:${kind}` !== type)
      .map((kind) => ({
        id: kind,
        label: m.elementType({ type: kind }),
        run: () => editor.select(edits.replace(element, `bpmn:${kind}`)),
      })),
    ...(triggers[type] ?? [])
      .filter((trigger) => (definition?.$type ?? '') !== (trigger === '' ? '' : `bpmn:${trigger}EventDefinition`))
      .map((trigger) => ({
        id: trigger || 'none',
        label: m.triggerName({ trigger: trigger || 'none' }),
        run: () =>
          editor.select(
            edits.replace(
              element,
              type,
              trigger === '' ? {} : { eventDefinitionType: `bpmn:${trigger}EventDefinition` },
            ),
          ),
      })),
  ];
  if (entries.length === 0) return null;
  return (
    <Menu label={m.changeType} entries={entries}>
      {(trigger) => <IconButton size="small" icon={Replace} label={m.changeType} {...trigger} />}
    </Menu>
  );
}
