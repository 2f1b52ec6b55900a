import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemRandom } from '#crypto/primitives/random.ts'
import { mlDsaCosigner, type NoteSigner } from '#ledger/notes/sign.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'

export type Liar = {
  key: NoteSigner
  /** Its key and its address, as a policy names them. */
  line: string
  stop: () => void
}

/** Answers requests as the test says, and signs nothing unless the test does with its key. */
export async function startLiar(
  answer: (body: Buffer, response: http.ServerResponse, path: string) => void | Promise<void>,
): Promise<Liar> {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void answer(Buffer.concat(chunks), response, request.url ?? ''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const key = await mlDsaCosigner('liar.example', new Uint8Array(32).fill(3), systemRandom)
  return {
    key,
    line: `witness L ${formatVerifierKey(key.key)} http://127.0.0.1:${(server.address() as AddressInfo).port}/l`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
