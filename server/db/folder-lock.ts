import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { shortHash } from './cluster-home.ts'

/** Longest path that a Unix socket address can hold on Linux and macOS. */
const MAX_SOCKET_PATH = 103
const ANSWER_MS = 2000
/** Two starts may remove the same dead lock; the one whose lock then went away sees it after this time. */
const SETTLE_MS = 150
const TRIES = 5

/**
 * Makes this process the only user of a folder. The lock is a socket that answers with the owner's process id: the kernel
 * closes it when the owner dies, however it dies, so a lock that does not answer is dead. A file with a process id cannot say
 * that; after a restart the id may belong to anybody.
 *
 * @param file path of the socket.
 * @returns gives the lock back.
 * @throws {FolderInUseError}
 */
export async function lockFolder(file: string): Promise<() => Promise<void>> {
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\${file.replaceAll(/[:\\/]/g, '-')}` : file
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const server = await listen(address)
    if (server && (attempt === 0 || (await isStillThere(server, file)))) {
      return () => new Promise((resolve) => server.close(() => resolve()))
    }
    if (server) throw new FolderInUseError(undefined)
    const owner = await askOwner(address)
    if (owner.isAlive) throw new FolderInUseError(owner.pid)
    fs.rmSync(file, { force: true })
  }
  throw new FolderInUseError(undefined)
}

/**
 * For a server whose PostgreSQL is somebody else's; the embedded one locks its cluster. Two servers would write into each other's unfinished
 * uploads. Another machine that mounts the same folder does not see it.
 *
 * @throws {Error} says who is there.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const beside = path.join(dataDir, 'lock')
  const elsewhere = path.join(os.tmpdir(), `quantumshield-lock-${shortHash(dataDir)}`)
  try {
    if (Buffer.byteLength(beside) > MAX_SOCKET_PATH) return await lockFolder(elsewhere)
    // Some mounts have no sockets.
    return await lockFolder(beside).catch((error: unknown) => {
      if (error instanceof FolderInUseError) throw error
      return lockFolder(elsewhere)
    })
  } catch (cause) {
    if (!(cause instanceof FolderInUseError)) throw cause
    throw inUse(cause, `the folder ${dataDir}`)
  }
}

/** @param what with its article */
export function inUse(cause: FolderInUseError, what: string): Error {
  const who = cause.pid === undefined ? 'Another QuantumShield' : `Another QuantumShield, process ${cause.pid},`
  return new Error(`${who} already uses ${what}. Stop it first, or set DATA_DIR to a folder of its own.`, { cause })
}

/** Another process uses the folder; its id, if it said so in time. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
  readonly pid: number | undefined

  constructor(pid: number | undefined) {
    super(`in use by ${pid === undefined ? 'another process' : `process ${pid}`}`)
    this.pid = pid
  }
}

/** Undefined when the address is taken, by somebody alive or dead. */
function listen(address: string): Promise<net.Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.end(String(process.pid))
    })
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(address, () => resolve(server))
    server.unref()
  })
}

async function isStillThere(server: net.Server, file: string): Promise<boolean> {
  const mine = inodeOf(file)
  await sleep(SETTLE_MS)
  if (mine !== undefined && inodeOf(file) === mine) return true
  server.close()
  return false
}

function inodeOf(file: string): number | undefined {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.ino
}

function askOwner(address: string): Promise<{ isAlive: boolean; pid?: number }> {
  return new Promise((resolve) => {
    const socket = net.connect(address)
    let answer = ''
    // A process that accepts but is too busy to answer is alive.
    socket.setTimeout(ANSWER_MS, () => {
      socket.destroy()
      resolve({ isAlive: true })
    })
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.once('end', () => resolve(Number(answer) > 0 ? { isAlive: true, pid: Number(answer) } : { isAlive: true }))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ isAlive: error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT' }),
    )
  })
}
