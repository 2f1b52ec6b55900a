import { SpanKind, type Tracer } from '@opentelemetry/api'
import type { BlobStore, SharedPieces } from '../storage/blobs/blob-store.ts'
import { inPart } from './in-span.ts'

/** The same store with a span around each call that reaches the bucket. Ids of content are in none: a log of theirs would say who opened what. */
export function traceBucket(store: BlobStore, tracer: Tracer): BlobStore {
  const part = <T>(call: string, work: () => Promise<T>) =>
    inPart(
      tracer,
      { name: `bucket ${call}`, kind: SpanKind.CLIENT, attributes: { 'quantumshield.bucket.call': call } },
      work,
    )
  return {
    ...store,
    ...(store.pieces && { pieces: tracePieces(store.pieces, part) }),
    commit: (...of) => part('commit', () => store.commit(...of)),
    replace: (...of) => part('replace', () => store.replace(...of)),
    open: (blob) =>
      part('open', async () => {
        const reader = await store.open(blob)
        return { ...reader, sendTo: (...of) => part('read', () => reader.sendTo(...of)) }
      }),
    remove: (blob) => part('remove', () => store.remove(blob)),
    list: (after) => part('list', () => store.list(after)),
  }
}

function tracePieces(
  pieces: SharedPieces,
  part: <T>(call: string, work: () => Promise<T>) => Promise<T>,
): SharedPieces {
  return {
    share: (...of) => part('share', () => pieces.share(...of)),
    fetch: (...of) => part('fetch', () => pieces.fetch(...of)),
    remove: (...of) => part('remove piece', () => pieces.remove(...of)),
    forget: (upload) => part('forget', () => pieces.forget(upload)),
    leftovers: (idleMs) => part('list pieces', () => pieces.leftovers(idleMs)),
  }
}
