import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { createCallers } from '#server/http/caller.ts'
import { RateLimits } from '#server/http/rate-limits.ts'
import { Threats } from '#server/threats/threats.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { createDiskStore } from '#server/storage/blobs/disk-store.ts'
import type { ClaimTimes } from '#server/storage/uploads/upload-claims.ts'
import { storageRoutes } from '#server/storage/storage.routes.ts'
import { type Person, signedInPerson } from '../people/people.ts'
import type { TestServer } from './test-server.ts'

const BUCKET = 'encrypted-files'
const RESUMABLE = '/storage/v1/upload/resumable'
/** The smallest part the wire allows. */
export const PART = 256 * 1024

export const random = (sizeBytes: number) => new Uint8Array(randomBytes(sizeBytes))

/** Repeats until `check` holds; the server works on its own time. */
export async function eventually(check: () => boolean, withinMs = 30_000): Promise<void> {
  for (const until = Date.now() + withinMs; !check(); await sleep(10)) {
    if (Date.now() > until) throw new Error(`not within ${withinMs} ms: ${check.toString()}`)
  }
}

type Answer = { status: number; text: string; headers: http.IncomingHttpHeaders }

/** A request whose body the test writes by hand. */
type OpenRequest = {
  write: (bytes: Uint8Array) => void
  end: (bytes?: Uint8Array) => Promise<Answer>
  /** Rejects when the server drops the connection without an answer. */
  answer: Promise<Answer>
  /** Resolves when the connection is closed, by whichever side. */
  closed: Promise<void>
}

/** The real storage routes on a store of their own, and one person who uses them. */
export type StorageApp = {
  url: string
  store: BlobStore
  /** Folder of the store. */
  folder: string
  me: Person
  myId: string
  request: (target: string, init?: RequestInit & { headers?: Record<string, string> }) => Promise<Response>
  open: (method: string, target: string, headers: Record<string, string>) => OpenRequest
  /** Creates an upload in parts of `PART`. @returns its path. */
  createParts: (name: string, sizeBytes: number) => Promise<string>
  createSequential: (name: string, sizeBytes: number) => Promise<string>
  patch: (location: string, offset: number, body: Uint8Array<ArrayBuffer>) => Promise<Response>
  openPatch: (location: string, offset: number, sizeBytes?: number) => OpenRequest
  parts: (location: string) => Promise<string | null>
  download: (name: string) => Promise<Buffer>
  /** Names in `storage/staging`. */
  staged: () => string[]
  blobs: () => string[]
  /** Size of the staged file of an upload in bytes, 0 when there is none. */
  stagedBytes: (location: string) => number
  /** Files of the store that this process, which is the server, holds open. Linux only. */
  openFiles: () => string[]
  /** Ends its connections, as the end of a process does. */
  cut: () => void
  stop: () => Promise<void>
}

/** `me`: who uses it; without, somebody new. */
type AppOptions = {
  bodyIdleMs?: number
  claims?: ClaimTimes
  folder?: string
  store?: BlobStore
  isHttp2?: boolean
  me?: Person
}

/** Starts it beside `server`, whose database and accounts it uses. */
export async function startStorage(server: TestServer, options: AppOptions = {}): Promise<StorageApp> {
  const { config, database, secrets, lost } = server
  const own = { config, database, secrets, lost, bodyIdleMs: options.bodyIdleMs, claims: options.claims }
  const folder = options.folder ?? path.join(config.dataDir, 'own-storage')
  const store = options.store ?? createDiskStore(folder)
  const callers = createCallers(own)
  const logger = { level: 'silent' }
  const app = options.isHttp2
    ? (Fastify({ http2: true, logger }) as unknown as FastifyInstance)
    : Fastify({ requestTimeout: 0, logger })
  const services = {
    ...own,
    store,
    callers,
    limits: new RateLimits(own),
    threats: new Threats(own),
  }
  await app.register((scope) => storageRoutes(scope, services), { prefix: '/storage/v1' })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo

  const me = options.me ?? (await signedInPerson(server))
  const myId = me.session.user.id
  const authorised = (headers: Record<string, string> = {}) => ({
    authorization: `Bearer ${me.session.access_token}`,
    'tus-resumable': '1.0.0',
    ...headers,
  })
  const request: StorageApp['request'] = (target, init) =>
    fetch(`http://127.0.0.1:${port}${target}`, { ...init, headers: authorised(init?.headers) })
  const create = async (name: string, sizeBytes: number, headers: Record<string, string>) => {
    const metadata = `bucketName ${btoa(BUCKET)},objectName ${btoa(`${myId}/${name}`)}`
    const response = await request(RESUMABLE, {
      method: 'POST',
      headers: { 'upload-length': String(sizeBytes), 'upload-metadata': metadata, ...headers },
    })
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
    return new URL(response.headers.get('location') ?? '').pathname
  }
  const patchHeaders = (offset: number) => ({
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  })
  const open: StorageApp['open'] = (method, target, headers) =>
    openRequest(http.request({ host: '127.0.0.1', port, path: target, method, headers: authorised(headers) }))

  return {
    url: `http://127.0.0.1:${port}`,
    store,
    folder,
    me,
    myId,
    request,
    open,
    createParts: (name, sizeBytes) => create(name, sizeBytes, { 'upload-part-size': String(PART) }),
    createSequential: (name, sizeBytes) => create(name, sizeBytes, {}),
    patch: (location, offset, body) => request(location, { method: 'PATCH', headers: patchHeaders(offset), body }),
    openPatch: (location, offset, sizeBytes) =>
      open('PATCH', location, {
        ...patchHeaders(offset),
        ...(sizeBytes === undefined ? {} : { 'content-length': String(sizeBytes) }),
      }),
    parts: async (location) => (await request(location, { method: 'HEAD' })).headers.get('upload-parts'),
    download: async (name) => {
      const response = await request(`/storage/v1/object/authenticated/${BUCKET}/${myId}/${name}`)
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
      return Buffer.from(await response.arrayBuffer())
    },
    staged: () => fs.readdirSync(path.join(folder, 'staging')),
    blobs: () => fs.readdirSync(path.join(folder, 'blobs'), { recursive: true }).map(String).filter(isBlobPath),
    stagedBytes: (location) =>
      fs.statSync(path.join(folder, 'staging', path.basename(location)), { throwIfNoEntry: false })?.size ?? 0,
    openFiles: () => openFilesBelow(folder),
    cut: () => app.server.closeAllConnections(),
    stop: () => app.close(),
  }
}

function openFilesBelow(folder: string): string[] {
  return fs.readdirSync('/proc/self/fd').flatMap((fd) => {
    const link = `/proc/self/fd/${fd}`
    const target = fs.existsSync(link) ? fs.readlinkSync(link) : ''
    return target.startsWith(folder) ? [target] : []
  })
}

const isBlobPath = (name: string) => name.includes('-')

function openRequest(request: http.ClientRequest): OpenRequest {
  request.setNoDelay(true)
  const answer = new Promise<Answer>((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          headers: response.headers,
        }),
      )
    })
  })
  // Looked at later, or not at all when the test only cares for what is stored.
  answer.catch(() => undefined)
  request.flushHeaders()
  return {
    answer,
    closed: new Promise((resolve) => request.once('close', resolve)),
    write: (bytes) => void request.write(bytes),
    end: (bytes) => {
      request.end(bytes)
      return answer
    },
  }
}
