import AlignElements from 'bpmn-js/lib/features/align-elements';
import DistributeElements from 'bpmn-js/lib/features/distribute-elements';
import Modeler from 'bpmn-js/lib/Modeler';
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css';
import { type BpmnElement, type FlowModel, flowModelOf } from '../../diagram/flow-model.js';
import { diagramLook } from '../../diagram/look.js';
import { dialect } from './dialect.js';
import type { DrawnElement, Moddle } from './moddle.js';

/** What may be done with a drawing now. */
export interface EditorState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** One more with every change, also with those that are taken back. */
  readonly changes: number;
}

/** A badge on an element, with what it says to people who do not see its colour. */
export interface Badge {
  readonly kind: 'error' | 'warning' | 'token';
  readonly count: number;
  readonly title: string;
}

/** Changes parts of the file, each as one step that can be taken back. */
export interface Edits {
  create(type: string, properties: object): Moddle;
  /** Changes properties of an element of the drawing, or of a part of it. */
  set(element: DrawnElement, properties: object, part?: Moddle): void;
  /** Several changes as one step. */
  together(work: () => void): void;
  /** Puts a new element behind another; answers with its id. */
  append(source: DrawnElement, type: string, properties?: object): string;
  connect(source: DrawnElement, target: DrawnElement): void;
  /** Makes an element one of another type, as far as its properties allow; answers with its id. */
  replace(element: DrawnElement, type: string, properties?: object): string;
  remove(element: DrawnElement): void;
}

/** A drawing that can be changed. */
export interface DiagramEditor {
  /** @throws Error when the file cannot be read */
  open(bpmn: string): Promise<void>;
  /** The file as it is drawn now. */
  save(): Promise<string>;
  /** Reads a file without drawing it. @throws Error when it cannot be read */
  parse(bpmn: string): Promise<Moddle>;
  model(): FlowModel;
  element(id: string): DrawnElement | undefined;
  /** The process or the collaboration that the drawing shows. */
  root(): DrawnElement | undefined;
  select(id: string | undefined): void;
  mark(badges: ReadonlyMap<string, Badge>, taken?: ReadonlySet<string>): void;
  zoom(step: 'in' | 'out' | 'fit'): void;
  undo(): void;
  redo(): void;
  readonly edits: Edits;
  destroy(): void;
}

export interface EditorOptions {
  readonly isReadOnly: boolean;
  /** Words of the drawing library in the language of the person. */
  translate(text: string): string;
  onChange(state: EditorState): void;
  onSelect(id: string | undefined): void;
}

interface Canvas {
  addMarker(id: string, name: string): void;
  removeMarker(id: string, name: string): void;
  zoom(level?: number | 'fit-viewport', center?: 'auto'): number;
  getRootElement(): DrawnElement;
  scrollToElement(element: DrawnElement): void;
}
interface Registry {
  get(id: string): DrawnElement | undefined;
}
interface Overlays {
  add(id: string, type: string, options: object): void;
  remove(filter: { readonly type: string }): void;
}
interface EventBus {
  on(event: string, listener: (event: { readonly newSelection: readonly DrawnElement[] }) => void): void;
}
interface CommandStack {
  canUndo(): boolean;
  canRedo(): boolean;
  undo(): void;
  redo(): void;
  registerHandler(name: string, handler: unknown): void;
  execute(name: string, context: object): void;
}
interface Modeling {
  updateProperties(element: DrawnElement, properties: object): void;
  updateModdleProperties(element: DrawnElement, part: Moddle, properties: object): void;
  connect(source: DrawnElement, target: DrawnElement): void;
  removeElements(elements: readonly DrawnElement[]): void;
}
interface Selection {
  get(): readonly DrawnElement[];
  select(elements: readonly DrawnElement[]): void;
}
interface AutoPlace {
  append(source: DrawnElement, shape: DrawnElement): DrawnElement;
}
interface ElementFactory {
  createShape(attributes: object): DrawnElement;
}
interface BpmnReplace {
  replaceElement(element: DrawnElement, target: object): DrawnElement;
}
interface Reader {
  fromXML(bpmn: string): Promise<{ readonly rootElement: Moddle }>;
}
interface BpmnFactory {
  create(type: string, properties: object): Moddle;
}

const STEP = 1.2;
const MARGIN = 0.9;
const [SMALLEST, LARGEST] = [0.2, 4];
const TOGETHER = 'studio.together';

/** Carries out several changes as one step. */
class TogetherHandler {
  preExecute({ work }: { work(): void }): void {
    work();
  }
}

/** Menus that align and distribute draw their icons by writing markup, which the policy of the document refuses. */
class StudioModeler extends Modeler {}
Object.assign(StudioModeler.prototype, {
  _modules: (Modeler.prototype as unknown as { readonly _modules: readonly unknown[] })._modules.filter(
    (module) => module !== AlignElements && module !== DistributeElements,
  ),
});

export function createDiagramEditor(container: HTMLElement, options: EditorOptions): DiagramEditor {
  const { isReadOnly, translate, onChange, onSelect } = options;
  const Drawing = isReadOnly ? NavigatedViewer : StudioModeler;
  const drawing = new Drawing({
    container,
    moddleExtensions: dialect,
    ...diagramLook,
    additionalModules: [{ translate: ['value', translator(translate)] }],
  } as unknown as ConstructorParameters<typeof Modeler>[0]);
  const service = <Service>(name: string) => drawing.get<Service>(name);
  const [canvas, registry, overlays] = [
    service<Canvas>('canvas'),
    service<Registry>('elementRegistry'),
    service<Overlays>('overlays'),
  ];
  const events = service<EventBus>('eventBus');
  let changes = 0;
  let marked: readonly string[] = [];
  const tellSelected = ([only, second]: readonly DrawnElement[]) =>
    onSelect(only === undefined || second !== undefined ? undefined : (only.labelTarget ?? only).id);
  events.on('selection.changed', ({ newSelection }) => tellSelected(newSelection));
  const stack = isReadOnly ? undefined : service<CommandStack>('commandStack');
  stack?.registerHandler(TOGETHER, TogetherHandler);
  if (stack !== undefined) {
    events.on('commandStack.changed', () => {
      changes += 1;
      onChange({ canUndo: stack.canUndo(), canRedo: stack.canRedo(), changes });
      // The chosen element may have another id now, or be gone.
      tellSelected(service<Selection>('selection').get());
    });
  }
  const fit = () => void canvas.zoom(Math.min(1, canvas.zoom('fit-viewport', 'auto') * MARGIN), 'auto');
  const select = (id: string | undefined) => {
    const element = id === undefined ? undefined : registry.get(id);
    service<Selection>('selection').select(element === undefined ? [] : [element]);
    if (element !== undefined && element.parent !== undefined) canvas.scrollToElement(element);
  };
  return {
    async open(bpmn) {
      marked = [];
      await drawing.importXML(bpmn);
      fit();
    },
    save: async () => (await drawing.saveXML({ format: true })).xml ?? '',
    parse: async (bpmn) => (await service<Reader>('moddle').fromXML(bpmn)).rootElement,
    model: () => flowModelOf(drawing.getDefinitions() as BpmnElement),
    element: (id) => registry.get(id),
    root: () => canvas.getRootElement(),
    select,
    mark(badges, taken = new Set()) {
      for (const id of marked) if (registry.get(id) !== undefined) canvas.removeMarker(id, 'is-taken');
      marked = [...taken].filter((id) => registry.get(id) !== undefined);
      for (const id of marked) canvas.addMarker(id, 'is-taken');
      overlays.remove({ type: 'studio' });
      for (const [id, badge] of badges) {
        const element = registry.get(id);
        if (element === undefined || element.parent === undefined) continue;
        overlays.add(id, 'studio', { position: { top: -12, left: -12 }, html: drawBadge(badge) });
      }
    },
    zoom(step) {
      if (step === 'fit') return fit();
      const level = canvas.zoom() * (step === 'in' ? STEP : 1 / STEP);
      canvas.zoom(Math.min(LARGEST, Math.max(SMALLEST, level)), 'auto');
    },
    undo: () => stack?.undo(),
    redo: () => stack?.redo(),
    edits: {
      create: (type, properties) => service<BpmnFactory>('bpmnFactory').create(type, properties),
      set(element, properties, part) {
        const modeling = service<Modeling>('modeling');
        if (part === undefined) modeling.updateProperties(element, properties);
        else modeling.updateModdleProperties(element, part, properties);
      },
      together: (work) => stack?.execute(TOGETHER, { work }),
      append(source, type, properties = {}) {
        const shape = service<ElementFactory>('elementFactory').createShape({ type, ...properties });
        return service<AutoPlace>('autoPlace').append(source, shape).id;
      },
      connect: (source, target) => service<Modeling>('modeling').connect(source, target),
      replace: (element, type, properties = {}) =>
        service<BpmnReplace>('bpmnReplace').replaceElement(element, { type, ...properties }).id,
      remove: (element) => service<Modeling>('modeling').removeElements([element]),
    },
    destroy: () => drawing.destroy(),
  };
}

const translator =
  (translate: (text: string) => string) =>
  (text: string, values: Record<string, string> = {}) =>
    translate(text).replaceAll(/{([^}]+)}/g, (whole, name: string) => values[name] ?? whole);

function drawBadge({ kind, count, title }: Badge): HTMLElement {
  const element = document.createElement('div');
  element.className = `studio-badge studio-badge-${kind}`;
  element.title = title;
  element.append(String(count));
  return element;
}
