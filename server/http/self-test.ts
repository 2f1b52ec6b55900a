import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { hashOf } from '../secrets.ts'

/** Names the address that a request of the server to itself counts for. */
const HEADER = 'x-self-test'
/** Of the comprehensive test's own requests: addresses that nobody has (RFC 3849). */
const ADDRESS = /^2001:db8:[0-9a-f]{1,4}:[0-9a-f]{1,4}::1$/
const LIFE_MS = 60_000

/** Whether a request that counts for `address` was the server's own. */
export const isSelfTest = (address: string): boolean => ADDRESS.test(address)

/**
 * Makes headers with which a server asks itself: limits and detectors count the request for an address that is nobody's, so that a test of
 * theirs slows nobody down. Only a server of this installation can make them, and they name no address that somebody could have.
 */
export function selfTestHeaders(serverSecret: Buffer, clock: Pick<Clock, 'nowMs'>): () => Record<string, string> {
  const [first, second] = [randomBytes(2), randomBytes(2)].map((bytes) => bytes.toString('hex'))
  const address = `2001:db8:${first}:${second}::1`
  return () => {
    const text = `${address} ${clock.nowMs() + LIFE_MS}`
    return { [HEADER]: `${text} ${markOf(serverSecret, text)}` }
  }
}

/** Before anything asks for the address of a request. */
export function takeSelfTests(app: FastifyInstance, serverSecret: Buffer, clock: Pick<Clock, 'nowMs'>): void {
  app.addHook('onRequest', async (request) => {
    const value = request.headers[HEADER]
    if (value === undefined) {
      // An address of that range that a proxy passed on is nobody's either, and must not pass for ours.
      if (isSelfTest(request.ip)) Object.defineProperty(request, 'ip', { value: request.socket.remoteAddress ?? '' })
      return
    }
    // Nothing behind this is to see it: it ends up in no log and no policy.
    delete request.headers[HEADER]
    const address = typeof value === 'string' ? addressOf(value, serverSecret, clock.nowMs()) : undefined
    const otherwise = isSelfTest(request.ip) ? request.socket.remoteAddress : undefined
    if (address ?? otherwise) Object.defineProperty(request, 'ip', { value: address ?? otherwise })
  })
}

function addressOf(value: string, serverSecret: Buffer, nowMs: number): string | undefined {
  const [address = '', endsAt = '', mark = ''] = value.split(' ')
  const isOurs = timingSafeEqual(hashOf(markOf(serverSecret, `${address} ${endsAt}`)), hashOf(mark))
  return isOurs && ADDRESS.test(address) && Number(endsAt) > nowMs ? address : undefined
}

function markOf(serverSecret: Buffer, text: string): string {
  return createHmac('sha256', serverSecret).update(`qs1/self-test/${text}`).digest('base64url')
}
