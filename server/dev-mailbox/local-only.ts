import type { FastifyReply, FastifyRequest } from 'fastify'

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/**
 * Keeps the mailbox to the machine of the server: who reads it confirms and recovers accounts. The socket decides, a proxy in front rules it
 * out, a name that is not the machine's own is another page's way in (DNS rebinding), and an installation with a public address has others
 * behind a proxy that may say nothing of itself.
 */
export function onlyLocal(publicUrl: string): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const isPublic = !LOCAL_HOST.test(new URL(publicUrl).host)
  return async (request, reply) => {
    const { headers, socket } = request
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
    const host = headers.host ?? String(headers[':authority'] ?? '')
    const isOwnMachine = /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
    if (!isPublic && !isForwarded && LOCAL_HOST.test(host) && isOwnMachine) return
    await reply
      .code(403)
      .type('text/plain')
      .send('The local mailbox opens on the server itself only, under localhost. Set SMTP_URL to send mail.')
  }
}
