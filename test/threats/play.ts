import { expect } from 'vitest'
import { ocsfProblems } from '#server/checks/integrations/ocsf-schema.ts'
import type { Observation } from '#server/threats/engine/observation.ts'
import { auditFormat } from '#web/lib/keyless/audit/audit-formats.ts'
import type { OcsfEvent } from '#ledger/formats/ocsf.ts'
import type { EventRow } from '#ledger/events/event-row.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import type { TestServer } from '../support/server/test-server.ts'
import type { Scenario } from '#server/threats/scenarios/scenario.ts'
import { PERSON } from '#server/threats/scenarios/scenarios.ts'

type Exported = { events: OcsfEvent[]; detectors: Set<string> }

/** Runs `act`. @returns what the audit log has of it, as it is exported, and which detectors wrote something. */
export async function exportOf(server: TestServer, act: () => Promise<void>): Promise<Exported> {
  const before = await idsOfLog(server)
  await act()
  const { rows } = await server.database.owner<{ row: EventRow }>(
    `select to_jsonb(l) - 'tenant_id' as row from system_audit_log l where l.id <> all ($1) order by l.created_at`,
    [before],
  )
  const lines = auditFormat('ocsf').lines(rows.map(({ row }) => row))
  const events = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as OcsfEvent)
  expect(events.flatMap(ocsfProblems)).toEqual([])
  return {
    events,
    detectors: new Set(
      rows.filter(({ row }) => row.event_type === 'detector.fired').map(({ row }) => String(row.details['detector'])),
    ),
  }
}

async function idsOfLog({ database }: TestServer): Promise<string[]> {
  const { rows } = await database.owner<{ id: string }>('select id from system_audit_log')
  return rows.map(({ id }) => id)
}

/**
 * Shows a scenario to the running server, as somebody new.
 * @param isByRequest signs in and refreshes over HTTP, so that the log gets what it gets of real ones; otherwise the server is shown observations.
 */
export async function play(
  server: TestServer,
  { everySeconds, observations }: Scenario,
  isByRequest: boolean,
): Promise<Exported> {
  const person = await signedInPerson(server)
  const earlier = await idsOfLog(server)
  return exportOf(server, async () => {
    for (const [index, observation] of observations.entries()) {
      if (index > 0) await passTime(server, everySeconds, earlier)
      const isRequest = isByRequest && (await request(server, person, observation))
      if (!isRequest) await server.threats.recorder.observe(asPerson(observation, person))
    }
  })
}

/** For the detectors and for the log. */
async function passTime(server: TestServer, seconds: number, earlier: string[]): Promise<void> {
  server.clock.advance(seconds)
  const { rowCount } = await server.database.owner('select from system_audit_log r where r.id <> all ($1) limit 1', [
    earlier,
  ])
  if (rowCount === 0) return
  const aging = { table: 'public.system_audit_log', where: 'r.id <> all ($1)', values: [earlier] }
  await ageRows(server.database, aging, `${seconds} seconds`)
}

/** @returns false for what is no request of sign-in. */
async function request(server: TestServer, person: Person, observation: Observation): Promise<boolean> {
  if (observation.kind === 'sign_in_failed') {
    const email = observation.userId === undefined ? observation.account : person.email
    await post(server, 'password', { email, password: 'a wrong password' }, observation.origin.ip)
    return true
  }
  if (observation.kind === 'session_refreshed' || observation.kind === 'token_reused') {
    const refresh = (token: unknown) => post(server, 'refresh_token', { refresh_token: token }, observation.origin.ip)
    const first = (
      await post(server, 'password', { email: person.email, password: person.password }, observation.origin.ip)
    )['refresh_token']
    let newest: unknown = first
    for (let turn = 0; turn < 5; turn += 1) newest = (await refresh(newest))['refresh_token']
    if (observation.kind === 'token_reused') await refresh(first)
    return true
  }
  return false
}

async function post(server: TestServer, grant: string, body: object, ip: string): Promise<Record<string, unknown>> {
  const answer = await server.fetch(`/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, 'user-agent': 'Browser' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Record<string, unknown>
}

/** The observation, of somebody who exists. */
function asPerson(observation: Observation, { session }: Person): Observation {
  const sessionId = String(sessionOf(session.access_token))
  const userId = session.user.id
  switch (observation.kind) {
    case 'link_unknown':
      return observation
    case 'sign_in_failed':
      return observation.userId === undefined ? observation : { ...observation, userId }
    case 'canary_touched':
      return {
        ...observation,
        owner: observation.owner === PERSON.userId ? userId : observation.owner,
        userId,
        sessionId,
      }
    case 'link_read':
      return { ...observation, owner: userId }
    case 'device_refused':
    case 'device_seen':
    case 'device_file':
      return { ...observation, userId }
    default:
      return { ...observation, userId, sessionId }
  }
}

const sessionOf = (token: string): unknown =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>)['session_id']
