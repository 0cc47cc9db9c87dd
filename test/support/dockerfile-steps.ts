import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { Copy, DockerfileParser, type Dockerfile, Workdir } from 'dockerfile-ast';

/** A stage of a Dockerfile, carried out in a folder that stands for its root. */
interface Stage {
  readonly root: string;
  readonly environment: Record<string, string>;
  workdir: string;
}

export interface DockerfileRun {
  /** Folder of each named stage, and of the last one under the name ''. */
  readonly stages: ReadonlyMap<string, Stage>;
  readonly dockerfile: Dockerfile;
}

export interface DockerfileOptions {
  readonly text: string;
  /** Folder of the build context. */
  readonly context: string;
  /** Where the folders of the stages are made. */
  readonly scratch: string;
  readonly args: Readonly<Record<string, string>>;
  /** Does something in place of a command, or returns false. */
  readonly instead: (command: string, stage: Stage) => boolean;
}

const inRoot = (stage: Stage, file: string): string => path.join(stage.root, path.resolve(stage.workdir, file));

/** Directories of the image that commands name by their whole path. */
const WHOLE_PATHS = /(?<=\s)\/(?=data\b)/g;

/**
 * Carries out WORKDIR, COPY, ENV and RUN of a Dockerfile without a daemon: base images are empty folders, and commands
 * run on this machine in the stage's folder. What a base image brings (/usr/local/bin) is not copied.
 */
export function runDockerfile({ text, context, scratch, args, instead }: DockerfileOptions): DockerfileRun {
  const dockerfile = DockerfileParser.parse(text);
  const stages = new Map<string, Stage>();
  const filled = (value: string): string => value.replaceAll(/\$\{(\w+)\}/g, (_all, name: string) => args[name] ?? '');
  let stage: Stage | undefined;
  for (const instruction of dockerfile.getInstructions()) {
    const keyword = instruction.getKeyword();
    const content = instruction.getArgumentsContent() ?? '';
    if (keyword === 'FROM') {
      const [image = '', , name = ''] = content.split(/\s+/);
      const base = stages.get(filled(image));
      const root = path.join(scratch, name === '' ? 'last' : name);
      mkdirSync(root, { recursive: true });
      stage = { root, environment: { ...base?.environment }, workdir: base?.workdir ?? '/' };
      stages.set(name, stage);
    }
    if (stage === undefined) continue;
    if (instruction instanceof Workdir) {
      stage.workdir = content;
      mkdirSync(inRoot(stage, '.'), { recursive: true });
    } else if (instruction instanceof Copy) {
      const source =
        instruction
          .getFlags()
          .find((flag) => flag.getName() === 'from')
          ?.getValue() ?? null;
      const [target = '.', ...files] = instruction
        .getArguments()
        .map((argument) => argument.getValue())
        .reverse();
      if (files.every((file) => file.startsWith('/usr/'))) continue;
      const from = source === null ? context : (stages.get(source)?.root ?? '');
      for (const file of files) copyInto(path.join(from, file), inRoot(stage, target), target);
    } else if (keyword === 'ENV') {
      for (const [, name = '', value = ''] of content.matchAll(/(\w+)=(\S+)/g)) stage.environment[name] = value;
    } else if (keyword === 'RUN') {
      runIn(stage, content, instead);
    }
  }
  return { stages, dockerfile };
}

/** As COPY does: a folder's contents, or a file into a folder. */
function copyInto(source: string, target: string, written: string): void {
  const isIntoFolder = /(^|\/)\.?\/?$/.test(written) && !statSync(source).isDirectory();
  cpSync(source, isIntoFolder ? path.join(target, path.basename(source)) : target, {
    recursive: true,
    verbatimSymlinks: true,
  });
}

function runIn(stage: Stage, content: string, instead: DockerfileOptions['instead']): void {
  for (const command of content
    .replaceAll(/\\\n/g, ' ')
    .split('&&')
    .map((each) => each.trim())) {
    if (instead(command, stage)) continue;
    const here = command.replaceAll(WHOLE_PATHS, `${stage.root}/`);
    execFileSync('sh', ['-c', here], {
      cwd: inRoot(stage, '.'),
      env: { ...process.env, ...stage.environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}
