import type { FastifyReply, FastifyRequest } from 'fastify'
import { RestError } from '../rest-error.ts'

/**
 * The schema that a request names in `Accept-Profile`, or in `Content-Profile` where it has a body; the first one otherwise.
 * @throws {RestError} PGRST106
 */
export function schemaOf({ headers, method }: FastifyRequest, exposed: readonly string[]): string {
  const profile = headers[method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile']
  const name = profile === undefined ? exposed[0] : exposed.find((known) => known === profile)
  if (name !== undefined) return name
  throw new RestError(406, {
    code: 'PGRST106',
    message: `Invalid schema: ${String(profile)}`,
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
}

/** Says which schema answered, where there is a choice. */
export function sayProfile(request: FastifyRequest, reply: FastifyReply, exposed: readonly string[]): void {
  if (exposed.length > 1) reply.header('content-profile', schemaOf(request, exposed))
}
