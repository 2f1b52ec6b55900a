import type { FastifyReply, FastifyRequest } from 'fastify'
import { isFromOwnMachine, isLocalAddress } from '#server/http/own-machine.ts'

/**
 * Keeps the mailbox to the machine of the server: who reads it confirms and recovers accounts. An installation with a public address has
 * others behind a proxy that may say nothing of itself.
 */
export function onlyLocal(publicUrl: string): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const isLocal = isLocalAddress(publicUrl)
  return async (request, reply) => {
    if (isLocal && isFromOwnMachine(request)) return
    await reply
      .code(403)
      .type('text/plain')
      .send('The local mailbox opens on the server itself only, under localhost. Set SMTP_URL to send mail.')
  }
}
