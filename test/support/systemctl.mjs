/*
 * What `systemctl` does with the units of docs/deployment.md, where no systemd runs: starts the command of a unit file
 * with its settings, in the background, and stops it. Folders and files are in $MACHINE.
 *
 * usage: node systemctl.mjs daemon-reload | enable --now UNIT… | start UNIT… | stop UNIT… | restart UNIT… | reload
 * nginx
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const machine = process.env.MACHINE;
const inMachine = (...parts) => path.join(machine, ...parts);
const pidFile = (unit) => inMachine('run', `${unit}.pid`);

/** Settings of a unit by section and name: a list, since a name may be there twice. */
function readUnit(unit) {
  const [, template, instance] = /^([^@]+@?)(.*)$/.exec(unit);
  const text = readFileSync(inMachine('etc', 'systemd', 'system', `${template}.service`), 'utf8').replaceAll(
    '%i',
    instance,
  );
  const settings = new Map();
  let section = '';
  for (const line of text.split('\n').filter((each) => each !== '')) {
    if (line.startsWith('[')) {
      section = line;
      continue;
    }
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`${unit}: this is no setting of a unit: ${line}`);
    settings.set(`${section}${name}`, [...(settings.get(`${section}${name}`) ?? []), value]);
  }
  return (name) => settings.get(`[Service]${name}`) ?? [];
}

const assignments = (lines) =>
  Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));

function start(unit) {
  const setting = readUnit(unit);
  const environment = {
    PATH: process.env.PATH,
    HOME: machine,
    ...assignments(
      setting('EnvironmentFile').flatMap((file) =>
        readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line !== ''),
      ),
    ),
    ...assignments(setting('Environment').flatMap((line) => line.split(' '))),
  };
  for (const folder of setting('StateDirectory')) mkdirSync(inMachine('var', 'lib', folder), { recursive: true });
  const [program, ...args] = setting('ExecStart')[0].split(' ');
  const log = openSync(inMachine('log', `${unit}.log`), 'a');
  const child = spawn(program, args, {
    cwd: setting('WorkingDirectory')[0],
    env: environment,
    detached: true,
    stdio: ['ignore', log, log],
  });
  writeFileSync(pidFile(unit), String(child.pid));
  child.unref();
}

/** Whether a process runs: one that has ended may wait for its parent to be told. */
function isRunning(pid) {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, 'utf8'));
}

async function stop(unit) {
  if (!existsSync(pidFile(unit))) return;
  const pid = Number(readFileSync(pidFile(unit), 'utf8'));
  const mostMs = Number(readUnit(unit)('TimeoutStopSec')[0]) * 1000;
  if (isRunning(pid)) process.kill(pid, 'SIGTERM');
  for (const fromMs = Date.now(); isRunning(pid); await wait(50)) {
    if (Date.now() - fromMs < mostMs) continue;
    process.kill(pid, 'SIGKILL');
    throw new Error(`${unit} had to be killed after ${mostMs} ms.`);
  }
  rmSync(pidFile(unit));
}

function reloadNginx() {
  const file = inMachine('run', 'nginx.pid');
  // A check of the configuration leaves an empty file.
  const isUp = existsSync(file) && readFileSync(file, 'utf8') !== '';
  const { status } = spawnSync('nginx', isUp ? ['-s', 'reload'] : [], { stdio: 'inherit' });
  if (status !== 0) throw new Error('nginx did not start.');
}

const [command, ...units] = process.argv.slice(2).filter((argument) => argument !== '--now');
for (const folder of ['run', 'log']) mkdirSync(inMachine(folder), { recursive: true });
if (command === 'reload') reloadNginx();
else if (command !== 'daemon-reload') {
  if (!['enable', 'start', 'stop', 'restart'].includes(command)) throw new Error(`No such command: ${command}`);
  if (command === 'stop' || command === 'restart') await Promise.all(units.map(stop));
  if (command !== 'stop') units.forEach(start);
}
