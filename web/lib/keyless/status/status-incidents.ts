import { z } from 'zod'
import {
  type Incident,
  INCIDENT_SEVERITIES,
  INCIDENT_STATUSES,
  type IncidentSeverity,
  type IncidentStatus,
  type Maintenance,
  STATUS_SERVICES,
  type ServiceId,
} from '#contract/status.ts'
import type { VaultApi } from '#vault/session/api.ts'

const services = z.array(z.enum(STATUS_SERVICES.map(({ id }) => id)))
const status = z.enum(INCIDENT_STATUSES)

const incidentRow = z.object({
  id: z.uuid(),
  title: z.string(),
  status,
  severity: z.enum(INCIDENT_SEVERITIES),
  description: z.string(),
  services,
  opened_for: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  resolved_at: z.string().nullable(),
  updates: z.array(z.object({ id: z.uuid(), status, text: z.string(), created_at: z.string() })),
})
const windowRow = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  services,
  starts_at: z.string(),
  ends_at: z.string(),
})

export type StatusRecords = {
  /** Newest first, at most 50. */
  incidents: Incident[]
  /** Under way or to come. */
  maintenance: Maintenance[]
}
export type IncidentToWrite = {
  title: string
  description: string
  severity: IncidentSeverity
  services: readonly ServiceId[]
}
/** Times are ISO 8601. */
export type WindowToPlan = {
  title: string
  description: string
  services: readonly ServiceId[]
  startsAt: string
  endsAt: string
}

const INCIDENT_COLUMNS =
  'id,title,status,severity,description,services,opened_for,created_at,updated_at,resolved_at,updates:status_incident_updates(id,status,text,created_at)'
const WINDOW_COLUMNS = 'id,title,description,services,starts_at,ends_at'

/** What the status page says of incidents and maintenance, not kept by any cache. */
export async function readStatusRecords(api: VaultApi, now: Date): Promise<StatusRecords> {
  const over = encodeURIComponent(now.toISOString())
  const [incidents, windows] = await Promise.all([
    api.rest(`status_incidents?select=${INCIDENT_COLUMNS}&order=created_at.desc&limit=50`),
    api.rest(`status_maintenance?select=${WINDOW_COLUMNS}&ends_at=gt.${over}&order=starts_at`),
  ])
  return {
    incidents: z
      .array(incidentRow)
      .parse(incidents)
      .map(({ opened_for, updates, ...row }) => ({
        ...row,
        is_automatic: opened_for !== null,
        updates: updates.toSorted((a, b) => b.created_at.localeCompare(a.created_at)),
      })),
    maintenance: z.array(windowRow).parse(windows),
  }
}

/** @throws {VaultError} `not_allowed` */
export async function openStatusIncident(api: VaultApi, incident: IncidentToWrite): Promise<void> {
  await api.rest('rpc/open_status_incident', { method: 'POST', body: incident })
}

/** @throws {VaultError} `not_allowed` | `status_over` */
export async function updateStatusIncident(
  api: VaultApi,
  update: { incident: string; status: IncidentStatus; text: string },
): Promise<void> {
  await api.rest('rpc/update_status_incident', { method: 'POST', body: update })
}

/** @throws {VaultError} `not_allowed` */
export async function planStatusMaintenance(
  api: VaultApi,
  { startsAt, endsAt, ...window }: WindowToPlan,
): Promise<void> {
  const body = { ...window, starts_at: startsAt, ends_at: endsAt }
  await api.rest('rpc/schedule_status_maintenance', { method: 'POST', body })
}

/** Ends what has begun, takes back what has not. @throws {VaultError} `not_allowed` | `status_over` */
export async function endStatusMaintenance(api: VaultApi, maintenance: string): Promise<void> {
  await api.rest('rpc/end_status_maintenance', { method: 'POST', body: { maintenance } })
}
