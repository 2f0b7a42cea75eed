/** What a page says about a block in the comment before it. */
export type Marker =
  /** Nothing that could be run here, and why. */
  | { readonly kind: 'not run'; readonly reason: string }
  /** Another test of the repository runs it. */
  | { readonly kind: 'run by'; readonly test: string }
  /** The reader saves it under this name. */
  | { readonly kind: 'file'; readonly name: string };

/** A fenced code block of a page. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** Of its opening fence, from 1. */
  readonly line: number;
  readonly marker?: Marker;
}

const markerLine = /^\s*<!-- (not run|run by|file): (.+?) -->\s*$/;
const pageLine = /^<!-- (\w+(?: and \w+)*) blocks run by: (\S+) -->$/gm;
const fence = /^(\s*)```(\w*)\s*$/;

/**
 * The code blocks of a Markdown page in their order. A comment `<!-- not run: reason -->`, `<!-- run by: path of a test -->`
 * or `<!-- file: name -->` counts for the block that follows it, with at most blank lines in between. A comment
 * `<!-- sh and text blocks run by: path of a test -->` counts for all blocks of these languages without one of their own.
 */
export function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split('\n');
  const tests = new Map(
    [...markdown.matchAll(pageLine)].flatMap(([, languages = '', test = '']) =>
      languages.split(' and ').map((language) => [language, test] as const),
    ),
  );
  let marker: Marker | undefined;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const [, kind, value = ''] = markerLine.exec(line) ?? [];
    const [opening, indent = '', language = ''] = fence.exec(line) ?? [];
    if (kind !== undefined) marker = markerOf(kind, value);
    else if (opening !== undefined) {
      const start = index;
      const text: string[] = [];
      for (index += 1; index < lines.length && lines[index]?.trim() !== '```'; index += 1) {
        const inner = lines[index] ?? '';
        text.push(inner.startsWith(indent) ? inner.slice(indent.length) : inner.trimStart());
      }
      if (index === lines.length) throw new Error(`line ${start + 1}: the code block is not closed`);
      const test = tests.get(language);
      marker ??= test === undefined ? undefined : { kind: 'run by', test };
      blocks.push({ language, text: `${text.join('\n')}\n`, line: start + 1, ...(marker ? { marker } : {}) });
      marker = undefined;
    } else if (line.trim() !== '') marker = undefined;
  }
  return blocks;
}

function markerOf(kind: string, value: string): Marker {
  if (kind === 'file') return { kind, name: value };
  if (kind === 'run by') return { kind, test: value };
  return { kind: 'not run', reason: value };
}

/** One thing to do with a page: run a block and compare what it prints, or save a file. */
export type Step =
  | { readonly kind: 'run'; readonly block: Block; readonly shown: readonly Block[] }
  | { readonly kind: 'save'; readonly block: Block; readonly name: string };

export interface Plan {
  readonly steps: readonly Step[];
  /** Blocks that another test runs. */
  readonly delegated: readonly { readonly block: Block; readonly test: string }[];
  /** Blocks that are neither run nor compared nor marked, in words. */
  readonly unaccounted: readonly string[];
}

const commands = new Set(['sh', 'bash']);
/** The packages of the repository are linked to where the commands run, and must stay as they are. */
const installs = /^\s*npm (ci|i|install)\b/m;
const outputs = new Set(['json', 'text', 'csv', 'ndjson']);

/** What is to be done with each block of a page; output belongs to the last commands before it. */
export function planOf(blocks: readonly Block[]): Plan {
  const steps: Step[] = [];
  const delegated: { block: Block; test: string }[] = [];
  const unaccounted: string[] = [];
  let last: { kind: 'run'; block: Block; shown: Block[] } | undefined;
  for (const block of blocks) {
    const { marker, language } = block;
    if (marker?.kind === 'file') steps.push({ kind: 'save', block, name: marker.name });
    else if (marker?.kind === 'run by') delegated.push({ block, test: marker.test });
    else if (marker?.kind === 'not run') {
      if (commands.has(language)) last = undefined;
    } else if (commands.has(language) && installs.test(block.text)) unaccounted.push(whatIsMissing(block));
    else if (commands.has(language)) {
      last = { kind: 'run', block, shown: [] };
      steps.push(last);
    } else if (outputs.has(language) && last) last.shown.push(block);
    else unaccounted.push(whatIsMissing(block));
  }
  return { steps, delegated, unaccounted };
}

function whatIsMissing({ language, line }: Block): string {
  const what = outputs.has(language)
    ? 'is output, but no commands stand before it'
    : 'is nothing this test can run, or would change the repository';
  return `line ${line}: the block "${language}" ${what}. Put one of these on the line before it:
  <!-- file: name.ext -->       the reader saves it, and later commands use it
  <!-- run by: path.test.ts --> that test runs it; it must name the page
  <!-- not run: reason -->      it cannot be run here, and why`;
}
