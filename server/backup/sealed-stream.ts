import { Readable } from 'node:stream'
import { Decrypter, Encrypter } from 'age-encryption'

/** Seals a stream for `recipients` as `age` does: anybody opens it with that program and one of their keys. */
export async function sealStream(recipients: readonly string[], plain: Readable): Promise<Readable> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return toNode(await encrypter.encrypt(toWeb(plain)))
}

/** @throws {Error} when the key does not fit; the stream fails where what was sealed was changed. */
export async function openStream(identity: string, sealed: Readable): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const opened = await decrypter.decrypt(toWeb(sealed)).catch((cause: unknown) => {
    if (!(cause instanceof Error && cause.message.includes('no identity matched'))) throw cause
    throw new Error('This key does not open the backup: it was taken for another one. Use the key file of that time.', {
      cause,
    })
  })
  return toNode(opened)
}

function toWeb(source: Readable): globalThis.ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void source.destroy(),
  })
}

function toNode(source: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.from(chunksOf(source), { objectMode: false })
}

async function* chunksOf(source: globalThis.ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  const reader = source.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
  } finally {
    await reader.cancel()
  }
}
