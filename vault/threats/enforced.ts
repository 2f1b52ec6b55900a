import type { VaultApi } from '../session/api.ts'
import { behind, ENFORCED_COLUMNS, type Enforced, PAGE_ROWS, parseEnforced, type Place } from './rows.ts'

/** What the server does now in the organisation, newest first. */
export async function listEnforced(api: VaultApi, now: Date, older?: Place): Promise<Enforced[]> {
  const inForce = `lifted_at=is.null&or=(until.is.null,until.gt.${encodeURIComponent(`"${now.toISOString()}"`)})`
  const query = `select=${ENFORCED_COLUMNS}&${inForce}${behind(older)}&order=created_at.desc,id.desc&limit=${PAGE_ROWS}`
  return parseEnforced(await api.rest(`threat_enforcements?${query}`))
}

/** Takes back what the server did to somebody else. @throws {VaultError} `not_allowed`, `not_member` when there is nothing to lift */
export async function liftEnforcement(api: VaultApi, enforcement: string): Promise<void> {
  await api.rest('rpc/lift_enforcement', { method: 'POST', body: { enforcement } })
}
