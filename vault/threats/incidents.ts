import { z } from 'zod'
import { INCIDENT_STATES, type IncidentState } from '#contract/threats.ts'
import type { VaultApi } from '../session/api.ts'
import { behind, DETECTION_COLUMNS, type Detection, PAGE_ROWS, parseDetections, type Place } from './rows.ts'

const state = z.enum(INCIDENT_STATES)
const COLUMNS = 'id,detector,risk,user_id,subject,state,assigned_to,opened_at,last_at'
const row = z.object({
  id: z.uuid(),
  detector: z.string(),
  risk: z.string(),
  user_id: z.uuid().nullable(),
  subject: z.string(),
  state,
  assigned_to: z.uuid().nullable(),
  opened_at: z.string(),
  last_at: z.string(),
})

/** Detections of one subject that somebody looks after. */
export type Incident = {
  id: string
  /** Of the first detection. */
  detector: string
  risk: string
  userId: string | null
  subject: string
  state: IncidentState
  assignedTo: string | null
  /** ISO 8601. */
  openedAt: string
  lastAt: string
}

async function readIncidents(api: VaultApi, query: string): Promise<Incident[]> {
  const rows = z.array(row).parse(await api.rest(`threat_incidents?select=${COLUMNS}&${query}`))
  return rows.map(({ user_id, assigned_to, opened_at, last_at, ...same }) => ({
    ...same,
    userId: user_id,
    assignedTo: assigned_to,
    openedAt: opened_at,
    lastAt: last_at,
  }))
}

/** A page of incidents, newest first: those that are resolved, or the others, of which the open ones come before those somebody looks into. */
export async function listIncidents(api: VaultApi, isResolved: boolean, older?: Incident): Promise<Incident[]> {
  const which = isResolved ? 'state=eq.resolved' : 'state=neq.resolved'
  return readIncidents(
    api,
    `${which}${behindIncident(older)}&order=state.desc,opened_at.desc,id.desc&limit=${PAGE_ROWS}`,
  )
}

function behindIncident(older: Incident | undefined): string {
  if (!older) return ''
  const time = encodeURIComponent(`"${older.openedAt}"`)
  const here = `state.eq.${older.state}`
  const places = [
    `state.lt.${older.state}`,
    `and(${here},opened_at.lt.${time})`,
    `and(${here},opened_at.eq.${time},id.lt.${older.id})`,
  ]
  return `&or=(${places.join(',')})`
}

/** Null for one that there is not, or that this person may not see. */
export async function readIncident(api: VaultApi, id: string): Promise<Incident | null> {
  if (!z.uuid().safeParse(id).success) return null
  const [found] = await readIncidents(api, `id=eq.${id}`)
  return found ?? null
}

/** What belongs to an incident, newest first. */
export async function listIncidentDetections(api: VaultApi, incident: string, older?: Place): Promise<Detection[]> {
  const query = `select=${DETECTION_COLUMNS}&incident_id=eq.${incident}${behind(older)}&order=created_at.desc,id.desc&limit=${PAGE_ROWS}`
  return parseDetections(await api.rest(`threat_detections?${query}`))
}

const noteRow = z.object({
  id: z.uuid(),
  created_at: z.string(),
  user_id: z.uuid().nullable(),
  body: z.string().nullable(),
  state: state.nullable(),
  assigned_to: z.uuid().nullable(),
})

/** A line of the timeline: a note, a state that was set, or somebody who took it. */
export type IncidentNote = {
  id: string
  /** ISO 8601. */
  createdAt: string
  /** Who wrote it; null when their account is gone. */
  userId: string | null
  body: string | null
  state: IncidentState | null
  assignedTo: string | null
}

/** Newest first. */
export async function listIncidentNotes(api: VaultApi, incident: string, older?: Place): Promise<IncidentNote[]> {
  const query = `select=id,created_at,user_id,body,state,assigned_to&incident_id=eq.${incident}${behind(older)}&order=created_at.desc,id.desc&limit=${PAGE_ROWS}`
  const rows = z.array(noteRow).parse(await api.rest(`threat_notes?${query}`))
  return rows.map(({ id, created_at, user_id, body, state: set, assigned_to }) => ({
    id,
    createdAt: created_at,
    userId: user_id,
    body,
    state: set,
    assignedTo: assigned_to,
  }))
}

/** Takes an incident, sets its state or adds a note. @throws {VaultError} `not_allowed`, `not_member` when there is no such incident */
export async function updateIncident(
  api: VaultApi,
  update: { incident: string; state?: IncidentState; assignee?: string; note?: string },
): Promise<void> {
  await api.rest('rpc/update_incident', { method: 'POST', body: update })
}
