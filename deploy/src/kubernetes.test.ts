import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { unknownSettings } from './settings.js';

interface Container {
  readonly args: readonly string[];
  readonly envFrom: readonly Record<string, { readonly name: string }>[];
  readonly ports?: readonly { readonly name: string }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}
interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Pod {
  readonly initContainers: readonly Container[];
  readonly containers: readonly Container[];
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Spec;
}
type Labels = Readonly<Record<string, string>>;
/** Members of the kinds below; each kind has some of them, and kubernetes-models checks which. */
interface Spec {
  readonly selector: Labels & { readonly matchLabels: Labels };
  readonly podSelector: { readonly matchLabels: Labels };
  readonly scaleTargetRef: { readonly name: string };
  readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: Pod };
}

const folder = (name: string) => new URL(`../kubernetes/${name}/`, import.meta.url);
const read = async (path: URL): Promise<readonly Manifest[]> =>
  parseAllDocuments(await readFile(path, 'utf8')).map((document) => document.toJS() as Manifest);
const filesOf = async (name: string) => (await readdir(folder(name))).filter((file) => file.endsWith('.yaml'));

const manifests: Manifest[] = [];
for (const name of ['base', 'example']) {
  for (const file of await filesOf(name)) {
    if (file !== 'kustomization.yaml') manifests.push(...(await read(new URL(file, folder(name)))));
  }
}
const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const deployments = of('Deployment');
const podOf = (deployment: Manifest): Pod => deployment.spec.template.spec;
const labelsOf = (deployment: Manifest) => deployment.spec.template.metadata.labels;

describe('deploy/kubernetes', () => {
  test.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    '%s is what its schema allows',
    async (_, manifest) => {
      const place = `kubernetes-models/${manifest.apiVersion}/${manifest.kind}`;
      const model = await import(place);
      new model[manifest.kind](manifest).validate();
      expect(() => new model[manifest.kind]({ ...manifest, metadata: { name: 7 } }).validate()).toThrow();
    },
  );

  test('kustomizations name every file beside them', async () => {
    for (const name of ['base', 'example']) {
      const [kustomization] = (await read(new URL('kustomization.yaml', folder(name)))) as unknown as [
        { readonly resources: readonly string[] },
      ];
      const listed = kustomization.resources.filter((resource) => !resource.startsWith('..'));
      expect([...listed, 'kustomization.yaml'].sort()).toEqual((await filesOf(name)).sort());
    }
  });

  test('selectors of services, budgets and the network policy find pods', () => {
    const selectors = [
      ...of('Service').map(({ spec }) => spec.selector),
      ...of('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
    ];
    selectors.push(...of('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels));
    expect(selectors).toHaveLength(4);
    for (const selector of selectors) {
      const found = deployments.filter((deployment) =>
        Object.entries(selector).every(([key, value]) => labelsOf(deployment)[key] === value),
      );
      expect(found).not.toEqual([]);
    }
    for (const { spec } of deployments) expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
    for (const { spec } of of('HorizontalPodAutoscaler')) {
      expect(deployments.map(({ metadata }) => metadata.name)).toContain(spec.scaleTargetRef.name);
    }
  });

  test('API servers and workers are probed where the server answers, and migrate before they start', () => {
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['millrace-api', 'millrace-worker']);
    for (const deployment of deployments) {
      const { containers, initContainers } = podOf(deployment);
      expect(initContainers.map(({ args }) => args)).toEqual([['migrate']]);
      for (const { startupProbe, livenessProbe, readinessProbe, ports } of containers) {
        expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet.path)).toEqual([
          '/healthz',
          '/healthz',
          '/readyz',
        ]);
        expect(ports?.map(({ name }) => name)).toEqual(['http']);
      }
    }
  });

  test('every setting is one that the server reads', async () => {
    const kustomization = await readFile(new URL('kustomization.yaml', folder('base')), 'utf8');
    const example = await readFile(new URL('kustomization.yaml', folder('example')), 'utf8');
    const secrets = await readFile(new URL('secret.env', folder('example')), 'utf8');
    const names = [...`${kustomization}${example}${secrets}`.matchAll(/^\s*(?:- )?([A-Z_]+)=/gm)].map(
      ([, name = '']) => name,
    );
    expect(names.length).toBeGreaterThan(8);
    expect(await unknownSettings(names)).toEqual([]);
  });
});
