import { toHex } from '#crypto/index.ts'
import { answerWith } from './answer.ts'
import type { Codec, Share } from './codec.ts'
import { ours } from './our-codec.ts'
import { age, libsodium, openPgp, slices, wholeFile } from './peer-codecs.ts'

const CODECS = {
  ours: () => ours,
  sodium: libsodium,
  'pgp-cfb': () => openPgp('cfb'),
  'pgp-gcm': () => openPgp('gcm'),
  age,
  'slices-64k': () => slices(64 * 1024),
  'slices-1m': () => slices(1024 * 1024),
  whole: wholeFile,
} satisfies Record<string, () => Codec>
export type CodecName = keyof typeof CODECS

export type CodecMessage =
  /** Seals and drops. Answers with the number of sealed bytes. */
  | { do: 'seal'; codec: CodecName; source: Blob; share: Share }
  /** Seals and keeps. Answers with a Blob. */
  | { do: 'keep'; codec: CodecName; source: Blob; share: Share }
  /** Opens and answers with SHA-256 in hex. */
  | { do: 'hash'; codec: CodecName; sealed: Blob }
  /** Takes sealed bytes into this worker's memory, for `open`. */
  | { do: 'load'; sealed: Blob }
  /** Opens what was loaded and drops it. Answers with the number of opened bytes. */
  | { do: 'open'; codec: CodecName }

const made = new Map<CodecName, Codec>()
let loaded: Uint8Array<ArrayBuffer> | undefined

answerWith(async (message: CodecMessage): Promise<unknown> => {
  switch (message.do) {
    case 'seal':
      return countBytes((take) => codecOf(message.codec).seal(message.source, message.share, take))
    case 'keep': {
      const pieces: BlobPart[] = []
      await codecOf(message.codec).seal(message.source, message.share, (piece) => pieces.push(piece.slice()))
      return new Blob(pieces)
    }
    case 'hash': {
      const pieces: BlobPart[] = []
      const sealed = new Uint8Array(await message.sealed.arrayBuffer())
      await codecOf(message.codec).open(sealed, (piece) => pieces.push(piece.slice()))
      const digest = await crypto.subtle.digest('SHA-256', await new Blob(pieces).arrayBuffer())
      return toHex(new Uint8Array(digest))
    }
    case 'load':
      loaded = new Uint8Array(await message.sealed.arrayBuffer())
      return loaded.length
    case 'open': {
      const sealed = loaded
      if (!sealed) throw new Error('nothing was loaded')
      return countBytes((take) => codecOf(message.codec).open(sealed, take))
    }
  }
})

// Kept, because age makes an identity that must open what it sealed.
function codecOf(name: CodecName): Codec {
  const codec = made.get(name) ?? CODECS[name]()
  made.set(name, codec)
  return codec
}

async function countBytes(work: (take: (piece: Uint8Array) => void) => Promise<void>): Promise<number> {
  let bytes = 0
  await work((piece) => {
    bytes += piece.length
  })
  return bytes
}
