import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'

const READ_BYTES = 1 << 20

/**
 * SHA-256 in hex of a file, computed in a thread of its own: hashing a gigabyte takes most of a second, and the event loop
 * has other people's requests to serve.
 */
export function digestFile(file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: file,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => code !== 0 && reject(new Error(`digest thread ended with ${code}`)))
  })
}

function digestSync(file: string): string {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
  const handle = fs.openSync(file, 'r')
  try {
    for (let read = 0; (read = fs.readSync(handle, buffer, 0, READ_BYTES, null)) > 0;)
      hash.update(buffer.subarray(0, read))
  } finally {
    fs.closeSync(handle)
  }
  return hash.digest('hex')
}

if (!isMainThread && typeof workerData === 'string') parentPort?.postMessage(digestSync(workerData))
