import type { ProblemList } from '../context/problem-list.js';
import { TypeTable } from '../context/type-table.js';
import type { CompiledDefinitions } from '../model/compiled-definitions.js';
import type { DecisionModel } from '../model/decision-model.js';
import type { Steps } from '../steps/steps.js';
import { attributeOf, childrenOf, normalName } from '../xml/elements.js';
import type { XmlElement } from '../xml/read-xml.js';
import { checkGraph } from './check-graph.js';
import { compileNodes } from './compile-nodes.js';
import { describe } from './describe-model.js';

/** Namespaces of DMN 1.1 to 1.5. */
const DMN = /^https?:\/\/www\.omg\.org\/spec\/DMN\/(20151101|20180521|20191111|20211108|20230324|20240513)(\/|$)/;

/** Compiles the definitions of one file; null when it is not DMN. */
export function* compileDefinitions(
  root: XmlElement,
  available: readonly DecisionModel[],
  problems: ProblemList,
): Steps<DecisionModel | null> {
  if (root.name !== 'definitions' || !DMN.test(root.namespace)) {
    problems.error(
      root,
      'not-dmn',
      `the file contains no DMN definitions but <${root.name}> of ${root.namespace === '' ? 'no namespace' : root.namespace}`,
    );
    return null;
  }
  const namespace = attributeOf(root, 'namespace') ?? '';
  const imports = readImports(root, available, problems);
  const types = yield* TypeTable.read(problems, root, imports);
  const { nodes, byName, tables, details } = yield* compileNodes({ root, namespace, imports, types, problems });
  checkGraph(nodes, details, problems);
  const compiled: CompiledDefinitions = {
    namespace,
    nodes,
    byName,
    types: types.named,
    imports,
    tables: tables.map(({ table }) => table),
    elementNames: new Set([...nodes.values()].map(({ name }) => name)),
  };
  return Object.freeze({
    id: attributeOf(root, 'id') ?? '',
    name: attributeOf(root, 'name') ?? '',
    namespace,
    ...describe(nodes, details),
    tables: tables.map(({ info }) => info),
    imports: imports.map(({ definitions }) => definitions.namespace),
    compiled,
  });
}

/** Namespaces of the DMN files that a file imports. */
export function importedNamespaces(root: XmlElement): readonly string[] {
  return childrenOf(root, 'import')
    .filter(importsDmn)
    .flatMap((element) => attributeOf(element, 'namespace') ?? []);
}

function importsDmn(element: XmlElement): boolean {
  return /omg\.org\/spec\/DMN/.test(attributeOf(element, 'importType') ?? '');
}

function readImports(
  root: XmlElement,
  available: readonly DecisionModel[],
  problems: ProblemList,
): CompiledDefinitions['imports'] {
  return childrenOf(root, 'import').flatMap((element) => {
    const namespace = attributeOf(element, 'namespace') ?? '';
    if (!importsDmn(element)) {
      const type = attributeOf(element, 'importType') ?? '';
      problems.error(
        element,
        'not-executed',
        `imports of the type ${JSON.stringify(type)} are not read: import DMN files`,
      );
      return [];
    }
    const model = available.find((candidate) => candidate.namespace === namespace);
    if (model === undefined) {
      problems.error(
        element,
        'missing-import',
        `no file of the deployment has the imported namespace ${namespace}: deploy it together with this file`,
      );
      return [];
    }
    return [{ alias: normalName(attributeOf(element, 'name') ?? ''), definitions: model.compiled }];
  });
}
