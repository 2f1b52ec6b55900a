import { z } from 'zod'
import { isDomainName } from '#contract/organisation/organisation.ts'
import type { VaultApi } from '../session/api.ts'
import { readAll } from '../session/read-all.ts'
import { VaultError } from '../session/vault-error.ts'

/** An email domain of the own organisation: people who sign up with an address of it join. */
export type Domain = {
  id: string
  domain: string
  /** The TXT record that proves it. */
  record: { name: string; value: string }
  isVerified: boolean
  /** Verified, but the record was not there at the last check. ISO 8601. */
  missingSince: string | null
  /** ISO 8601; null before the first check. */
  checkedAt: string | null
}

const domainRow = z.object({
  id: z.uuid(),
  domain: z.string(),
  proof: z.string(),
  verified_at: z.string().nullable(),
  missing_since: z.string().nullable(),
  checked_at: z.string().nullable(),
})

/** Empty for people who may not manage users. */
export async function listDomains(api: VaultApi): Promise<Domain[]> {
  const query = 'organisation_domains?select=id,domain,proof,verified_at,missing_since,checked_at&order=domain,id'
  const rows = await readAll(api, domainRow, query)
  return rows.map(({ id, domain, proof, verified_at, missing_since, checked_at }) => ({
    id,
    domain,
    record: { name: `_quantumshield.${domain}`, value: `quantumshield-domain=${proof}` },
    isVerified: verified_at !== null,
    missingSince: verified_at === null ? null : missing_since,
    checkedAt: checked_at,
  }))
}

/** @param typed `example.com`, or an address of it. @throws {VaultError} `not_a_domain` | `not_allowed` */
export async function addDomain(api: VaultApi, typed: string): Promise<void> {
  const domain = asciiDomain(typed)
  if (domain === null) throw new VaultError('not_a_domain', 'not a domain')
  await api.rest('rpc/add_domain', { method: 'POST', body: { domain } })
}

/** Asks DNS now. @returns whether the domain is verified. @throws {VaultError} `offline` when DNS does not answer; `not_allowed` */
export async function checkDomain(api: VaultApi, id: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ id }) }
  const response = await api.fetch('/functions/v1/check-domain', init)
  return z.object({ verified: z.boolean() }).parse(await response.json()).verified
}

/** @throws {VaultError} `not_allowed` | `not_member` when somebody else removed it meanwhile */
export async function removeDomain(api: VaultApi, id: string): Promise<void> {
  await api.rest('rpc/remove_domain', { method: 'POST', body: { id } })
}

/** As DNS has it: lowercase, other scripts as `xn--`. @returns null for what is no domain. */
export function asciiDomain(typed: string): string | null {
  const name = typed.trim().replace(/^.*@/, '').replace(/\.$/, '')
  if (!/^[^\s/?#:@[\]\\%]+$/.test(name) || !URL.canParse(`https://${name}`)) return null
  const { hostname } = new URL(`https://${name}`)
  return isDomainName(hostname) ? hostname : null
}
