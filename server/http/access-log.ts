import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** Settings of the log of requests. */
export const accessLogSettings = {
  ACCESS_LOG: z.stringbool().default(false),
  /** Addresses of people are personal data. */
  ACCESS_LOG_ADDRESSES: z.stringbool().default(false),
}

export type AccessLogSettings = { isOn: boolean; hasAddresses: boolean }

export const readAccessLog = (settings: z.infer<z.ZodObject<typeof accessLogSettings>>): AccessLogSettings => ({
  isOn: settings.ACCESS_LOG,
  hasAddresses: settings.ACCESS_LOG_ADDRESSES,
})

/**
 * One line for each request, when its answer has ended or its connection has. Routes are named as they are written, not as they were called:
 * addresses and queries carry tokens, and nothing of a person is in a line but the address of its network, where that is wanted. Add it before hooks that refuse.
 */
export function logAccess(app: FastifyInstance, { isOn, hasAddresses }: AccessLogSettings): void {
  if (!isOn) return
  // Whatever LOG_LEVEL is.
  const log = app.log.child({}, { level: 'info' })
  app.addHook('onRequest', (request, reply, done) => {
    const { method, id, ip, routeOptions } = request
    const since = performance.now()
    let isWhole = false
    reply.raw.once('finish', () => (isWhole = true))
    reply.raw.once('close', () =>
      log.info(
        {
          reqId: id,
          method,
          route: routeOptions.url ?? 'none',
          // Before the headers have left there is none.
          ...(reply.raw.headersSent && { status: reply.raw.statusCode }),
          ms: Math.round(performance.now() - since),
          ...bytesOf(method, reply.raw.statusCode, reply.getHeader('content-length')),
          ...(!isWhole && { isCutOff: true }),
          ...(hasAddresses && { address: ip }),
        },
        'request',
      ),
    )
    done()
  })
}

/** As the answer announced them; an answer of unknown length says nothing. */
function bytesOf(method: string, status: number, announced: unknown): { bytes?: number } {
  if (method === 'HEAD' || status === 204 || status === 304) return { bytes: 0 }
  const bytes = Number(announced)
  return announced === undefined || Number.isNaN(bytes) ? {} : { bytes }
}
