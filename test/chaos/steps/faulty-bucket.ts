import http from 'node:http'
import { onTestFinished } from 'vitest'
import { KilledError, type Steps } from './steps.ts'

export type FaultyBucket = { endpoint: string; watch: (steps: Steps) => void }

const CHANGES = new Set(['PUT', 'POST', 'DELETE'])

/** Between servers and a bucket: each request that changes something is a step. A step that fails is a connection that breaks. */
export async function startFaultyBucket(target: string): Promise<FaultyBucket> {
  let steps: Steps | undefined
  const pass = (incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> =>
    new Promise((resolve, reject) => {
      const { method = '', headers, url = '/' } = incoming
      const asking = http.request(target + url, { method, headers, agent: false }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          outgoing.write(Buffer.concat(chunks))
          resolve()
        })
      })
      asking.on('error', reject)
      incoming.pipe(asking)
    })
  const relay = http.createServer((incoming, outgoing) => {
    const { method = '' } = incoming
    const work = () => pass(incoming, outgoing)
    const done = steps && CHANGES.has(method) ? steps.around(`bucket ${method}`, work) : work()
    done.then(
      () => outgoing.end(),
      (error: unknown) => {
        incoming.socket.destroy()
        if (!(error instanceof KilledError) && !(error instanceof Error && 'code' in error)) throw error
      },
    )
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    relay.closeAllConnections()
    relay.close()
  })
  const address = relay.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return { endpoint: `http://127.0.0.1:${port}`, watch: (next) => void (steps = next) }
}
