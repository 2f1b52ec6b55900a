import type { FileHandle } from 'node:fs/promises'
import { Http2ServerResponse } from 'node:http2'
import type { Writable } from 'node:stream'
import type { ByteRange } from './blob-store.ts'

// Three buffers of 512 KiB, reused: no garbage. bench/vault/b06-send.ts compares it with createReadStream().pipe().
const BUFFER_BYTES = 512 * 1024
const BUFFERS = 3

/** Reads a range of `file` into `sink`, at most three buffers ahead of it. Resolves when the sink took all or closed. */
export async function sendRange(file: FileHandle, sink: Writable, { start, end }: ByteRange): Promise<void> {
  const buffers: Buffer[] = []
  const pending: Promise<boolean>[] = []
  // An HTTP/2 stream may keep a reference after its write callback, so its buffers are not reused.
  const isReusable = !(sink instanceof Http2ServerResponse)
  const closed = new Promise<boolean>((resolve) => sink.once('close', () => resolve(false)))

  let position = start
  for (let turn = 0; position < end; turn = (turn + 1) % BUFFERS) {
    if ((await pending[turn]) === false) return
    const buffer = isReusable
      ? (buffers[turn] ??= Buffer.allocUnsafeSlow(BUFFER_BYTES))
      : Buffer.allocUnsafe(BUFFER_BYTES)
    const { bytesRead } = await file.read(buffer, 0, Math.min(BUFFER_BYTES, end - position), position)
    if (bytesRead === 0) throw new Error('the blob is shorter than its record says')
    position += bytesRead
    pending[turn] = Promise.race([closed, handOver(sink, buffer.subarray(0, bytesRead))])
  }
  await Promise.all(pending)
}

/** True when the chunk left, false when the sink is gone: a reader that went away is not our error. */
function handOver(sink: Writable, chunk: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    if (sink.destroyed) return resolve(false)
    sink.write(chunk, (error) => resolve(!error))
  })
}
