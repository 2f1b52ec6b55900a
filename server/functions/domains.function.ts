import { DatabaseError } from 'pg'
import { z } from 'zod'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { Caller, Database } from '#server/db/database.ts'
import { DnsError } from '#server/organisation/domain-records.ts'
import { checkDomain } from '#server/organisation/domains.ts'
import { parseBody } from './function-body.ts'
import { FunctionError, type FunctionCall, type Registry } from './registry.ts'

const checked = z.object({ id: z.uuid() })
const REFUSALS: Record<string, number> = { '42501': 403, QS404: 404 }

export type DomainServices = {
  config: { dnsServers: readonly string[] }
  database: Database
  limits: RateLimits
}

/** Asks DNS whose domain it is. The database decides who may; adding and removing are its own calls. */
export function domainFunctions(services: DomainServices): Registry {
  return {
    'check-domain': { verifyJwt: true, methods: ['POST'], handler: (call) => checkOwnDomain(services, call) },
  }
}

async function checkOwnDomain(
  services: DomainServices,
  { caller, body }: FunctionCall,
): Promise<{ verified: boolean }> {
  const { database, limits } = services
  await limits.take('changeByUser', `domains ${String(caller.claims['sub'])}`)
  const { id } = parseBody(checked, body)
  await checkDomain(services, await domainOf(database, caller, id)).catch((cause: unknown) => {
    if (!(cause instanceof DnsError)) throw cause
    throw new FunctionError(502, 'DNS did not answer for this domain. Try again in a minute.', {}, { cause })
  })
  const { rows } = await database.oneAsCaller<{ verified: boolean }>(caller, {
    text: 'select verified_at is not null as verified from public.organisation_domains where id = $1',
    values: [id],
  })
  return { verified: rows[0]?.verified ?? false }
}

async function domainOf(database: Database, caller: Caller, id: string): Promise<string> {
  try {
    const text = 'select domain from public.domain_to_check($1)'
    const { rows } = await database.oneAsCaller<{ domain: string }>(caller, { text, values: [id] })
    const [row] = rows
    if (row) return row.domain
    throw new Error('domain_to_check answered nothing')
  } catch (error) {
    const status = error instanceof DatabaseError ? REFUSALS[error.code ?? ''] : undefined
    if (status === undefined || !(error instanceof Error)) throw error
    throw new FunctionError(status, error.message, {}, { cause: error })
  }
}
