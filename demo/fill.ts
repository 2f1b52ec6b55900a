import { Device, parseDeviceCode } from '#vault/devices/device.ts'
import { addDevices } from '#vault/devices/devices.ts'
import type { DemoProgress, DemoStep } from '#contract/organisation/demo.ts'
import { shareFile } from '#vault/sharing/grants.ts'
import { createLink } from '#vault/sharing/links/new-link.ts'
import { findPeople } from '#vault/sharing/people.ts'
import { proveShared } from '#vault/sharing/shared-files.ts'
import { createTeamSpace } from '#vault/spaces/team-spaces.ts'
import { createTeam } from '#vault/teams/teams.ts'
import { setCanary } from '#vault/threats/canaries.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { openContent } from '#vault/transfer/open-content.ts'
import { pdfFile, tableFile, textFile } from './contents.ts'
import { type StoredFile, fillVault, shownFile, storeFile } from './files.ts'
import type { DemoPerson } from './people.ts'
import { fillStudio } from './studio.ts'

type Filling = {
  /** Address of the server, for devices. */
  url: string
  /** How far dates of files reach into the past, and those of deals and letters into the future. */
  days: number
}

export type Demo = {
  people: [owner: DemoPerson, ...others: DemoPerson[]]
  files: StoredFile[]
  /** Who opens a file of somebody else, besides the members of a team space. */
  shares: { fileId: string; userId: string }[]
  spaces: { id: string; members: string[] }[]
  /** Paths of links, with their secrets. */
  links: string[]
}

const CONTACTS_OF_A_PERSON = 3
const LINK_DAYS = 30
const { signal } = new AbortController()

/** Teams, with the part of the people that each has: every fifth, from the one with its number. */
const TEAMS = ['Management', 'Optics', 'Finance', 'Marketing', 'Service'] as const

/**
 * Gives people of an organisation what they work with, through the public API.
 * @param onStep hears what is being made.
 */
export async function fillDemo(
  people: Demo['people'],
  { url, days }: Filling,
  onStep: (progress: DemoProgress) => void,
): Promise<Demo> {
  const [owner, second] = people
  const demo: Demo = { people, files: [], shares: [], spaces: [], links: [] }
  const say = (step: DemoStep, done = 0, total = 1): void => onStep({ step, done, total })
  for (const [at, person] of people.entries()) {
    demo.files.push(...(await fillVault(person, at, days)))
    say('files', at + 1, people.length)
  }
  say('teams')
  await makeTeams(demo, days)
  say('shares')
  await shareAround(demo)
  say('devices')
  await addDevice(owner, url)
  await raiseAlarm(demo)
  say('studio')
  await fillStudio(second ?? owner, { contacts: people.length * CONTACTS_OF_A_PERSON, days })
  return demo
}

/** Every team has a space, which its first person makes. */
async function makeTeams(demo: Demo, days: number): Promise<void> {
  const [owner] = demo.people
  for (const [at, name] of TEAMS.entries()) {
    const people = demo.people.filter((_, number) => number % TEAMS.length === at)
    const [first, ...others] = people
    if (!first) continue
    await createTeam(owner.api, {
      name,
      description: `Everybody of ${name}`,
      people: people.map(({ userId }) => userId),
    })
    const members = others.map(({ userId, email }) => ({ userId, email, role: 'editor' as const }))
    await findPeople(
      first.api,
      first.vault,
      others.map(({ email }) => email),
    )
    const id = await createTeamSpace(first.api, first.vault, { name, members, me: { email: first.email } })
    demo.spaces.push({ id, members: people.map(({ userId }) => userId) })
    const files = [
      textFile('Read me first.txt', [`What ${name} keeps here is for all of the team.`]),
      tableFile('Plan.csv', [['week', 'task'], ...[1, 2, 3, 4].map((week) => [week, `${name}, part ${week}`])]),
      pdfFile('Minutes.pdf', [`Minutes of ${name}`, '', 'Agreed: the plan of the month is kept.']),
    ]
    for (const [step, file] of files.entries())
      demo.files.push(await storeFile(first, file, { daysAgo: (step * 5) % Math.max(days, 1), spaceId: id }))
  }
}

/** Everybody shares their notes with the two people after them, and every fourth makes a link to them. */
async function shareAround(demo: Demo): Promise<void> {
  const { people } = demo
  for (const [at, person] of people.entries()) {
    const file = demo.files.find(({ ownerId, spaceId }) => ownerId === person.userId && spaceId === null)
    const next = [1, 2]
      .map((step) => people[(at + step) % people.length])
      .filter((one) => one !== undefined && one !== person)
    if (!file || next.length === 0) continue
    const emails = next.map((one) => one?.email ?? '')
    const { api, vault } = person
    const { peers } = await findPeople(api, vault, emails)
    await shareFile(api, vault, { file: await shownFile(person, file.id), peers, days: null, now: new Date() })
    demo.shares.push(...peers.map(({ userId }) => ({ fileId: file.id, userId })))
    if (at % 4 > 0) continue
    const terms = { days: LINK_DAYS, password: null, maxDownloads: null, sender: person.firstName }
    const path = await createLink(api, vault, { ...terms, file: await shownFile(person, file.id) }, new Date())
    demo.links.push(path)
  }
}

async function addDevice({ api, vault }: DemoPerson, url: string): Promise<void> {
  const wanted = [
    { name: 'Spectrometer, laboratory 2', suite: 'std' as const, intervalSeconds: 3600 },
    { name: 'Climate sensor, clean room', suite: 'iot' as const, intervalSeconds: 86_400 },
  ]
  for (const { code } of await addDevices(api, vault, { wanted, server: url })) {
    const device = await Device.enrol(await parseDeviceCode(code), async () => undefined)
    await device.heartbeat({ battery: 87, firmware: '1.4.2' })
    const source = new Blob(['sample,value\r\n1,0.98\r\n'])
    await device.send({ name: 'Readings.csv', type: 'text/csv', source }, signal)
  }
}

/** A file of the owner is watched, and the person that it is shared with opens it. */
async function raiseAlarm({ people, shares, files }: Demo): Promise<void> {
  const [owner] = people
  const share = shares.find(({ fileId }) => files.some(({ id, ownerId }) => id === fileId && ownerId === owner.userId))
  const reader = people.find(({ userId }) => userId === share?.userId)
  if (!share || !reader) return
  await setCanary(owner.api, share.fileId)
  const keys = readingKeys(await proveShared(reader.api, reader.vault, share.fileId, new Date()))
  // Read to its end: what is watched is the whole file.
  for await (const _ of openContent(reader.api, { ...keys, purpose: 'download' }, signal)) continue
}
