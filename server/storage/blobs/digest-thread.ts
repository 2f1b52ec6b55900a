import { createHash, type Hash } from 'node:crypto'
import fs from 'node:fs'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'

const READ_BYTES = 1 << 20
const NAME = 'quantumshield-digest'

/** `upTo` bytes of the file are written now; the last message asks for the result. */
type Progress = { id: number; fd: number; upTo: number; isLast: boolean }
type Request = Progress | { id: number; isDropped: true }
type Result = { id: number; sha256: string } | { id: number; problem: string }

/** SHA-256 of a file while it grows. */
export type FollowingDigest = {
  /** The first `bytes` of the file are written. */
  advance: (bytes: number) => void
  /** The file has `bytes` in all; it must stay open until this resolves. @returns hex */
  finish: (bytes: number) => Promise<string>
  /** Forgets a digest that is no longer wanted. */
  drop: () => void
}

type Waiting = { resolve: (sha256: string) => void; reject: (error: Error) => void }

let thread: Worker | undefined
let lastId = 0
const waiting = new Map<number, Waiting>()

/**
 * Follows a growing file on a thread of its own. Hashing on the event loop took 40 % of its time in a large upload, while the
 * other requests waited. The bytes are still in the page cache, so reading them again is cheap.
 *
 * @param fd of a file that grows from its first byte; descriptors are shared by the threads of a process.
 */
export function followFile(fd: number): FollowingDigest {
  const worker = (thread ??= startThread())
  const id = (lastId += 1)
  const say = (request: Request): void => worker.postMessage(request)
  return {
    advance: (upTo) => say({ id, fd, upTo, isLast: false }),
    finish: (upTo) =>
      new Promise((resolve, reject) => {
        if (thread !== worker) return reject(new Error('the digest thread ended'))
        waiting.set(id, { resolve, reject })
        say({ id, fd, upTo, isLast: true })
      }),
    drop: () => say({ id, isDropped: true }),
  }
}

function startThread(): Worker {
  const worker = new Worker(new URL(import.meta.url), {
    name: NAME,
    workerData: NAME,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  worker.on('message', (result: Result) => {
    const request = waiting.get(result.id)
    waiting.delete(result.id)
    if ('sha256' in result) request?.resolve(result.sha256)
    else request?.reject(new Error(result.problem))
  })
  const fail = (error: Error): void => {
    if (thread === worker) thread = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the digest thread ended')))
  // It must not keep a server alive that has nothing else to do.
  worker.unref()
  return worker
}

function serve(): void {
  const running = new Map<number, { hash: Hash; at: number }>()
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
  const advance = ({ id, fd, upTo }: Progress): Hash => {
    const state = running.get(id) ?? { hash: createHash('sha256'), at: 0 }
    running.set(id, state)
    while (state.at < upTo) {
      const read = fs.readSync(fd, buffer, 0, Math.min(READ_BYTES, upTo - state.at), state.at)
      if (read === 0) throw new Error('the file is shorter than what was written')
      state.hash.update(buffer.subarray(0, read))
      state.at += read
    }
    return state.hash
  }
  parentPort?.on('message', (request: Request) => {
    const { id } = request
    try {
      if ('isDropped' in request) return void running.delete(id)
      const hash = advance(request)
      if (!request.isLast) return
      running.delete(id)
      parentPort?.postMessage({ id, sha256: hash.digest('hex') } satisfies Result)
    } catch (error) {
      running.delete(id)
      parentPort?.postMessage({ id, problem: error instanceof Error ? error.message : String(error) } satisfies Result)
    }
  })
}

if (!isMainThread && workerData === NAME) serve()
