import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { SCIM } from '#contract/scim.ts'
import { clientOf } from '../auth/request.ts'
import type { Database } from '../db/database.ts'
import { bearerOf } from '../http/caller.ts'
import { type RateLimits, RateLimitError } from '../http/rate-limits.ts'
import { ScimError } from './scim-error.ts'
import { scimLimits } from './scim-limits.ts'

const FORM = new RegExp(`^${SCIM.tokenPrefix}[A-Za-z0-9_-]{43}$`)

/** A token that was shown, and whose it is. */
export type Admitted = { token: string; home: string }

/**
 * Who sends a request, by its token.
 * @throws {ScimError} 401, with the reason where the token was a good one
 * @throws {RateLimitError}
 */
export async function admit(
  { database, limits }: { database: Database; limits: RateLimits },
  request: FastifyRequest,
): Promise<Admitted> {
  const shown = bearerOf(request.headers)
  const found = shown !== undefined && FORM.test(shown) ? await lookUp(database, shown) : undefined
  if (!found || found.problem !== null) {
    await limits.take(scimLimits.scimByAddress, clientOf(request).ip)
    throw new ScimError(401, '', found?.problem ? REFUSED[found.problem] : 'Send a token of SCIM as bearer.')
  }
  await limits.take(scimLimits.scimByToken, found.token)
  return { token: found.token, home: found.home }
}

const REFUSED = {
  revoked: 'This token was revoked. An administrator makes another one on the page Integrations.',
  expired: 'This token has expired. An administrator makes another one on the page Integrations.',
  closed: 'This organisation is closed.',
} as const

type Row = { token: string; home: string; problem: keyof typeof REFUSED | null }

async function lookUp(database: Database, shown: string): Promise<Row | undefined> {
  const hash = createHash('sha256').update(shown).digest()
  const { rows } = await database.owner<Row>('select token, home, problem from scim.admit($1)', [hash])
  return rows[0]
}

/** Writes down that a request was refused, unless a program fills the log with it. */
export async function noteRefusal(
  { database, limits }: { database: Database; limits: RateLimits },
  { token, home }: Admitted,
  reason: string,
): Promise<void> {
  try {
    await limits.take(scimLimits.scimRefusalByToken, token)
  } catch (error) {
    if (error instanceof RateLimitError) return
    throw error
  }
  await database.owner('select scim.note_refusal($1, $2, $3)', [home, token, reason])
}
