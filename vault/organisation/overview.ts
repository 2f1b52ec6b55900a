import { z } from 'zod'
import { STATUS_SERVICES } from '#contract/status.ts'
import type { VaultApi } from '../session/api.ts'

const byDay = z.array(z.int())
const overview = z.object({
  name: z.string(),
  tier: z.string(),
  is_demo: z.boolean(),
  created_at: z.string(),
  people: z.int(),
  active: z.int(),
  without_vault: z.int(),
  stored: byDay,
  storage: z.object({ bytes: z.number(), contents: z.number() }),
  ledger: z.object({ size: z.number(), signed_at: z.string(), grown: byDay }).nullable(),
  signed_in: byDay.nullable(),
  refused: byDay.nullable(),
  detected: byDay.nullable(),
  incidents: z.object({ open: z.int(), opened: z.int(), course: byDay }).nullable(),
})

/**
 * The organisation in figures. `stored`, `signed_in`, `refused` and `detected` count by day, UTC, oldest first, today last. Sealed contents count in
 * bytes, earlier versions included. `ledger`: events below its newest signed head, and how many came below one on each day; null before the first.
 * `incidents.course`: those that were open at the end of each day. Any other null is not for the caller.
 */
export type Overview = z.output<typeof overview>

/** @throws {VaultError} `not_allowed` for people who may not open the admin panel. */
export async function readOverview(api: VaultApi): Promise<Overview> {
  return overview.parse(await api.rest('rpc/organisation_overview', { method: 'POST', body: {} }))
}

const count = z.int().nullable()
const waits = z.object({
  incidents: count,
  streams: count,
  recoveries: count,
  invitations: count,
  expiring: count,
  reviews: count,
  roles: count,
  guests: count,
  keys: count,
  storage: count,
  disks: count,
  unwitnessed: count,
  certificates: count,
  checks: count,
})

/**
 * Counts of all that only a person can settle; null is not for the caller. `unwitnessed`: hours since a quorum of witnesses signed the ledger, where that is
 * long ago; null also where they signed lately, or never.
 */
export type Waits = z.output<typeof waits>

/** @throws {VaultError} `not_allowed` for people who may not open the admin panel. */
export async function readWaits(api: VaultApi): Promise<Waits> {
  return waits.parse(await api.rest('rpc/organisation_waits', { method: 'POST', body: {} }))
}

const health = z.object({
  checkedAt: z.string().nullable(),
  services: z.array(
    z.object({
      id: z.enum(STATUS_SERVICES.map(({ id }) => id)),
      status: z.enum(['operational', 'degraded', 'outage', 'maintenance']).nullable(),
      uptime: z.number().nullable(),
      responseTime: z.number().nullable(),
      isSetUp: z.boolean(),
    }),
  ),
})

/** What the probes of the server found, as the public status page says it. */
export type Health = z.output<typeof health>

export async function readHealth(api: VaultApi): Promise<Health> {
  const response = await api.fetch('/status.json', {})
  return health.parse(await response.json())
}

/** Asks the database for its tenants, as the specification has it. @throws when it does not answer. */
export async function probeDatabase(api: VaultApi): Promise<void> {
  z.array(z.object({ count: z.number() }))
    .length(1)
    .parse(await api.rest('tenants?select=count&limit=1'))
}
