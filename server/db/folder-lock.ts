import fs from 'node:fs'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

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
