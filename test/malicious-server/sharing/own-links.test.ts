/**
 * A server that lies to the owner of a link about it. Of the attacks of docs/threat-model.md: altered end or limit, another link's
 * secret, a link of another file, other words to hand over when the password changes.
 */
import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { changeLink } from '#vault/sharing/links/change-link.ts'
import { type LinkRecordRow, openLinkRecord, sealLinkRecord } from '#vault/sharing/links/link-record.ts'
import { type OwnLink, findLink, listLinks } from '#vault/sharing/links/links.ts'
import { createLink } from '#vault/sharing/links/new-link.ts'
import { createTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { readLinkSecret } from '#vault/sharing/links/visit-link.ts'
import { storeFile } from '../../support/stored-file.ts'
import { ada, attacked, openHandover, sealHandover, stageAttackedLinks } from './attacked-links.ts'
import { shown } from '../../support/shown.ts'

type Row = Record<string, unknown> & { id: string; owner_record: string | null }

stageAttackedLinks()

let fileId: string
let path: string
let other: OwnLink
beforeEach(async () => {
  const otherFile = await storeFile(ada, 'other.pdf', randomBytes(10))
  await make(otherFile, null)
  const [first] = await listLinks(ada.api, ada.vault, otherFile)
  if (!first) throw new Error('no link was made')
  other = first
  fileId = await storeFile(ada, 'plan.pdf', randomBytes(10))
  path = await make(fileId, 3)
})

test.each<[string, Record<string, unknown>]>([
  ['a later end', { expires_at: '2099-01-01T00:00:00Z' }],
  ['an earlier end', { expires_at: '2020-01-01T00:00:00Z' }],
  ['no limit', { max_downloads: null }],
  ['a higher limit', { max_downloads: 300 }],
  ['a password that it has not', { has_password: true }],
])('%s is shown as changed, with the figures that its owner set', async (_, lie) => {
  const honest = await only()
  lieAbout(() => lie)

  const { expiresAt, maxDownloads, hasPassword } = honest
  expect(await only()).toMatchObject({ expiresAt, maxDownloads, hasPassword, path: null, problem: 'changed' })
  expect(attacked.proxy.changed()).toBe(1)
  await expect(changed(await only())).rejects.toMatchObject({ code: 'share_link_damaged' })
})

test("another link's secret opens as nobody's, and is not handed out", async () => {
  const foreign = await sealedOf(other)
  for (const owner_record of [foreign, flipped(await sealedOf(await only())), 'AAAA', '!']) {
    lieAbout(() => ({ owner_record }))
    expect(await only()).toMatchObject({ path: null, problem: 'changed' })
    expect(attacked.proxy.changed()).toBe(1)
  }
})

test('the secret of another link of the same file, with the same terms, is refused', async () => {
  const now = new Date()
  const file = await storeFile(ada, 'twins.pdf', randomBytes(10))
  await make(file, 3, now)
  await make(file, 3, now)
  const [one, twin] = await listLinks(ada.api, ada.vault, file)
  if (!one || !twin) throw new Error('two links were expected')
  expect(one.expiresAt).toBe(twin.expiresAt)
  const owner_record = await sealedOf(twin)
  lieAbout(({ id }) => (id === one.id ? { owner_record } : {}))

  const shown = await listLinks(ada.api, ada.vault, file)
  expect(shown.find(({ id }) => id === one.id)).toMatchObject({ path: null, problem: 'changed' })
  expect(shown.find(({ id }) => id === twin.id)).toMatchObject({ path: twin.path, problem: null })
})

test('the secret of an earlier state is refused for a later one, whose terms are the same', async () => {
  await changed(await only())
  const before = await sealedOf(await only())
  await changed(await only())
  lieAbout(() => ({ owner_record: before }))

  expect(await only()).toMatchObject({ path: null, problem: 'changed' })
  expect(attacked.proxy.changed()).toBe(1)
})

test('a link is not shown as one of another file', async () => {
  lieAbout(() => ({ file_id: other.fileIds[0] }))
  await expect(only()).rejects.toMatchObject({ code: 'share_refused' })

  const all = await listLinks(ada.api, ada.vault)
  expect(all.map(({ problem }) => problem)).toContain('changed')
})

test('the link of another file, as it is, is no answer to the question for those of this one', async () => {
  const mine = await only()
  const { rows } = await attacked.server.database.owner<Row>('select * from share_links where id = $1', [other.id])
  lieAbout(({ share_link_files, ...row }) => ({
    ...Object.fromEntries(Object.keys(row).map((column) => [column, rows[0]?.[column] ?? null])),
    share_link_files,
  }))

  await expect(only()).rejects.toMatchObject({ code: 'share_refused' })
  await expect(findLink(ada.api, ada.vault, mine.id)).rejects.toMatchObject({ code: 'share_refused' })
})

test('a record under the key of a team space, which others have too, opens nothing', async () => {
  const shown = await only()
  const { rows } = await attacked.server.database.owner<LinkRecordRow>('select * from share_links where id = $1', [
    shown.id,
  ])
  const secrets = rows[0] && (await openLinkRecord(ada.vault, shown, rows[0]))
  if (!secrets) throw new Error('the record does not open')
  const teamId = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members: [], me: { email: ada.email } })
  await listTeamSpaces(ada.api, ada.vault)
  const record = await sealLinkRecord({ ...ada.vault, personalSpace: ada.vault.space(teamId, 1) }, shown, secrets)
  lieAbout(() => record)

  expect(await only()).toMatchObject({ path: null, problem: 'changed' })
})

test('a record that is withheld shows no address', async () => {
  lieAbout(() => ({ owner_record: null, space_id: null, space_epoch: null }))

  expect(await only()).toMatchObject({ path: null, problem: 'not_kept' })
})

test('under a new password nothing is sealed but what the owner wrote', async () => {
  const shown = await only()
  expect(shown).toMatchObject({ path, problem: null })
  const foreign = await handoverOf(other)
  for (const handover of [foreign, flipped(await handoverOf(shown)), '']) {
    lieAbout(() => ({ handover }), 'select=handover')
    await expect(changed(shown)).rejects.toMatchObject({ code: 'share_link_damaged' })
    expect(attacked.proxy.changed()).toBe(1)
  }
  attacked.proxy.honest()
  expect(await only()).toMatchObject({ path, version: shown.version, hasPassword: false })
})

test('what a visitor sealed for the link does not become its content under a new password', async () => {
  const shown = await only()
  const link = { id: shown.id, secret: readLinkSecret(new URL(path, 'http://server').hash) }
  const said = await openHandover(await handoverOf(shown), link)
  const handover = await sealHandover({ ...said, name: 'invoice.pdf' }, link)
  lieAbout(() => ({ handover }), 'select=handover')

  await expect(changed(shown)).rejects.toMatchObject({ code: 'share_link_damaged' })
  expect(attacked.proxy.changed()).toBe(1)
})

test('a secret that is exchanged when the password changes is not taken', async () => {
  const shown = await only()
  const owner_record = await sealedOf(other)
  lieAbout(() => ({ owner_record }), 'select=handover')

  await expect(changed(shown)).rejects.toMatchObject({ code: 'share_link_damaged' })
})

const make = async (file: string, maxDownloads: number | null, now = new Date()): Promise<string> =>
  createLink(
    ada.api,
    ada.vault,
    { file: await shown(ada, file), days: 7, password: null, maxDownloads, sender: null },
    now,
  )

const changed = (link: OwnLink): Promise<void> =>
  changeLink(ada.api, ada.vault, link, { password: 'another password' }, new Date())

async function only(): Promise<OwnLink> {
  const [link, ...others] = await listLinks(ada.api, ada.vault, fileId)
  if (!link || others.length > 0) throw new Error('one link was expected')
  return link
}

function lieAbout(lie: (row: Row) => Record<string, unknown>, asked = 'share_links?select=id'): void {
  attacked.proxy.tamperJson<Row[]>(asked, (rows) => rows.map((row) => ({ ...row, ...lie(row) })))
}

const sealedOf = (link: OwnLink): Promise<string> => columnOf(link, 'owner_record')
const handoverOf = (link: OwnLink): Promise<string> => columnOf(link, 'handover')

async function columnOf({ id }: OwnLink, column: 'owner_record' | 'handover'): Promise<string> {
  const { rows } = await attacked.server.database.owner<Record<typeof column, string>>(
    `select ${column} from share_links where id = $1`,
    [id],
  )
  const [row] = rows
  if (!row) throw new Error('the link is not there')
  return row[column]
}

function flipped(text: string): string {
  const bytes = Buffer.from(text, 'base64url')
  bytes[bytes.length - 5]! ^= 1
  return bytes.toString('base64url')
}
