import { createHash, randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { codeOf, lockedError, unusableError } from '../errors.js';

/** A lock on a data directory; the system frees it when the process dies. */
export interface DirectoryLock {
  release(): Promise<void>;
}

/** Socket paths are limited to 104 to 108 bytes, depending on the system. */
const LONGEST_SOCKET_PATH = 100;
const GUARD_STALE_MS = 10_000;

/**
 * Locks the data directory, which must exist, for this process. Throws StoreError `data_dir_locked`.
 *
 * Two locks, because neither suffices everywhere. A kernel name (an abstract socket on Linux, a named pipe on Windows)
 * has no race and is freed on death, but is visible only inside one container. A socket file in the directory is
 * visible wherever the directory is mounted; a stale one is detected by connecting.
 */
export async function lockDirectory(dataDir: string): Promise<DirectoryLock> {
  const held: { release(): Promise<void> }[] = [];
  const release = async (): Promise<void> => {
    for (const lock of held.splice(0).reverse()) await lock.release();
  };
  try {
    const name = await kernelName(dataDir);
    if (name !== null) held.push(await listenOn(dataDir, name));
    const file = path.join(path.resolve(dataDir), 'lock.sock');
    if (process.platform !== 'win32' && Buffer.byteLength(file) <= LONGEST_SOCKET_PATH) {
      held.push(
        name === null
          ? await guarded(dataDir, () => takeSocketFile(dataDir, file))
          : await takeSocketFile(dataDir, file),
      );
    } else if (name === null) {
      throw unusableError(dataDir, new Error('its path is too long for a lock'));
    }
  } catch (error) {
    await release();
    throw error;
  }
  return { release };
}

/** A name from device and inode, so that links and mounts of the directory share it. */
async function kernelName(dataDir: string): Promise<string | null> {
  if (process.platform !== 'linux' && process.platform !== 'win32') return null;
  const { dev, ino } = await stat(dataDir, { bigint: true });
  const hash = createHash('sha256')
    .update(`${String(dev)}:${String(ino)}`)
    .digest('hex')
    .slice(0, 32);
  return process.platform === 'linux' ? `\0marketgraph-${hash}` : `\\\\.\\pipe\\marketgraph-${hash}`;
}

async function takeSocketFile(dataDir: string, file: string): Promise<DirectoryLock> {
  const owner = await whoListens(file);
  if (owner !== null) throw lockedError(dataDir, owner.pid);
  await rm(file, { force: true });
  return listenOn(dataDir, file);
}

/** Listens on a socket path and sends this process's id to clients. */
async function listenOn(dataDir: string, name: string): Promise<DirectoryLock> {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(`${String(process.pid)}\n`);
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ path: name }, resolve);
    });
  } catch (error) {
    const isTaken = ['EADDRINUSE', 'EACCES'].includes(codeOf(error) ?? '');
    const owner = isTaken ? await whoListens(name) : null;
    if (owner !== null || (isTaken && name.startsWith('\0'))) throw lockedError(dataDir, owner?.pid ?? null);
    throw unusableError(dataDir, error);
  }
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** The process listening on a socket, or null. A suspended process still holds the lock. */
async function whoListens(name: string): Promise<{ readonly pid: string | null } | null> {
  return new Promise((resolve) => {
    let text = '';
    const socket = net.connect({ path: name });
    socket.setEncoding('utf8').setTimeout(1000);
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('timeout', () => {
      socket.destroy();
      resolve({ pid: null });
    });
    socket.on('error', (error) => {
      const isDead = ['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(codeOf(error) ?? '');
      resolve(isDead ? null : { pid: null });
    });
    socket.on('close', () => resolve({ pid: /^\d+$/.test(text.trim()) ? text.trim() : null }));
  });
}

/** Without kernel names (macOS): only one process at a time may check and replace the socket file. */
async function guarded<T>(dataDir: string, take: () => Promise<T>): Promise<T> {
  const guard = path.join(dataDir, 'lock.guard');
  const mine = randomUUID();
  if (!(await createGuard(guard, mine)) && !((await breakStaleGuard(guard)) && (await createGuard(guard, mine)))) {
    throw lockedError(dataDir, null);
  }
  try {
    return await take();
  } finally {
    await rm(guard, { force: true });
  }
}

async function createGuard(guard: string, content: string): Promise<boolean> {
  try {
    const handle = await open(guard, 'wx');
    await handle.writeFile(content);
    await handle.close();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw unusableError(path.dirname(guard), error);
  }
}

/** A guard is held for milliseconds: an older one is from a process that died. */
async function breakStaleGuard(guard: string): Promise<boolean> {
  const aside = `${guard}.${randomUUID()}`;
  try {
    const content = await readFile(guard, 'utf8');
    if (Date.now() - (await stat(guard)).mtimeMs < GUARD_STALE_MS) return false;
    await rename(guard, aside);
    const isSame = (await readFile(aside, 'utf8')) === content;
    if (isSame) await unlink(aside);
    else await rename(aside, guard);
    return isSame;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw unusableError(path.dirname(guard), error);
  }
}
