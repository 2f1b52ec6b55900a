import type { FastifyRequest } from 'fastify'
import type { Caller } from '#server/db/database.ts'
import type { Callers } from '#server/http/caller.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Returns the caller, who has signed in. @throws {Refusal} `not_signed_in` */
export async function personOf(callers: Callers, request: FastifyRequest): Promise<Caller> {
  const caller = await callers.callerOf(request)
  if (caller.role !== 'authenticated') throw new Refusal(401, 'not_signed_in', 'Sign in first')
  return caller
}
