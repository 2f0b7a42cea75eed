import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import { principalId, type UseCase } from '../../use-case/caller.js';
import { countSecrets, lockSecret, storeSecret } from '../records/secrets.js';
import { readHosts } from '../store/check-hosts.js';
import { presentSecret } from '../store/present-secret.js';
import type { SecretDeps } from '../store/secret-deps.js';
import { sealingContext } from '../store/secret-store.js';

/** A shorter value can be guessed, and would be replaced in answers where it is only a part of a word. */
const SHORTEST = 8;
const MOST = 200;

/**
 * Creates a secret or replaces it. The hosts change only with the value: whoever widens them has to know the value. Hosts
 * that are not sent stay, so that a new value of a secret never goes where the old one could not.
 *
 * @throws CatalogueError 1202, 1207, 1232 for a value or host that cannot be used and for too many secrets
 */
export const setSecret =
  (deps: SecretDeps): UseCase<'setSecret'> =>
  async (caller, request) => {
    const { subProject } = await enter(deps.subProjects, caller, request.subProjectId, operations.setSecret);
    const { name, value } = request;
    if (value.length < SHORTEST) throw invalid('/value', `The value must have at least ${SHORTEST} characters.`);
    if (/^\s|\s$/.test(value)) {
      throw invalid('/value', 'The value begins or ends with white space. Remove it, for example the last line break.');
    }
    const given = request.hosts === undefined ? undefined : readHosts(request.hosts);
    const sealed = deps.sealing.seal(sealingContext(subProject.id, name), value);
    return caller.write(async (tx) => {
      const before = await lockSecret(tx, subProject.id, name);
      if (before === undefined && (await countSecrets(tx, subProject.id)) >= MOST) {
        throw invalid('/name', `The sub-project has ${MOST} secrets already, which is the most.`);
      }
      const hosts = given ?? before?.hosts ?? [];
      const setTs = new Date();
      const after = {
        name,
        sealed,
        hosts,
        createdTs: before?.createdTs ?? setTs,
        setTs,
        setById: principalId(caller.principal),
        setByName: caller.principal.name,
      };
      await storeSecret(tx, subProject.id, after);
      await appendAudit(tx, caller, [
        {
          action: 'secret.set',
          subProjectId: subProject.id,
          subjectType: 'secret',
          subjectId: name,
          processId: null,
          before: before === undefined ? null : { hosts: before.hosts },
          after: { hosts },
        },
      ]);
      return { secret: presentSecret(after, subProject) };
    });
  };

const invalid = (pointer: string, detail: string) => invalidValue(detail, [{ pointer, detail }]);
