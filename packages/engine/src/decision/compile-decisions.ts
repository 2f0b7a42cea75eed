import { compileDefinitions, importedNamespaces } from './compile/compile-definitions.js';
import { ProblemList } from './context/problem-list.js';
import type { DecisionModel } from './model/decision-model.js';
import type { DecisionProblem } from './model/decision-problem.js';
import { drain, type Steps } from './steps/steps.js';
import { attributeOf } from './xml/elements.js';
import { readXmlInSteps, type XmlElement, XmlError } from './xml/read-xml.js';

/**
 * The model is absent only when the file cannot be read at all. A file with a problem of severity `error` must not be deployed: in its
 * model the parts with errors fail when they are evaluated, and the others work.
 */
export type CompiledDecisions = { readonly model?: DecisionModel; readonly problems: readonly DecisionProblem[] };

/** One file of a deployment; `name` identifies it in the result. */
export type DecisionFile = { readonly name: string; readonly xml: string };

export type CompileDecisionsOptions = {
  /** Compiled models of the files that this one imports; they are found by their namespace. */
  readonly imports?: readonly DecisionModel[];
};

/**
 * Compiles a DMN file (XML text, DMN 1.1 to 1.5). Never throws on bad input: what is wrong is an error among the problems, with the
 * element's id, its line and what to do.
 */
export function compileDecisions(xml: string, options: CompileDecisionsOptions = {}): CompiledDecisions {
  return drain(compileDecisionsInSteps(xml, options));
}

/**
 * As {@link compileDecisions}, in many short steps: between two of them the caller may do other work. The step that `next` has just
 * done was one expression of FEEL, or far below a millisecond; the last one returns the result.
 */
export function* compileDecisionsInSteps(
  xml: string,
  options: CompileDecisionsOptions = {},
): Generator<void, CompiledDecisions, void> {
  const problems = new ProblemList();
  const root = yield* readRoot(xml, problems);
  return yield* compileRoot(root, options.imports ?? [], problems);
}

/**
 * Compiles the DMN files of one deployment, which may import each other by namespace. The results have the order of `files`. Files
 * that import each other in a circle, or have the same namespace and are imported, are errors.
 */
export function compileDecisionFiles(
  files: readonly DecisionFile[],
): readonly (CompiledDecisions & { readonly name: string })[] {
  const parsed = files.map(({ name, xml }) => {
    const problems = new ProblemList();
    return { name, problems, root: drain(readRoot(xml, problems)) };
  });
  type Parsed = (typeof parsed)[number];
  const byNamespace = new Map<string, Parsed[]>();
  for (const file of parsed) {
    if (file.root === null) continue;
    const namespace = attributeOf(file.root, 'namespace') ?? '';
    byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), file]);
  }
  const done = new Map<Parsed, CompiledDecisions>();
  const open = new Set<Parsed>();

  function compiled(file: Parsed): CompiledDecisions {
    const known = done.get(file);
    if (known !== undefined) return known;
    const { root, problems } = file;
    open.add(file);
    const imports = root === null ? [] : importedNamespaces(root).flatMap((namespace) => imported(file, namespace));
    open.delete(file);
    const result = drain(compileRoot(root, imports, problems));
    done.set(file, result);
    return result;
  }

  function imported({ root, problems }: Parsed, namespace: string): readonly DecisionModel[] {
    const [target, second] = byNamespace.get(namespace) ?? [];
    if (target === undefined) return [];
    if (second !== undefined)
      problems.error(
        root,
        'duplicate-namespace',
        `two files have the imported namespace ${namespace}: change one of them`,
      );
    if (open.has(target)) {
      problems.error(
        root,
        'import-circle',
        `the files of the namespace ${namespace} and of this one import each other`,
      );
      return [];
    }
    const { model } = compiled(target);
    return model === undefined ? [] : [model];
  }

  return parsed.map((file) => ({ name: file.name, ...compiled(file) }));
}

function* readRoot(xml: string, problems: ProblemList): Steps<XmlElement | null> {
  try {
    return yield* readXmlInSteps(xml);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    problems.file('bad-xml', error.message, error.line);
    return null;
  }
}

function* compileRoot(
  root: XmlElement | null,
  imports: readonly DecisionModel[],
  problems: ProblemList,
): Steps<CompiledDecisions> {
  const model = root === null ? null : yield* compileDefinitions(root, imports, problems);
  return { ...(model === null ? {} : { model }), problems: problems.all };
}
