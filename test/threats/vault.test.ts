import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmByCode, sendConfirmationCode } from '#vault/account/confirmation.ts'
import { listCanaries, removeCanary, setCanary } from '#vault/threats/canaries.ts'
import { countDetectionsByDay, readDetectors, readThreatFigures, tuneDetector } from '#vault/threats/detectors.ts'
import { liftEnforcement, listEnforced } from '#vault/threats/enforced.ts'
import {
  type Incident,
  listIncidentDetections,
  listIncidentNotes,
  listIncidents,
  readIncident,
  updateIncident,
} from '#vault/threats/incidents.ts'
import { answerDetection, listOwnDetections } from '#vault/threats/own-detections.ts'
import { readPause } from '#vault/threats/own-enforcements.ts'
import { isInForce } from '#vault/threats/in-force.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { storeFile } from '../support/stored-file.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { nextCode } from './noticed.ts'

let server: TestServer
let guard: VaultPerson
beforeAll(async () => {
  server = await startServer()
  guard = await personWithVault(server)
  await server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'security_admin' from tenants where is_default`,
    [guard.userId],
  )
})
afterAll(() => server.stop())

const record = (finding: object) =>
  server.database.owner('select threats.record($1)', [JSON.stringify({ reasons: [], ...finding })])
const destroyMuch = ({ userId }: VaultPerson) =>
  record({
    detector: 'mass_destruction',
    user_id: userId,
    subject: `person ${userId}`,
    reasons: [{ code: 'files_destroyed', files: 60, most: 20 }],
  })

async function incidentOf({ userId }: VaultPerson): Promise<Incident> {
  const found = (await listIncidents(guard.api, false)).find((incident) => incident.userId === userId)
  if (!found) throw new Error('there is no incident')
  return found
}

test('a person reads why changes are paused and what was noticed, and a mailed code ends it', async () => {
  const anna = await personWithVault(server)
  expect(await readPause(anna.api)).toBeNull()
  await destroyMuch(anna)
  expect(await readPause(anna.api)).toMatchObject({
    detector: 'mass_destruction',
    takesPassword: false,
    reasons: [{ code: 'files_destroyed', files: 60, most: 20 }],
  })
  const [noticed] = await listOwnDetections(anna.api, anna.userId, 10)
  expect(noticed).toMatchObject({ detector: 'mass_destruction', answer: null, enforcements: [{ action: 'freeze' }] })
  expect(noticed?.enforcements.every((one) => isInForce(one, new Date()))).toBe(true)

  await sendConfirmationCode(anna.api)
  const code = await nextCode(server, anna.email)
  await confirmByCode(anna.api, ` ${code.slice(0, 3)} ${code.slice(3)} `)
  expect(await readPause(anna.api)).toBeNull()
  const [after] = await listOwnDetections(anna.api, anna.userId, 10)
  expect(after?.enforcements).toMatchObject([{ liftedHow: 'code' }])
  expect(after?.enforcements.some((one) => isInForce(one, new Date()))).toBe(false)
})

test('somebody who manages security reads of themselves alone, without what was only tried out', async () => {
  const ben = await personWithVault(server)
  await record({ detector: 'token_reuse', user_id: ben.userId, subject: 'session b' })
  await record({ detector: 'token_reuse', user_id: guard.userId, subject: 'session g' })
  await tuneDetector(guard.api, { detector: 'impossible_travel', mode: 'dry_run', factor: 1 })
  await record({ detector: 'impossible_travel', user_id: guard.userId, subject: 'session g' })
  const own = await listOwnDetections(guard.api, guard.userId, 10)
  expect(own.map(({ detector }) => detector)).toEqual(['token_reuse'])
  await answerDetection(guard.api, own[0]?.id ?? '', 'me')
  expect(await listOwnDetections(guard.api, guard.userId, 10)).toMatchObject([{ answer: 'me' }])
})

test('an alarm is set on a file once, listed and taken away', async () => {
  const cleo = await personWithVault(server)
  const id = await storeFile(cleo, 'passwords.txt', Buffer.from('nothing'))
  await setCanary(cleo.api, id)
  await setCanary(cleo.api, id)
  expect(await listCanaries(cleo.api)).toEqual([id])
  expect(await listCanaries(guard.api)).toEqual([])
  await removeCanary(cleo.api, id)
  expect(await listCanaries(cleo.api)).toEqual([])
})

test('an incident has its detections, its timeline, and what is enforced, which is lifted', async () => {
  const dora = await personWithVault(server)
  await destroyMuch(dora)
  const incident = await incidentOf(dora)
  expect(await readIncident(guard.api, incident.id)).toEqual(incident)
  expect(await readIncident(dora.api, incident.id)).toBeNull()
  expect(await readIncident(guard.api, 'no id')).toBeNull()
  const [detection] = await listIncidentDetections(guard.api, incident.id)
  const [freeze] = detection?.enforcements ?? []
  expect(freeze).toMatchObject({ action: 'freeze', userId: dora.userId, liftedAt: null })
  const enforcedFor = async () =>
    (await listEnforced(guard.api, new Date())).filter(({ userId }) => userId === dora.userId)
  expect(await enforcedFor()).toMatchObject([{ id: freeze?.id, detector: 'mass_destruction' }])
  await liftEnforcement(guard.api, freeze?.id ?? '')
  expect(await enforcedFor()).toEqual([])
  await expect(liftEnforcement(guard.api, freeze?.id ?? '')).rejects.toMatchObject({ code: 'not_member' })
  expect(await readPause(dora.api)).toBeNull()

  await updateIncident(guard.api, { incident: incident.id, assignee: guard.userId, state: 'investigating' })
  await updateIncident(guard.api, { incident: incident.id, note: 'Called her.' })
  await updateIncident(guard.api, { incident: incident.id, state: 'resolved' })
  expect(await listIncidentNotes(guard.api, incident.id)).toMatchObject([
    { state: 'resolved', userId: guard.userId },
    { body: 'Called her.', state: null },
    { state: 'investigating', assignedTo: guard.userId },
  ])
  expect((await listIncidents(guard.api, true)).map(({ id }) => id)).toEqual([incident.id])
  await expect(updateIncident(dora.api, { incident: incident.id, note: 'x' })).rejects.toMatchObject({
    code: 'not_allowed',
  })
})

test('what is over by its time is enforced no longer', async () => {
  await record({ detector: 'credential_stuffing', subject: 'sign_ins_from 192.0.2.7' })
  const at = (now: Date) => listEnforced(guard.api, now)
  const blocks = (await at(new Date())).filter(({ action }) => action === 'block')
  expect(blocks).toMatchObject([{ subject: 'sign_ins_from 192.0.2.7', userId: null }])
  const inAnHour = new Date(Date.now() + 3_600_000)
  expect((await at(inAnHour)).filter(({ action }) => action === 'block')).toEqual([])
})

test('a session that is gone is held no longer; one that is there stays held', async () => {
  const flo = await personWithVault(server)
  const { rows } = await server.database.owner<{ id: string }>('select id from auth.sessions where user_id = $1', [
    flo.userId,
  ])
  const session = rows[0]?.id
  await record({ detector: 'session_moved', user_id: flo.userId, session_id: session, subject: `session ${session}` })
  const held = async () =>
    (await listEnforced(guard.api, new Date())).filter(
      ({ action, userId }) => action === 'step_up' && userId === flo.userId,
    )
  await server.database.owner('select threats.tidy()')
  expect(await held()).toHaveLength(1)
  await server.database.owner('delete from auth.sessions where id = $1', [session])
  expect(await held()).toHaveLength(1)
  await server.database.owner('select threats.tidy()')
  // Over for who asks within the same millisecond, whose clock knows no part of one.
  const { rows: ends } = await server.database.owner<{ part: number }>(
    `select extract(microseconds from until)::integer % 1000 as part from threat_enforcements where session_id = $1`,
    [session],
  )
  expect(ends).toEqual([{ part: 0 }])
  expect(await held()).toEqual([])
})

test('pages of incidents follow each other: open ones first, then those somebody looks into, none twice', async () => {
  const { rows } = await server.database.owner<{ id: string }>(
    `insert into threat_incidents (tenant_id, detector, risk, subject, state, opened_at)
     select t.id, 'token_reuse', 'critical', 'session ' || n, case when n % 2 = 0 then 'open' else 'investigating' end,
            date '2020-01-01' + make_interval(hours => n / 4)
     from tenants t, generate_series(1, 110) n where t.is_default returning id`,
  )
  const all: Incident[] = []
  for (let older: Incident | undefined; ;) {
    const page = await listIncidents(guard.api, false, older)
    all.push(...page)
    older = page.at(-1)
    if (!older) break
  }
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(rows.filter(({ id }) => !all.some((incident) => incident.id === id))).toEqual([])
  const states = all.map(({ state }) => state)
  expect(states.lastIndexOf('open')).toBeLessThan(states.indexOf('investigating'))
})

test('detectors are as usual until somebody tunes them; days and figures are for who manages security', async () => {
  const emil = await personWithVault(server)
  await tuneDetector(guard.api, { detector: 'mass_download', mode: 'off', factor: 4 })
  expect(await readDetectors(guard.api)).toMatchObject({
    mass_download: { mode: 'off', factor: 4 },
    canary: { mode: 'enforce', factor: 1 },
  })
  const days = await countDetectionsByDay(guard.api, 30)
  expect(days).toContainEqual(expect.objectContaining({ detector: 'impossible_travel', detections: 0, dryRuns: 1 }))
  expect(await countDetectionsByDay(emil.api, 30)).toEqual([])
  expect((await readThreatFigures(guard.api)).sources).toMatchObject([{ madeAt: '2026-06-17' }, {}])
  await expect(readThreatFigures(emil.api)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(tuneDetector(emil.api, { detector: 'canary', mode: 'off', factor: 1 })).rejects.toMatchObject({
    code: 'not_allowed',
  })
})
