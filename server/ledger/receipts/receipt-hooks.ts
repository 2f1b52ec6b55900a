import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NONCE, NONCE_HEADER, RECEIPT_HEADER } from '#contract/audit/receipts.ts'
import { whileAnswering, type WrittenEvents } from '../../db/written-events.ts'
import type { Receipts } from './receipts.ts'

/**
 * Every answer whose transactions wrote events of the caller carries a receipt, whichever service made it. An answer without one is better than
 * none: what was done is done.
 */
export function attachReceipts(app: FastifyInstance, receipts: Receipts): void {
  const answers = new WeakMap<FastifyRequest, WrittenEvents>()
  // Behind the body: its bytes arrive on the connection, which knows nothing of the request that they belong to.
  app.addHook('preValidation', (request, _reply, done) => {
    const written: WrittenEvents = { caller: undefined, ids: [] }
    answers.set(request, written)
    whileAnswering(written, done)
  })
  app.addHook('onSend', async (request, reply) => {
    const written = answers.get(request)
    if (!written || written.ids.length === 0) return
    try {
      const promised = await receipts.promise(written, nonceOf(request))
      if (promised.length > 0) reply.header(RECEIPT_HEADER, promised.join(', '))
    } catch (error) {
      request.log.error({ err: error }, 'an answer has no receipt')
    }
  })
}

function nonceOf({ headers }: FastifyRequest): string | null {
  const nonce = headers[NONCE_HEADER]
  return typeof nonce === 'string' && NONCE.test(nonce) ? nonce : null
}
