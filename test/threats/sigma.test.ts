import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DETECTOR_NAMES, DETECTORS, type DetectorName } from '#contract/threats.ts'
import { signedInPerson, type Person } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { fires } from '../support/sigma/evaluate.ts'
import { readSigmaRules, type SigmaRule } from '../support/sigma/rules.ts'
import { exportOf, play } from './play.ts'
import { scenarios } from '#server/threats/scenarios/scenarios.ts'
import { storeRecords } from './records.ts'

const RULES = readSigmaRules()
const rulesOf = (name: DetectorName): SigmaRule[] => RULES.get(name) ?? []
const isAlert = ({ level }: SigmaRule) => level !== 'informational'
/** A second alert of the file reads what the detector read, and not that it fired. */
const hasEvidence = (name: DetectorName) => rulesOf(name).filter(isAlert).length > 1

/** Of each alert for a detector, whether it fires. */
const alertsOf = (name: DetectorName, events: Parameters<typeof fires>[2]) =>
  rulesOf(name)
    .filter(isAlert)
    .map((rule) => fires(rule, rulesOf(name), events))

let server: TestServer
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: 'true' })
  server.clock.stop()
})
afterAll(() => server.stop())
beforeEach(async () => {
  // What is counted and enforced of the scenario before is over.
  server.clock.advance(2 * 86_400)
  await server.database.owner('update threat_enforcements set lifted_at = now() where lifted_at is null')
  await server.database.owner("update threat_detections set last_at = last_at - interval '1 day'")
})

test('each detector has a file of rules, of its level, and no file is of another', () => {
  expect([...RULES.keys()]).toEqual(DETECTOR_NAMES.toSorted())
  for (const name of DETECTOR_NAMES) {
    const [first] = rulesOf(name)
    expect(first, name).toMatchObject({
      level: DETECTORS[name].risk,
      description: expect.stringContaining(DETECTORS[name].code),
    })
    expect(first, name).toMatchObject({
      detection: {
        selections: { selection: { 'metadata.event_code': 'detector.fired', 'unmapped.details.detector': name } },
      },
    })
  }
})

describe.each(DETECTOR_NAMES.filter((name) => name in scenarios(0)))('%s', (name) => {
  test('its rules fire on the attack', async () => {
    const attack = scenarios(server.clock.nowMs())[name]?.attack ?? { everySeconds: 1, observations: [] }
    const { events, detectors } = await play(server, attack, hasEvidence(name))
    expect([...detectors]).toContain(name)
    expect(alertsOf(name, events)).not.toContain(false)
  })

  test('and not on what only looks like it', async () => {
    const nearMiss = scenarios(server.clock.nowMs())[name]?.nearMiss ?? { everySeconds: 1, observations: [] }
    const { events, detectors } = await play(server, nearMiss, hasEvidence(name))
    expect([...detectors]).not.toContain(name)
    // Otherwise there is nothing that could set off a rule.
    if (hasEvidence(name)) expect(events).not.toEqual([])
    expect(alertsOf(name, events)).not.toContain(true)
  })
})

describe('what the database notices', () => {
  beforeAll(() => server.clock.reset())
  const idOf = ({ session }: Person) => session.user.id

  test('mass_destruction: the rule fires when most of a vault is deleted, and not for a few files', async () => {
    const person = await signedInPerson(server)
    const files = await storeRecords(server, person, 60)
    const remove = (ids: string[]) =>
      exportOf(server, async () => {
        await person.client.rpc('delete_forever', { file_ids: ids, folder_ids: [] })
      })
    expect(alertsOf('mass_destruction', (await remove(files.slice(0, 5))).events)).toEqual([false])
    expect(alertsOf('mass_destruction', (await remove(files.slice(5))).events)).toEqual([true])
  })

  test('privilege_change: the rule fires for the first administrator, and not for a viewer', async () => {
    const giver = await signedInPerson(server)
    await server.database.owner(
      `insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'owner' from tenants where is_default
       on conflict do nothing`,
      [idOf(giver)],
    )
    const give = async (role: string) => {
      const taker = await signedInPerson(server)
      return exportOf(server, async () => {
        const { error } = await giver.client.rpc('set_member_role', { person: idOf(taker), role })
        expect(error).toBeNull()
      })
    }
    expect(alertsOf('privilege_change', (await give('viewer')).events)).toEqual([false])
    expect(alertsOf('privilege_change', (await give('admin')).events)).toEqual([true])
  })
})
