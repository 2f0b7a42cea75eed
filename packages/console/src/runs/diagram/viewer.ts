import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import { type BpmnElement, type FlowModel, flowModelOf } from '../../diagram/flow-model.js';
import { diagramLook } from '../../diagram/look.js';

/** What is drawn over the elements of a diagram. */
export interface Marks {
  /** Elements that were entered, and flows that were taken. */
  readonly taken: ReadonlySet<string>;
  /** Tokens by element. */
  readonly tokens: ReadonlyMap<string, number>;
  /** Open incidents by element. */
  readonly incidents: ReadonlyMap<string, number>;
  readonly selected: string | undefined;
  /** How warm elements are, and the number that says why. */
  readonly heat?: ReadonlyMap<string, HeatMark>;
}

export interface HeatMark {
  /** From 1 to 5. */
  readonly level: number;
  readonly text: string;
  /** What the number counts, for people who do not see the colour. */
  readonly title: string;
}

/** Names of a badge for people who do not see its colour. */
export interface BadgeWords {
  tokens(count: number): string;
  incidents(count: number): string;
}

export interface OpenedDiagram {
  readonly model: FlowModel;
  /** False: the file has the flow, but not where its elements stand. */
  readonly isDrawn: boolean;
}

/** A drawing of a diagram in an element of the page. */
export interface DiagramViewer {
  /** @throws Error when the file cannot be read */
  open(xml: string): Promise<OpenedDiagram>;
  /** @param canMove tokens can be dragged to another element */
  mark(marks: Marks, words: BadgeWords, canMove: boolean): void;
  zoom(step: 'in' | 'out' | 'fit'): void;
  destroy(): void;
}

interface DrawnElement {
  readonly id: string;
  readonly parent?: DrawnElement;
  readonly labelTarget?: DrawnElement;
}
interface Canvas {
  addMarker(id: string, name: string): void;
  removeMarker(id: string, name: string): void;
  /** Forgets how large its place was. */
  resized(): void;
  /** Without a level: answers with the present one. */
  zoom(level?: number | 'fit-viewport', center?: 'auto'): number;
}
interface Registry {
  get(id: string): DrawnElement | undefined;
}
interface Overlays {
  add(id: string, options: object): void;
  clear(): void;
}
interface EventBus {
  on(event: string, listener: (event: { readonly element: DrawnElement }) => void): void;
}

const STEP = 1.2;
const MARGIN = 0.9;
const [SMALLEST, LARGEST] = [0.2, 4];

/** What is done with a drawing. */
export interface ViewerListeners {
  /** An element was pressed; undefined: the ground. */
  onSelect(id: string | undefined): void;
  /** A token was dragged from an element to another one. */
  onMove(from: string, to: string): void;
}

export function createViewer(container: HTMLElement, { onSelect, onMove }: ViewerListeners): DiagramViewer {
  const viewer = new NavigatedViewer({
    container,
    ...diagramLook,
  } as ConstructorParameters<typeof NavigatedViewer>[0]);
  const canvas = viewer.get<Canvas>('canvas');
  const registry = viewer.get<Registry>('elementRegistry');
  const overlays = viewer.get<Overlays>('overlays');
  let marked: readonly (readonly [id: string, name: string])[] = [];
  viewer.get<EventBus>('eventBus').on('element.click', ({ element }) => {
    const { id, parent } = element.labelTarget ?? element;
    onSelect(parent === undefined ? undefined : id);
  });
  let dragged: string | undefined;
  container.addEventListener('dragover', (event) => {
    if (dragged !== undefined) event.preventDefault();
  });
  container.addEventListener('drop', (event) => {
    event.preventDefault();
    const to = elementAt(event.target);
    if (dragged !== undefined && to !== undefined && to !== dragged) onMove(dragged, to);
  });
  const draggable = (token: HTMLElement, id: string): HTMLElement => {
    token.draggable = true;
    token.addEventListener('dragstart', (event) => {
      dragged = id;
      event.dataTransfer?.setData('text/plain', id);
    });
    token.addEventListener('dragend', () => {
      dragged = undefined;
    });
    return token;
  };
  /** With room at the edges, for badges. */
  const fit = () => void canvas.zoom(canvas.zoom('fit-viewport', 'auto') * MARGIN, 'auto');
  /** Nothing fits into a place that is hidden: it waits until there is one. */
  const placed = new ResizeObserver(() => {
    if (container.clientWidth === 0) return;
    placed.disconnect();
    canvas.resized();
    fit();
  });
  return {
    async open(xml) {
      marked = [];
      const failure = await viewer.importXML(xml).then(
        () => undefined,
        (cause: unknown) => cause,
      );
      const definitions: unknown = viewer.getDefinitions();
      if (definitions === undefined) throw failure;
      if (failure === undefined) placed.observe(container);
      return { model: flowModelOf(definitions as BpmnElement), isDrawn: failure === undefined };
    },
    mark({ taken, tokens, incidents, selected, heat = new Map() }, words, canMove) {
      for (const [id, name] of marked) if (registry.get(id) !== undefined) canvas.removeMarker(id, name);
      overlays.clear();
      const wanted = [
        ...[...taken].map((id) => [id, 'is-taken'] as const),
        ...[...tokens.keys()].map((id) => [id, 'is-active'] as const),
        ...[...incidents.keys()].map((id) => [id, 'has-incident'] as const),
        ...[...heat].map(([id, { level }]) => [id, `is-heat-${level}`] as const),
        ...(selected === undefined ? [] : [[selected, 'is-selected'] as const]),
      ];
      marked = wanted.filter(([id]) => registry.get(id) !== undefined);
      for (const [id, name] of marked) canvas.addMarker(id, name);
      for (const [id, count] of tokens) {
        if (registry.get(id) === undefined) continue;
        const token = badge('token', count, words.tokens(count));
        overlays.add(id, { position: { top: -12, left: -12 }, html: canMove ? draggable(token, id) : token });
      }
      for (const [id, { text, title }] of heat) {
        if (registry.get(id) === undefined) continue;
        overlays.add(id, { position: { top: -12, left: -12 }, html: badge('heat', text, title) });
      }
      for (const [id, count] of incidents) {
        if (registry.get(id) === undefined) continue;
        overlays.add(id, { position: { top: -13, right: 26 }, html: badge('incident', count, words.incidents(count)) });
      }
    },
    zoom(step) {
      if (step === 'fit') return fit();
      const level = canvas.zoom() * (step === 'in' ? STEP : 1 / STEP);
      canvas.zoom(Math.min(LARGEST, Math.max(SMALLEST, level)), 'auto');
    },
    destroy() {
      placed.disconnect();
      viewer.destroy();
    },
  };
}

/** The element of the diagram that is drawn there; a label stands for its element. */
function elementAt(target: EventTarget | null): string | undefined {
  const drawn = target instanceof Element ? target.closest('.djs-shape[data-element-id]') : null;
  return drawn?.getAttribute('data-element-id')?.replace(/_label$/, '');
}

const TRIANGLE = 'M8 2.5 14.5 13.5h-13z M8 6.5v3.5 M8 12v.1';

function badge(kind: 'token' | 'incident' | 'heat', count: number | string, title: string): HTMLElement {
  const element = document.createElement('div');
  element.className = `run-badge run-badge-${kind}`;
  element.title = title;
  if (kind === 'incident') element.append(icon(TRIANGLE));
  element.append(String(count));
  return element;
}

function icon(outline: string): SVGElement {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawing.setAttribute('viewBox', '0 0 16 16');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', outline);
  drawing.append(path);
  return drawing;
}
