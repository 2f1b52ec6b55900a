import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Options } from '../../cli/command.ts'
import type { CommandError } from '../../cli/command-error.ts'
import { saveSeveral } from '../../cli/files/save-linked.ts'
import { VaultApi } from '#vault/session/api.ts'
import { createFolder } from '#vault/folders/folders.ts'
import { visitsInTurn } from '#vault/sharing/links/visits-in-turn.ts'
import { revokeLink } from '#vault/sharing/links/links.ts'
import { createLinkToSeveral } from '#vault/sharing/links/new-link.ts'
import { type OpenLink, beginVisit, linkContent, openLink } from '#vault/sharing/links/visit-link.ts'
import { connectTo } from '#web/workers/vault-state.ts'
import { visitCalls } from '#web/workers/calls/visit-calls.ts'
import { zipKeys } from '#web/workers/transfer/zip-plans.ts'
import { readContent, storeFile } from '../support/stored-file.ts'
import { ada, followed, server, stageVisitor, visitor } from './link-stage.ts'
import { shortLivedFolder } from '../support/short-lived.ts'
import { expectSameBytes } from '../support/same-bytes.ts'
import { shown } from '../support/shown.ts'

const MINUTE_MS = 60_000
const NAMES = ['one.bin', 'two.bin', 'three.bin'] as const
const NO_OPTIONS: Options = {
  json: true,
  quiet: false,
  'password-stdin': false,
  force: false,
  all: false,
  shared: false,
  protect: false,
  'no-password': false,
  'skip-existing': false,
  replace: false,
  'keep-both': false,
  receive: false,
  mirror: false,
  'dry-run': false,
  keyring: false,
}
const content = randomBytes(600_000)
stageVisitor()

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-visits-'))
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('files that take longer than a visit are read on another one, which counts', async () => {
  const link = await openLink(visitor, followed(await make({ maxDownloads: 2 })), null)
  const begun: unknown[] = []
  const visits = visitsInTurn(visitor, link, await beginVisit(visitor, link), (visit) => begun.push(visit))
  const [one, two] = link.files

  await readContent(visitor, await linkContent(visitor, link, await visits(), one?.fileId))
  pass(58)
  await visits()
  expect(begun).toHaveLength(0)
  pass(1.5)
  expectSameBytes(await readContent(visitor, await linkContent(visitor, link, await visits(), two?.fileId)), content)
  expect(begun).toHaveLength(1)
  expect(await downloads(link)).toBe(2)

  // No other one is left: what remains of this one is used, and then it is over.
  pass(59.5)
  expect(await visits()).toBe(begun[0])
  pass(1)
  await expect(visits()).rejects.toMatchObject({ code: 'share_link_used_up' })
  expect(begun).toHaveLength(1)
})

test('what is asked after the hour is refused as a visit that ended', async () => {
  const link = await openLink(visitor, followed(await make({})), null)
  const visit = await beginVisit(visitor, link)
  pass(61)
  const reading = linkContent(visitor, link, visit, link.files[0]?.fileId)
  await expect(reading).rejects.toMatchObject({ code: 'share_visit_ended' })
})

test('an archive of the page takes further visits, of which the page hears once', async () => {
  connectTo({
    baseUrl: server.url,
    publishableKey: server.secrets.publishableKeys[0],
    accessToken: async () => undefined,
  })
  const address = await make({ maxDownloads: 2 })
  const { id } = followed(address)
  const { files } = await visitCalls.open(id, new URL(address, server.url).hash, null, null)
  const visit = await visitCalls.begin(id)
  const { ticket } = visitCalls.prepareZip(id, visit, { name: 'all.zip', fileIds: files.map((file) => file.id) })

  expectSameBytes(await readContent(visitor, await zipKeys(ticket, 0)), content)
  expect(visitCalls.takeBegun(id)).toEqual([])
  pass(59.5)
  expectSameBytes(await readContent(visitor, await zipKeys(ticket, 1)), content)
  expectSameBytes(await readContent(visitor, await zipKeys(ticket, 2)), content)
  const [begun, ...others] = visitCalls.takeBegun(id)
  expect(begun?.untilMs).toBeGreaterThan(visit.untilMs + 50 * MINUTE_MS)
  expect([...others, ...visitCalls.takeBegun(id)]).toEqual([])
})

test('a terminal saves all files, however long each takes', async () => {
  const link = await openLink(visitor, followed(await make({ maxDownloads: 3 })), null)
  const { error } = await save(link, { onFile: () => pass(59.5) })
  expect(error).toBeNull()
  expect(savedFiles()).toEqual([...NAMES].toSorted())
  expect(await downloads(link)).toBe(3)
})

test('a terminal reports what it saved when no further visit is left', async () => {
  const link = await openLink(visitor, followed(await make({ maxDownloads: 1 })), null)
  const { error, result } = await save(link, { onFile: () => pass(61) })
  expect(result).toMatchObject({ files: [{ name: 'one.bin' }] })
  expect(error?.message).toContain('1 of 3 files are saved')
  expect(error?.message).toContain('1 more')
  expect(savedFiles()).toEqual(['one.bin'])
})

test('a file that cannot be written keeps no other from being saved', async () => {
  const link = await openLink(visitor, followed(await make({})), null)
  fs.mkdirSync(path.join(folder, 'Plans', 'two.bin', 'in the way'), { recursive: true })
  const { error, result } = await save(link, { force: true })
  expect(result).toMatchObject({ files: [{ name: 'one.bin' }, { name: 'three.bin' }] })
  expect(error).toMatchObject({ status: 1 })
  expect(error?.message).toContain('2 of 3 files are saved')
  expect(error?.message).toContain('two.bin')
})

test('what was saved is reported when the link ends meanwhile', async () => {
  const link = await openLink(visitor, followed(await make({})), null)
  let asked = 0
  const api = new VaultApi({
    baseUrl: server.url,
    publishableKey: server.secrets.publishableKeys[0],
    // The visit, then hashes and content of each file.
    accessToken: async () => void (++asked === 5 && (await revokeLink(ada.api, link.id, new Date()))),
  })
  const { error, result } = await save(link, { api })
  expect(result).toMatchObject({ files: [{ name: 'one.bin' }] })
  expect(error?.message).toContain('1 of 3 files are saved')
  expect(error?.message).toContain('1 more')
})

async function make({ maxDownloads = null }: { maxDownloads?: number | null }): Promise<string> {
  const files = []
  const plans = await createFolder(ada.api, ada.vault, { name: 'Plans', parentId: null })
  for (const name of NAMES)
    files.push({
      shown: await shown(ada, await storeFile(ada, name, content, { folderId: plans.id })),
      within: [plans],
    })
  const wanted = { folder: plans, files, days: 7, password: null, maxDownloads, sender: null }
  return createLinkToSeveral(ada.api, ada.vault, wanted, new Date())
}

/** Time passes for the visitor and for the server. */
const pass = (minutes: number): void => void vi.setSystemTime(Date.now() + minutes * MINUTE_MS)

async function downloads({ id }: OpenLink): Promise<number | undefined> {
  const { rows } = await server.database.owner<{ downloads: number }>(
    'select downloads from share_links where id = $1',
    [id],
  )
  return rows[0]?.downloads
}

type Saving = { api?: VaultApi; force?: boolean; onFile?: () => void }

/** What `quantumshield open` does with a link to several files. `onFile` runs when the first bytes of each are there. */
async function save(link: OpenLink, { api = visitor, force = false, onFile = () => {} }: Saving = {}) {
  let result: unknown
  const begun = new Set<string>()
  const output = {
    result: (value: unknown) => void (result = value),
    note: () => undefined,
    progress: (text: string) => {
      const [name = ''] = text.split(' ')
      if (!begun.has(name)) onFile()
      begun.add(name)
    },
  }
  const options = { ...NO_OPTIONS, to: folder, force }
  const { signal } = new AbortController()
  const error = await saveSeveral({ api, link, options, output, signal }).then(
    () => null,
    (thrown: unknown) => thrown as CommandError,
  )
  return { error, result }
}

const savedFiles = (): string[] =>
  fs
    .readdirSync(path.join(folder, 'Plans'))
    .filter((name) => !name.startsWith('.'))
    .toSorted()
