import type { IncidentSeverity, IncidentStatus, ServiceId } from '#contract/status.ts'
import type { Statement } from '../db/database.ts'

type Query = Required<Pick<Statement, 'text' | 'values'>>

/** Held to the end of the transaction, so that two nodes do not follow the rules at once. False: another one does now. */
export const lockIncidents = `select pg_try_advisory_xact_lock(hashtext('quantumshield.status-incidents')) as is_mine`

export type OpenIncident = { id: string; opened_for: ServiceId | null; services: ServiceId[]; created_at: Date }

export const openIncidents = `
  select id, opened_for, services, created_at
  from public.status_incidents
  where resolved_at is null`

/** When the last incident of each service was resolved, of those that the rules opened and that ended after a moment. */
export const lastResolved = (since: Date): Query => ({
  text: `select opened_for, max(resolved_at) as resolved_at
         from public.status_incidents
         where opened_for is not null and resolved_at > $1
         group by opened_for`,
  values: [since],
})

export type NewIncident = {
  openedFor: ServiceId
  services: readonly ServiceId[]
  severity: IncidentSeverity
  title: string
  text: string
  at: Date
}

/** No row: another one is open for that service. */
export const insertIncident = ({ openedFor, services, severity, title, text, at }: NewIncident): Query => ({
  text: `insert into public.status_incidents (title, description, status, severity, services, opened_for, created_at, updated_at)
         values ($1, $2, 'investigating', $3, $4, $5, $6, $6)
         on conflict (opened_for) where resolved_at is null do nothing
         returning id`,
  values: [title, text, severity, services, openedFor, at],
})

export const resolveIncident = (id: string, at: Date): Query => ({
  text: `update public.status_incidents
         set status = 'resolved', resolved_at = $2, updated_at = $2
         where id = $1 and resolved_at is null
         returning id`,
  values: [id, at],
})

export const insertUpdate = (update: {
  incidentId: string
  status: IncidentStatus
  text: string
  at: Date
}): Query => ({
  text: 'insert into public.status_incident_updates (incident_id, status, text, created_at) values ($1, $2, $3, $4)',
  values: [update.incidentId, update.status, update.text, update.at],
})
