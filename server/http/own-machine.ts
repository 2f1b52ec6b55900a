import type { FastifyRequest } from 'fastify'

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Whether people reach this installation under the machine's own name only. */
export const isLocalAddress = (publicUrl: string): boolean => LOCAL_HOST.test(new URL(publicUrl).host)

/**
 * Whether a request was sent on the machine of the server. The socket decides, a proxy in front rules it out, and a name that is not the
 * machine's own is how a page elsewhere gets in (DNS rebinding). A proxy may say nothing of itself: ask `isLocalAddress` as well.
 */
export function isFromOwnMachine({ headers, socket }: FastifyRequest): boolean {
  if (FORWARDING.some((name) => headers[name] !== undefined)) return false
  const host = headers.host ?? String(headers[':authority'] ?? '')
  return LOCAL_HOST.test(host) && /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}
