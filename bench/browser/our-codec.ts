import { partCount } from '#contract/content-layout.ts'
import { FLOE, asFileKey, contentAad, createOpener } from '#crypto/index.ts'
import type { ContentKeys } from '#vault/transfer/content-keys.ts'
import { createContentSealer, sealParts } from '#vault/transfer/seal-parts.ts'
import type { Codec } from './codec.ts'

/** As many segments at once as vault/transfer/open-content.ts. */
const OPEN_DEPTH = 4

/** Keys of nobody's file. Several workers seal one message, so key and message IV are the same in all of them. */
export const KEYS: ContentKeys = {
  contentId: '0192c3d4-0000-4000-8000-00000000beef',
  fileKey: asFileKey(new Uint8Array(32).fill(7)),
  storagePath: 'bench',
  sizeBytes: 0,
  segmentBytes: FLOE.segmentBytes,
  iv: new Uint8Array(32).fill(9),
  headerTag: undefined,
  contentRoot: undefined,
  segmentHashes: undefined,
}

/** The code the app runs: vault/transfer/seal-parts.ts to seal, crypto's opener to open. */
export const ours: Codec = {
  async seal(source, { index, of }, take) {
    const parts = partCount(source.size)
    const share = Math.ceil(parts / of)
    const last = Math.min(parts, (index + 1) * share) - 1
    if (index * share > last) return
    const sealer = await createContentSealer(KEYS)
    for await (const { pieces } of sealParts(sealer, source, index * share, last))
      for (const piece of pieces) take(piece)
  },

  async open(sealed, take) {
    const header = sealed.subarray(0, FLOE.headerBytes)
    const opener = await createOpener({ key: KEYS.fileKey, aad: contentAad(KEYS.contentId), header })
    const body = sealed.subarray(FLOE.headerBytes)
    const count = Math.max(1, Math.ceil(body.length / FLOE.segmentBytes))
    const inFlight: Promise<Uint8Array>[] = []
    for (let index = 0; index < count; index++) {
      const segment = body.subarray(index * FLOE.segmentBytes, (index + 1) * FLOE.segmentBytes)
      inFlight.push(opener.openSegment(index, index === count - 1, segment))
      const ready = inFlight.length >= OPEN_DEPTH ? inFlight.shift() : undefined
      if (ready) take(await ready)
    }
    for (const ready of inFlight) take(await ready)
  },
}
