import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Demo, fillDemo } from '../../demo/fill.ts'
import { signUpPeople } from '../../demo/people.ts'
import { DRAFTS, POSTS } from '../../demo/studio-texts.ts'
import { DEMO_ORGANISATION } from '#contract/organisation/demo.ts'
import { BRIEF_LABEL } from '#contract/studio/content.ts'
import { listAuditEvents } from '#vault/audit/audit-log.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { checkLedger } from '#vault/ledger/check-ledger.ts'
import { newLogMemory } from '#vault/ledger/log-memory.ts'
import { listTeam } from '#vault/organisation/team.ts'
import { proveShared } from '#vault/sharing/shared-files.ts'
import { listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { listTeams } from '#vault/teams/teams.ts'
import { listIncidents } from '#vault/threats/incidents.ts'
import { listCanaries, removeCanary } from '#vault/threats/canaries.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { listContacts } from '#web/lib/keyless/growth/contacts.ts'
import { listNewsletters } from '#web/lib/keyless/growth/newsletters.ts'
import { listKeywordProjects, readKeywordProject } from '#web/lib/keyless/keywords/keyword-projects.ts'
import { readBoard } from '#web/lib/keyless/sales/deals.ts'
import { listCalendars, readCalendar } from '#web/lib/keyless/studio/calendars.ts'
import { listDrafts, readDraft } from '#web/lib/keyless/studio/drafts.ts'
import { listSources } from '#web/lib/keyless/studio/sources.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { readContent } from '../support/stored-file.ts'

let server: TestServer
let demo: Demo
beforeAll(async () => {
  server = await startServer({ MAILER_AUTOCONFIRM: 'true' })
  const pause = async (): Promise<void> => {
    await server.ledger.listKeys()
    await server.ledger.signAll(0)
  }
  const people = await signUpPeople({ url: server.url, pause }, 6, () => undefined)
  demo = await fillDemo(people, { url: server.url, days: 3 }, () => undefined)
})
afterAll(() => server.stop())

type Person = Demo['people'][number]

/** The bytes as somebody gets them, by whichever way they have; undefined where there is none. */
async function readAs({ api, vault }: Person, fileId: string): Promise<Buffer | undefined> {
  await listTeamSpaces(api, vault)
  const proofs = [() => proveFile(api, vault, fileId), () => proveShared(api, vault, fileId, new Date())]
  for (const prove of proofs) {
    const proved = await prove().catch(() => undefined)
    if (proved) return readContent(api, readingKeys(proved))
  }
  return undefined
}

test('the ledger proves every event, and no time is older than the filling', async () => {
  await server.ledger.placeAll()
  await server.ledger.signAll(0)
  const [owner] = demo.people
  const events = await listAuditEvents(owner.api, { filter: {}, limit: 500 })
  expect(events.length).toBeGreaterThan(50)
  const device = { memory: newLogMemory(), userId: owner.userId, nowMs: Date.now() }
  const { log, events: states } = await checkLedger(owner.api, events, device)
  expect(log).not.toHaveProperty('problem')
  expect(events.filter(({ id }) => states.get(id)?.state !== 'verified')).toEqual([])
  expect(Date.now() - Math.min(...events.map((one) => Date.parse(one.created_at)))).toBeLessThan(600_000)
})

test('its name says that it is a demo, and every list that it fills has rows', async () => {
  const [{ api, vault }, second] = demo.people
  const manager = second!.api
  const { organisation, members } = await listTeam(api, vault)
  expect(organisation).toBe(DEMO_ORGANISATION)
  expect(organisation).toMatch(/demo/i)
  expect(members.map(({ roles }) => roles[0])).toEqual(expect.arrayContaining(['admin', 'member', 'security_admin']))
  const { rows: devices } = await server.database.owner('select from devices where enrolled_at is not null')
  const lists = {
    teams: await listTeams(api),
    spaces: await listTeamSpaces(api, vault),
    incidents: await listIncidents(api, false),
    devices,
    links: demo.links,
    contacts: (await listContacts(manager, {})).contacts,
    newsletters: (await listNewsletters(manager)).newsletters,
    deals: (await readBoard(manager, {})).columns.flatMap(({ deals }) => deals),
    projects: (await listKeywordProjects(manager)).projects,
    drafts: (await listDrafts(manager)).drafts,
    calendars: (await listCalendars(manager)).calendars,
  }
  expect(Object.entries(lists).filter(([, rows]) => rows.length === 0)).toEqual([])
})

test('texts have their words and versions, posts their copy, and pages their briefs', async () => {
  const { api } = demo.people[1]!
  const { drafts } = await listDrafts(api)
  expect(drafts).toHaveLength(DRAFTS.length)
  for (const { fields, isBriefed, texts } of DRAFTS) {
    const found = drafts.find(({ title }) => title === fields.title)
    const { current, versions, label } = await readDraft(api, found!.id)
    const kinds = [...texts.map(() => 'person'), ...(isBriefed ? ['brief'] : [])]
    const said = texts.length === 0 ? BRIEF_LABEL : null
    expect([fields.title, versions.map(({ kind }) => kind), label]).toEqual([fields.title, kinds, said])
    if (texts.length > 0) expect(current?.content.trim()).toBe(texts.at(-1)?.trim())
  }
  const [calendar] = (await listCalendars(api)).calendars
  const { posts } = await readCalendar(api, calendar!.id)
  const copies = posts.filter(({ is_copy: isCopy }) => isCopy)
  expect(copies.map(({ content }) => content)).toEqual([...POSTS])
  const today = new Date().toISOString().slice(0, 10)
  expect(copies.filter(({ date, published_at: at }) => (at !== null) !== date < today)).toEqual([])
  const { projects } = await listKeywordProjects(api)
  expect(projects.map(({ name, state }) => [name, state])).toEqual([
    ['Spring catalogue', 'done'],
    ['Questions to the service desk', 'done'],
  ])
  const { clusters } = await readKeywordProject(api, projects[0]!.id)
  expect(clusters.filter(({ briefed_at: at }) => at !== null)).toHaveLength(2)
  expect((await listSources(api)).sources.map(({ sentences }) => sentences)).toEqual([3, 4])
})

test('every file opens with its bytes for who may open it, and for nobody else', { timeout: 60_000 }, async () => {
  // The one file that raises an alarm, also when its owner reads it, would hold the session.
  const [owner] = demo.people
  for (const id of await listCanaries(owner.api)) await removeCanary(owner.api, id)
  expect(new Set(demo.files.map(({ type }) => type)).size).toBe(4)
  for (const file of demo.files)
    for (const person of demo.people) {
      const { userId } = person
      const may =
        file.spaceId === null
          ? file.ownerId === userId || demo.shares.some((one) => one.fileId === file.id && one.userId === userId)
          : demo.spaces.some(({ id, members }) => id === file.spaceId && members.includes(userId))
      const read = await readAs(person, file.id)
      expect([file.name, person.email, read?.equals(file.bytes)]).toEqual([
        file.name,
        person.email,
        may ? true : undefined,
      ])
    }
})
