import { type CompileResult, compile, type PortableModels, packModels } from '@millrace/engine';
import { type Simulation, type SimulationResult, simulate } from '../decisions/simulate.js';
import type { Place } from '../findings/finding.js';
import { pointerOf } from '../findings/finding.js';
import { createDocumentValidator, type Validation } from '../validate-document.js';

/** Work on documents, diagrams and DMN files that takes time. */
export type DocumentJob =
  | { readonly kind: 'validate'; readonly source: string | object; readonly files: Readonly<Record<string, string>> }
  | { readonly kind: 'compile'; readonly bpmn: string }
  | { readonly kind: 'simulate'; readonly simulation: Simulation };

/** A validation as data. */
export type PortableValidation = Omit<Validation, 'placeOf'> & {
  /** Places of what is checked later, with the database, by their pointers. */
  readonly places: ReadonlyMap<string, Place>;
};

export interface PortableCompilation {
  readonly portable: PortableModels;
  readonly report: CompileResult['report'];
}

export type DocumentAnswer = PortableValidation | PortableCompilation | SimulationResult;

const validate = createDocumentValidator();

/** Does a job; the answer can be copied to another thread. */
export async function doDocumentJob(job: DocumentJob): Promise<DocumentAnswer> {
  if (job.kind === 'validate') return portableValidation(await validate(job.source, job.files));
  if (job.kind === 'simulate') return simulate(job.simulation);
  const { models, report } = await compile(job.bpmn);
  return { portable: packModels(models), report };
}

function portableValidation({ placeOf, ...validation }: Validation): PortableValidation {
  const places = new Map<string, Place>();
  const { document } = validation.valid ?? {};
  const pointers = [
    ...(document?.members ?? []).map((member, index) =>
      pointerOf(['members', index, 'group' in member ? 'group' : 'user']),
    ),
    ...(document?.storage.plugins ?? []).map((_, index) => pointerOf(['storage', 'plugins', index])),
  ];
  for (const pointer of pointers) {
    const place = placeOf(pointer);
    if (place !== undefined) places.set(pointer, place);
  }
  return { ...validation, places };
}
