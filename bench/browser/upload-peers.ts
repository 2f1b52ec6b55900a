import * as tus from 'tus-js-client'
import { partCount } from '#contract/content-layout.ts'
import { FILES_BUCKET } from '#contract/limits.ts'
import { FLOE, sealedSize } from '#crypto/index.ts'
import { createContentSealer, sealParts } from '#vault/transfer/seal-parts.ts'
import { KEYS } from './our-codec.ts'

/** Whose upload it is, and what the object is to be called. */
export type Target = { headers: Record<string, string>; objectName: string }

const PART_BYTES = 8 * 1024 * 1024
const PARTS_IN_FLIGHT = 3
const CONNECTIONS = 6
const RESUMABLE = '/storage/v1/upload/resumable'
const PATCH_HEADERS = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }

/** Other ways of uploading to the same server, run on the page itself. Each resolves with the milliseconds it took. */
const uploadPeers = {
  /** Who is signed in to the app on this page. */
  async account(): Promise<{ headers: Record<string, string>; userId: string }> {
    const config = (await (await fetch('/config.json')).json()) as { publishable_key: string }
    const saved = localStorage.getItem('quantumshield-session') ?? '{}'
    const session = JSON.parse(saved) as { access_token?: string; user?: { id?: string } }
    const headers = { apikey: config.publishable_key, authorization: `Bearer ${session.access_token}` }
    return { headers, userId: session.user?.id ?? '' }
  },

  /** The plain file in one request: the least that a browser can do. */
  wholePlain: (file: File, { headers, objectName }: Target): Promise<number> =>
    timed(
      () =>
        new Promise((resolve, reject) => {
          const request = new XMLHttpRequest()
          request.open('POST', `/storage/v1/object/${FILES_BUCKET}/${objectName}`)
          for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
          request.setRequestHeader('content-type', 'application/octet-stream')
          request.addEventListener('load', () =>
            request.status < 300 ? resolve() : reject(new Error(`${request.status} ${request.responseText}`)),
          )
          request.addEventListener('error', () => reject(new Error('no answer')))
          request.send(file)
        }),
    ),

  /** Many plain files, one request each, as many at once as browsers keep connections. */
  manyPlain: (files: readonly File[], target: Target): Promise<number> =>
    timed(async () => {
      const waiting = files.entries()
      const sendOn = async (): Promise<void> => {
        for (const [at, body] of waiting) {
          const response = await fetch(`/storage/v1/object/${FILES_BUCKET}/${target.objectName}-${at}`, {
            method: 'POST',
            headers: { ...target.headers, 'content-type': 'application/octet-stream' },
            body,
          })
          if (!response.ok) throw new Error(`file ${at}: ${response.status}`)
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, sendOn))
    }),

  /** The plain file in parts of 8 MiB, three at once, each a slice. */
  partsPlain: (file: File, target: Target): Promise<number> =>
    timed(async () => {
      const url = await createUpload(target, file.size, { 'upload-part-size': String(PART_BYTES) })
      let next = 0
      const sendOn = async (): Promise<void> => {
        for (let offset = next; offset < file.size; offset = next) {
          next += PART_BYTES
          const response = await fetch(url, {
            method: 'PATCH',
            headers: { ...target.headers, ...PATCH_HEADERS, 'upload-offset': String(offset) },
            body: file.slice(offset, offset + PART_BYTES),
          })
          if (!response.ok) throw new Error(`part at ${offset}: ${response.status}`)
        }
      }
      await Promise.all(Array.from({ length: PARTS_IN_FLIGHT }, sendOn))
    }),

  /** tus-js-client, given a reader that seals with our own code. */
  tusSealed: (file: File, { headers, objectName }: Target): Promise<number> =>
    timed(async () => {
      const stream = await sealedStream(file)
      await new Promise<void>((resolve, reject) => {
        new tus.Upload(stream.getReader(), {
          endpoint: RESUMABLE,
          chunkSize: PART_BYTES,
          uploadSize: sealedSize(file.size),
          metadata: { bucketName: FILES_BUCKET, objectName, contentType: 'application/octet-stream' },
          headers,
          retryDelays: [],
          storeFingerprintForResuming: false,
          onError: reject,
          onSuccess: () => resolve(),
        }).start()
      })
    }),
}

async function sealedStream(file: File): Promise<ReadableStream<Uint8Array>> {
  const segments = sealParts(await createContentSealer(KEYS), file, 0, partCount(file.size) - 1)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await segments.next()
        if (done) return controller.close()
        for (const piece of value.pieces) controller.enqueue(piece)
      },
    },
    { highWaterMark: 4 * FLOE.segmentBytes, size: (piece) => piece?.length ?? 0 },
  )
}

async function createUpload(
  { headers, objectName }: Target,
  sizeBytes: number,
  more: Record<string, string>,
): Promise<string> {
  const metadata = { bucketName: FILES_BUCKET, objectName, contentType: 'application/octet-stream' }
  const response = await fetch(RESUMABLE, {
    method: 'POST',
    headers: {
      ...headers,
      ...more,
      'tus-resumable': '1.0.0',
      'upload-length': String(sizeBytes),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${btoa(value)}`)
        .join(','),
    },
  })
  if (!response.ok) throw new Error(`creation answered ${response.status}`)
  return new URL(response.headers.get('location') ?? '', location.href).pathname
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

declare global {
  var uploadPeers: UploadPeers
}
export type UploadPeers = typeof uploadPeers
/** Those that send one file. */
export type SingleUpload = 'wholePlain' | 'partsPlain' | 'tusSealed'

globalThis.uploadPeers = uploadPeers
