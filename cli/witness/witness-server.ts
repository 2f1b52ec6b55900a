import Fastify, { type FastifyInstance } from 'fastify'
import { MAX_NOTE_BYTES } from '#ledger/notes/note.ts'
import type { Witness } from './witness.ts'

const TEXT = 'text/plain; charset=utf-8'
const BUSY_SECONDS = 2
const TIMEOUT_MS = 20_000

/** The addresses of a witness: `add-checkpoint` for logs, `<hash of a name>/checkpoint` for everybody. @see c2sp.org/tlog-witness */
export function witnessServer(witness: Witness): FastifyInstance {
  const app = Fastify({
    bodyLimit: 2 * MAX_NOTE_BYTES,
    requestTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    keepAliveTimeout: 60_000,
    http: { maxHeaderSize: 16 * 1024 },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body)
  app.setNotFoundHandler((_request, reply) => reply.code(404).type(TEXT).send('not found\n'))
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500
    if (status === 500) process.stderr.write(`quantumshield: a request failed: ${error.message}\n`)
    return reply
      .code(status)
      .type(TEXT)
      .send(status === 500 ? 'failed\n' : `${error.message}\n`)
  })

  app.post('/add-checkpoint', async (request, reply) => {
    const answer = await witness.add(typeof request.body === 'string' ? request.body : '')
    if (!answer) return reply.code(503).header('retry-after', BUSY_SECONDS).type(TEXT).send('busy\n')
    return reply
      .code(answer.status)
      .type(answer.status === 409 ? 'text/x.tlog.size' : TEXT)
      .send(answer.body)
  })
  app.get('/:hash/checkpoint', async (request, reply) => {
    const { hash } = request.params as { hash: string }
    const note = /^[0-9a-f]{64}$/.test(hash) ? witness.checkpoint(hash) : undefined
    if (note === undefined) return reply.code(404).type(TEXT).send('nothing was signed for this log\n')
    return reply.type(TEXT).header('cache-control', 'no-store').header('access-control-allow-origin', '*').send(note)
  })
  return app
}
