import { operations } from '@millrace/contract';
import { mayAdminister } from '../../access/require-administrator.js';
import { mayNotUpdate } from '../../kernel/errors/access-errors.js';
import type { Blame, CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import { subProjectIdMalformed } from '../../kernel/errors/sub-project-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import type { Caller, UseCase } from '../../use-case/caller.js';
import { accessTo, requireVersionId, writingWork } from '../configuration/enter.js';
import type { SubProject } from '../configuration/sub-project.js';
import type { SubProjects } from '../configuration/sub-projects.js';
import { type Deployable, type Deployed, type DeployedPort, deployVersion } from '../deployment/deploy-version.js';
import { DeploymentRefused } from '../deployment/deployment-refused.js';
import { requireDesignable } from '../deployment/require-designable.js';
import type { CompiledDmn } from '../document/decisions/compile-dmn.js';
import { presentCoverage } from '../document/decisions/present-coverage.js';
import { type DiagramSecret, unsafeSecrets } from '../document/diagrams/diagram-secrets.js';
import { withBpmnLines } from '../document/findings/bpmn-lines.js';
import { didYouMean } from '../document/findings/did-you-mean.js';
import { type Finding, pointerOf } from '../document/findings/finding.js';
import { NO_ID } from '../document/rules/no-id.js';
import type { ValidateDocument, Validation } from '../document/validate-document.js';
import type { DecisionEntry, SecretUse } from '../records/stored-configuration.js';
import { findCurrentVersionId } from '../records/version-queries.js';

export interface DeployDeps {
  readonly subProjects: Pick<SubProjects, 'load' | 'working'>;
  readonly validate: ValidateDocument;
  readonly deployed: DeployedPort;
  /** Names of the storage plugins of this server (D28). */
  readonly storagePlugins: readonly string[];
  /** The secrets of a sub-project by name; absent: no warnings of secrets that are not there. */
  readonly secrets?: SecretsPort;
}

/** Where each secret of a sub-project may be sent, by name; no hosts mean any. */
export type SecretsPort = (
  tx: Transaction,
  subProjectId: string,
) => Promise<ReadonlyMap<string, { readonly hosts: readonly string[] }>>;

const MOST_ERRORS = 200;

type Request = Parameters<UseCase<'deploySubProject'>>[1];

/**
 * Validates a configuration document with its BPMN files and makes it the current version. An unchanged document
 * deploys to nothing, and with `dryRun` everything is done and then undone. The administrator may change everything and create
 * sub-projects, a role with `design` what {@link requireDesignable} allows (D171).
 */
export const deploySubProject =
  (deps: DeployDeps): UseCase<'deploySubProject'> =>
  async (caller, request) => {
    const { subProjectId } = request;
    const isAdministrator = mayAdminister(caller.principal);
    if (!isAdministrator && subProjectId === undefined) throw onlyAdministratorCreates();
    if (subProjectId !== undefined && !isUuid(subProjectId)) throw subProjectIdMalformed(subProjectId);
    if (isAdministrator || subProjectId === undefined) {
      return caller.write(await deployment(deps, caller, request));
    }
    // Before the document is read, which is work.
    accessTo(await deps.subProjects.load(subProjectId), caller, operations.deploySubProject);
    const work = await deployment(deps, caller, request);
    return writingWork(deps.subProjects, caller, subProjectId, operations.deploySubProject, ({ subProject, write }) =>
      write((tx) => work(tx, subProject)),
    );
  };

/**
 * Reads and checks the request.
 *
 * @returns what deploys it; `designed`: the configuration that let the caller in, without being the administrator
 */
async function deployment(deps: DeployDeps, caller: Caller, request: Request) {
  const files = filesOf(request.files);
  const validation = await deps.validate(request.document, files);
  const { valid } = validation;
  if (valid === undefined) throw invalid(validation.errors);
  const deployable = {
    subProjectId: request.subProjectId?.toLowerCase() ?? valid.id,
    valid,
    source: request.document,
    ...(request.expectedVersion === undefined ? {} : { expectedVersion: request.expectedVersion }),
  };
  return async (tx: Transaction, designed?: SubProject) => {
    const work = () =>
      deployVersion(
        tx,
        caller,
        designed === undefined ? deployable : { ...deployable, judge: judgeDesign(deps, designed, valid.namedSecrets) },
        deps.deployed,
      );
    const deployed = await naming(validation, () => (request.dryRun === true ? undone(tx, work) : work()));
    return {
      subProjectId: deployed.subProjectId,
      version: String(deployed.version),
      changed: deployed.changed,
      changes: [...deployed.changes],
      warnings: [
        ...validation.warnings.filter(({ message }) => request.subProjectId === undefined || message !== NO_ID),
        ...withLines(validation, deployed.warnings),
        ...(await secretWarnings(tx, deps.secrets, deployed.subProjectId, valid.secretUses, files)),
        ...withLines(validation, unknownPlugins(valid.document.storage.plugins ?? [], deps.storagePlugins)),
      ],
      ignored: [...validation.ignored],
      workflows: deployed.workflows.map(({ key, id, name }) => ({ key, id, name })),
      ...(deployed.decisions.length === 0 ? {} : { decisions: reportOf(valid.decisions, deployed.decisions) }),
    };
  };
}

/** Under the lock: the roles of the caller are still those that were judged, and the change is one for designers. */
const judgeDesign =
  ({ secrets }: DeployDeps, designed: SubProject, named: readonly SecretUse[]): NonNullable<Deployable['judge']> =>
  async (tx, change) => {
    requireVersionId(designed, (await findCurrentVersionId(tx, designed.id))?.versionId ?? null);
    requireDesignable(change, named, (await secrets?.(tx, designed.id)) ?? new Map());
  };

function onlyAdministratorCreates(): CatalogueError {
  const detail =
    'Only the administrator may deploy without a subProjectId. Send the id of the sub-project whose role with design you have.';
  return mayNotUpdate(detail, [{ pointer: '/subProjectId', detail }]);
}

/** What the tests of each DMN file covered. */
const reportOf = (compiled: readonly CompiledDmn[], entries: readonly DecisionEntry[]) =>
  compiled.map(({ key, decisions, tests, coverage }) => ({
    key,
    version: String(entries.find((entry) => entry.key === key)?.number ?? 0),
    decisionIds: decisions.map(({ id }) => id),
    tests: tests?.count ?? 0,
    coverage: presentCoverage(coverage),
  }));

/** The contract has checked that the values are text; what came through no HTTP request is checked here. */
function filesOf(files: object | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files ?? {}).map(([name, text]: [string, unknown]) => {
      if (typeof text === 'string') return [name, text];
      throw invalidValue(`The file "${name}" must be text.`);
    }),
  );
}

/** The answer of work whose changes are taken back. */
async function undone(tx: Transaction, work: () => Promise<Deployed>): Promise<Deployed> {
  let deployed: Deployed | undefined;
  const takenBack = new Error('dry run');
  try {
    await tx.savepoint(async () => {
      deployed = await work();
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
  if (deployed === undefined) throw new Error('a dry run ended without an answer');
  return deployed;
}

async function naming<T>(validation: Validation, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DeploymentRefused ? invalid(withLines(validation, error.errors)) : error;
  }
}

const withLines = (validation: Validation, findings: readonly Finding[]): Finding[] =>
  findings.map((finding) => ({ ...finding, ...validation.placeOf(finding.path) }));

async function secretWarnings(
  tx: Transaction,
  secrets: SecretsPort | undefined,
  subProjectId: string,
  uses: readonly DiagramSecret[],
  files: Readonly<Record<string, string>>,
): Promise<readonly Finding[]> {
  if (secrets === undefined || uses.length === 0) return [];
  return withBpmnLines(unsafeSecrets(uses, await secrets(tx, subProjectId)), new Map(Object.entries(files)));
}

function unknownPlugins(plugins: readonly string[], known: readonly string[]): Finding[] {
  return plugins.flatMap((name, index) => {
    if (known.includes(name)) return [];
    const message = `this server has no storage plugin "${name}"${didYouMean(name, known)}`;
    return [{ path: pointerOf(['storage', 'plugins', index]), message }];
  });
}

function invalid(findings: readonly Finding[]): CatalogueError {
  const errors = findings.slice(0, MOST_ERRORS).map(blameOf);
  const [first] = errors;
  const count = findings.length === 1 ? 'One error' : `${findings.length} errors`;
  return invalidValue(`The configuration is not valid. ${count}, the first: ${first?.detail ?? ''}`, errors);
}

/** Findings point into the document or a file; the answer points into the request. */
function blameOf({ path, line, message }: Finding): Blame {
  if (path === '' || path.startsWith('/')) {
    return { pointer: `/document${path}`, detail: line === undefined ? message : `line ${line}: ${message}` };
  }
  const [file = path, elementId] = splitAtLast(path, '#');
  const place = [
    file,
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(elementId === undefined ? [] : [`element ${elementId}`]),
  ];
  return { pointer: pointerOf(['files', file]), detail: `${place.join(', ')}: ${message}` };
}

function splitAtLast(text: string, separator: string): string[] {
  const at = text.lastIndexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
