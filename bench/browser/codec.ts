/** Takes sealed or opened bytes as they come; they are dropped unless somebody keeps them. */
export type Take = (piece: Uint8Array) => void

/** Which of several workers this is; only codecs that can start in the middle of a file have more than one. */
export type Share = { index: number; of: number }

/** One way of sealing a file, as its users write it: a file goes in, sealed bytes come out in order. */
export type Codec = {
  seal: (source: Blob, share: Share, take: Take) => Promise<void>
  /** Opens what `seal` made, from memory. Throws when a byte is wrong. */
  open: (sealed: Uint8Array<ArrayBuffer>, take: Take) => Promise<void>
}

// See vault/transfer/read-source.ts: Chromium collects a stream that nothing refers to in the middle of a read.
const rooted = new Set<unknown>()

/** Reads a stream to its end. */
export async function drain(stream: ReadableStream<Uint8Array>, take: Take): Promise<void> {
  const reader = stream.getReader()
  rooted.add(reader)
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      take(value)
    }
  } finally {
    rooted.delete(reader)
  }
}

/** Reads a Blob through its stream and cuts it into chunks of one size; the last may be shorter. */
export async function* chunksOf(source: Blob, chunkBytes: number): AsyncGenerator<Uint8Array> {
  const reader = source.stream().getReader()
  rooted.add(reader)
  let chunk = new Uint8Array(chunkBytes)
  let filled = 0
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      for (let from = 0; from < value.length;) {
        const taken = Math.min(chunkBytes - filled, value.length - from)
        chunk.set(value.subarray(from, from + taken), filled)
        filled += taken
        from += taken
        if (filled < chunkBytes) continue
        yield chunk
        chunk = new Uint8Array(chunkBytes)
        filled = 0
      }
    }
    if (filled > 0) yield chunk.subarray(0, filled)
  } finally {
    rooted.delete(reader)
  }
}
