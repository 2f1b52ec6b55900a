/**
 * A server that lies to the visitor of a link. Of the attacks of docs/threat-model.md: weak KDF parameters, a link answered
 * without its token, swapped handovers, swapped content.
 */
import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createLink } from '#vault/sharing/links/new-link.ts'
import {
  type FollowedLink,
  knockAtLink,
  openLink,
  readLinkSecret,
  startLinkDownload,
} from '#vault/sharing/links/visit-link.ts'
import { readContent, storeFile } from '../../support/stored-file.ts'
import { ada, attacked, openHandover, sealHandover, stageAttackedLinks } from './attacked-links.ts'
import { shown } from '../../support/shown.ts'

type Handover = { handover: string; expires_at: string; downloads_left: number | null }

const PASSWORD = 'a password for the link'

stageAttackedLinks()

let link: FollowedLink
let locked: FollowedLink
beforeEach(async () => {
  const fileId = await storeFile(ada, 'plan.pdf', randomBytes(300_000))
  link = await make(fileId, null)
  locked = await make(fileId, PASSWORD)
})

test.each([
  ['little memory', { m: 8 }],
  ['one pass', { t: 1 }],
  ['memory that stops the browser', { m: 2 ** 22 }],
  ['a short salt', { salt: 'AAAA' }],
])('a password is not stretched with %s', async (_, weaker) => {
  attacked.proxy.tamperJson<{ kdf: object }>('/door', ({ kdf }) => ({ kdf: { ...kdf, ...weaker } }))

  const parameters = await knockAtLink(attacked.visitor, locked)
  if (!parameters) throw new Error('the link has a password')

  await expect(openLink(attacked.visitor, locked, { text: PASSWORD, parameters })).rejects.toMatchObject({
    name: 'VaultError',
    code: 'weak_settings',
  })
})

test('a server that hands over without the right token has nothing that opens', async () => {
  const parameters = await knockAtLink(attacked.visitor, locked)
  if (!parameters) throw new Error('the link has a password')
  const real = await handoverOf(locked, parameters)
  attacked.proxy.tamper(({ path }) =>
    path.endsWith('/handover') ? { status: 200, body: Buffer.from(JSON.stringify(real)) } : null,
  )

  await expect(openLink(attacked.visitor, locked, { text: 'wrong', parameters })).rejects.toMatchObject({
    name: 'VaultError',
    code: 'share_link_damaged',
  })
  expect(attacked.proxy.changed()).toBe(1)
})

test('a server that says there is no password gets no further', async () => {
  const parameters = await knockAtLink(attacked.visitor, locked)
  if (!parameters) throw new Error('the link has a password')
  const real = await handoverOf(locked, parameters)
  attacked.proxy.tamper(({ path }) => {
    if (path.endsWith('/door')) return { body: Buffer.from('{"kdf":null}') }
    return path.endsWith('/handover') ? { status: 200, body: Buffer.from(JSON.stringify(real)) } : null
  })

  expect(await knockAtLink(attacked.visitor, locked)).toBeNull()
  await expect(openLink(attacked.visitor, locked, null)).rejects.toMatchObject({ code: 'share_link_damaged' })
})

test('what another link hands over, or what was changed, is refused', async () => {
  const other = await make(await storeFile(ada, 'other.pdf', randomBytes(10)), null)
  const foreign = await handoverOf(other, null)
  attacked.proxy.tamperJson<Handover>('/handover', () => foreign)
  await expectDamaged()

  for (const at of [0, 100, -5]) {
    attacked.proxy.tamperJson<Handover>('/handover', (real) => ({ ...real, handover: flipped(real.handover, at) }))
    await expectDamaged()
  }
  attacked.proxy.tamperJson<Handover>('/handover', (real) => ({ ...real, handover: '' }))
  await expectDamaged()
})

test('what another visitor sealed for the link is refused', async () => {
  const { handover } = await handoverOf(link, null)
  const said = await openHandover<Record<string, unknown>>(handover, link)
  const { content_root: _, ...older } = said
  for (const other of [
    { ...said, content_root: randomBytes(32).toString('base64url') },
    { ...said, name: 'invoice.pdf' },
    { ...said, sender: 'ada@example.org' },
    { ...older, v: 1 },
  ]) {
    const sealed = await sealHandover(other, link)
    attacked.proxy.tamperJson<Handover>('/handover', (real) => ({ ...real, handover: sealed }))
    await expectDamaged()
  }
})

test('a link of an earlier release, without a check, still opens', async () => {
  const opened = await openLink(attacked.visitor, { ...link, secret: { ...link.secret, check: null } }, null)
  expect((await readContent(attacked.visitor, await startLinkDownload(attacked.visitor, opened))).length).toBe(300_000)
})

test('other bytes than those of the link are refused', async () => {
  const opened = await openLink(attacked.visitor, link, null)
  const keys = await startLinkDownload(attacked.visitor, opened)
  attacked.proxy.tamper(({ path }, { body }) => {
    if (!path.endsWith('/content')) return null
    const changed = Buffer.from(body)
    changed[changed.length - 1]! ^= 1
    return { body: changed }
  })

  await expect(readContent(attacked.visitor, keys)).rejects.toMatchObject({ name: 'VaultError', code: 'file_damaged' })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
})

test('a page in place of an answer is refused', async () => {
  attacked.proxy.tamper(({ path }) => (path.endsWith('/door') ? { status: 200, body: Buffer.from('<html>') } : null))

  await expect(knockAtLink(attacked.visitor, link)).rejects.toMatchObject({ code: 'share_link_damaged' })
})

async function make(fileId: string, password: string | null): Promise<FollowedLink> {
  const wanted = { file: await shown(ada, fileId), days: 7, password, maxDownloads: null, sender: null }
  const { pathname, hash } = new URL(await createLink(ada.api, ada.vault, wanted, new Date()), 'http://server')
  return { id: pathname.slice('/s/'.length), secret: readLinkSecret(hash) }
}

/** What the server knows and could hand over to anyone. */
async function handoverOf(
  followed: FollowedLink,
  parameters: Awaited<ReturnType<typeof knockAtLink>>,
): Promise<Handover> {
  let seen: Handover | undefined
  attacked.proxy.tamper(({ path }, { body }) => {
    if (path.endsWith('/handover')) seen = JSON.parse(body.toString()) as Handover
    return null
  })
  await openLink(attacked.visitor, followed, parameters && { text: PASSWORD, parameters })
  if (!seen) throw new Error('nothing was handed over')
  return seen
}

async function expectDamaged(): Promise<void> {
  await expect(openLink(attacked.visitor, link, null)).rejects.toMatchObject({
    name: 'VaultError',
    code: 'share_link_damaged',
  })
  expect(attacked.proxy.changed()).toBe(1)
}

function flipped(text: string, at: number): string {
  const bytes = Buffer.from(text, 'base64url')
  const index = at < 0 ? bytes.length + at : at
  bytes[index]! ^= 1
  return bytes.toString('base64url')
}
