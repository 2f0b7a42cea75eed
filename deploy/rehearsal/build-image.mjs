import { cp, mkdir, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { likeNodeImage } from './layers.mjs';
import { quoted, run } from './shell.mjs';

/**
 * Follows a Dockerfile instruction by instruction. Knows those that ours uses, in the forms it uses.
 *
 * @returns {Promise<object>} the last stage: `layer`, `env`, `workdir`, `user`, `entrypoint`, `command`, `healthcheck`
 * @throws Error on any other instruction, and when one fails
 */
export async function buildImage({ repository, layers, say }) {
  const text = await readFile(join(repository, 'Dockerfile'), 'utf8');
  const stages = new Map();
  let stage;
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    if (keyword === 'ARG') continue;
    if (keyword === 'FROM') {
      const name = instruction.getBuildStage() ?? 'image';
      const layer = await layers.add(`stage-${name}`);
      await likeNodeImage(layer);
      stage = { layer, env: {}, workdir: '/', user: 'root', command: [] };
      stages.set(name, stage);
      continue;
    }
    say(`${keyword} ${instruction.getArgumentsContent()?.replaceAll(/\s+/g, ' ').slice(0, 100) ?? ''}`);
    const follow = instructions[keyword];
    if (follow === undefined) throw new Error(`the rehearsal does not know the instruction ${keyword}`);
    await follow(stage, instruction, { repository, stages });
  }
  return stage;
}

/** A machine behind a proxy with a certificate of its own names that certificate here; its npm must know it too. */
const { NODE_EXTRA_CA_CERTS } = process.env;
const certificates = NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS };

const instructions = {
  LABEL: () => undefined,
  EXPOSE: () => undefined,
  VOLUME: () => undefined,
  ENV(stage, instruction) {
    for (const property of instruction.getProperties()) stage.env[property.getName()] = property.getValue();
  },
  USER(stage, instruction) {
    stage.user = instruction.getArgumentsContent();
  },
  async WORKDIR(stage, instruction) {
    stage.workdir = posix.resolve(stage.workdir, instruction.getArgumentsContent());
    await mkdir(join(stage.layer.root, stage.workdir), { recursive: true });
  },
  async COPY(stage, instruction, { repository, stages }) {
    const from = instruction.getFlags().find((flag) => flag.getName() === 'from');
    const [source, target] = instruction.getArguments().map((argument) => argument.getValue());
    const to = join(stage.layer.root, posix.resolve(stage.workdir, target));
    if (from !== undefined) {
      const origin = stages.get(from.getValue());
      await cp(join(origin.layer.root, source), to, { recursive: true, verbatimSymlinks: true });
    } else {
      await copyContext(repository, source, to);
    }
  },
  async RUN(stage, instruction) {
    await run('chroot', [stage.layer.root, 'sh', '-ec', `cd ${quoted(stage.workdir)}\n${shellOf(instruction)}`], {
      env: { PATH: process.env.PATH, HOME: '/root', npm_config_cache: '/tmp/npm-cache', ...certificates, ...stage.env },
    });
  },
  HEALTHCHECK(stage, instruction) {
    stage.healthcheck = wordsOf(instruction);
  },
  ENTRYPOINT(stage, instruction) {
    stage.entrypoint = wordsOf(instruction);
  },
  CMD(stage, instruction) {
    stage.command = wordsOf(instruction);
  },
};

const shellOf = (instruction) => instruction.getArgumentsContent().replaceAll(/\\\n/g, '');

/** The JSON array of an exec form; HEALTHCHECK has it after CMD. */
function wordsOf(instruction) {
  const text = shellOf(instruction);
  return JSON.parse(text.slice(text.indexOf('[')));
}

/** What is tracked, and so never what .dockerignore leaves out. */
async function copyContext(repository, source, to) {
  const listed = await run('git', ['ls-files', '-z', '--', source], { cwd: repository });
  for (const path of listed.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(to, path)), { recursive: true });
    await cp(join(repository, path), join(to, path), { verbatimSymlinks: true });
  }
}
