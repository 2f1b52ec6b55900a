import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRequest } from '#vault/requests/requests.ts'
import { changeLink } from '#vault/sharing/links/change-link.ts'
import { listLinks, revokeLink } from '#vault/sharing/links/links.ts'
import { createLink, type NewLink } from '#vault/sharing/links/new-link.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { storeFile } from '../support/stored-file.ts'
import { haveRules, server, stagePolicies } from './policy-stage.ts'
import { shown } from '../support/shown.ts'

stagePolicies()
let ada: VaultPerson
let fileId: string
beforeAll(async () => {
  ada = await personWithVault(server)
})
beforeEach(async () => {
  fileId = await storeFile(ada, 'plan.pdf', randomBytes(100))
})
afterEach(() => haveRules({}))

const PASSWORD = 'a password of the link'
const make = async (terms: Partial<NewLink> = {}) =>
  createLink(
    ada.api,
    ada.vault,
    { file: await shown(ada, fileId), days: 7, password: null, maxDownloads: null, sender: null, ...terms },
    new Date(),
  )
const only = async () => {
  const [link] = await listLinks(ada.api, ada.vault, fileId)
  if (!link) throw new Error('there is no link')
  return link
}
const change = async (terms: Parameters<typeof changeLink>[3]) =>
  changeLink(ada.api, ada.vault, await only(), terms, new Date())
const refused = { code: 'against_rules' }

test('no link is made or opened further where links are not allowed; those that are there get less, and end', async () => {
  await make({ maxDownloads: 5, password: PASSWORD })
  await haveRules({ allows_links: false })
  await expect(make()).rejects.toMatchObject(refused)
  for (const terms of [{ days: 8 }, { maxDownloads: 6 }, { maxDownloads: null }, { password: null }]) {
    await expect(change(terms), JSON.stringify(terms)).rejects.toMatchObject(refused)
  }
  await change({ days: 1 })
  await change({ maxDownloads: 4 })
  await change({ password: 'another password of it' })
  await revokeLink(ada.api, (await only()).id, new Date())
})

test('where a password is required, a link has one, and one that has none is opened no further', async () => {
  await make()
  await haveRules({ needs_link_password: true })
  await expect(change({ days: 8 })).rejects.toMatchObject(refused)
  await change({ days: 6 })
  await change({ password: PASSWORD })
  await change({ days: 8 })
  await expect(change({ password: null })).rejects.toMatchObject(refused)
  await expect(make()).rejects.toMatchObject(refused)
  await make({ password: PASSWORD })
})

test('days and downloads have their limit, when a link is made and when it is changed', async () => {
  await make({ days: 40, maxDownloads: null })
  await haveRules({ link_days: 14, link_downloads: 10 })
  // What is there stays, and gets less step by step.
  await change({ days: 30 })
  await change({ maxDownloads: 20 })
  await expect(change({ maxDownloads: 21 })).rejects.toMatchObject(refused)
  await change({ maxDownloads: 10 })
  await expect(change({ maxDownloads: 11 })).rejects.toMatchObject(refused)
  await expect(change({ days: 31 })).rejects.toMatchObject(refused)
  await expect(make({ days: 15, maxDownloads: 10 })).rejects.toMatchObject(refused)
  await expect(make({ days: 14, maxDownloads: 11 })).rejects.toMatchObject(refused)
  await expect(make({ days: 14, maxDownloads: null })).rejects.toMatchObject(refused)
  await make({ days: 14, maxDownloads: 10 })
})

test('days count from the day that a link was made, so nobody extends one for ever', async () => {
  await make({ days: 2 })
  const link = { table: 'share_links', where: 'r.id = $1', values: [(await only()).id], columns: ['created_at'] }
  await ageRows(server.database, link, '10 days')
  await haveRules({ link_days: 14 })
  await change({ days: 3 })
  await change({ days: 4 })
  await expect(change({ days: 5 })).rejects.toMatchObject(refused)
  await change({ days: 1 })
})

test('requests for files are made where they are allowed', async () => {
  const ask = () =>
    createRequest(
      ada.api,
      ada.vault,
      {
        title: 'Files',
        note: '',
        folderId: null,
        days: 7,
        maxFiles: 3,
        maxBytes: 1000,
        password: null,
        name: '',
        email: '',
      },
      new Date(),
    )
  await ask()
  await haveRules({ allows_requests: false })
  await expect(ask()).rejects.toMatchObject(refused)
})

test('the rules of another organisation are not ours', async () => {
  const olga = await personWithVault(server)
  const id = await storeFile(olga, 'other.pdf', randomBytes(100))
  await server.database.owner(
    `with other as (insert into tenants (name) values ('Other') returning id)
     update profiles set tenant_id = (select id from other) where user_id = $1`,
    [olga.userId],
  )
  await haveRules({ allows_links: false })
  const terms = { file: await shown(olga, id), days: 90, password: null, maxDownloads: null, sender: null }
  await createLink(olga.api, olga.vault, terms, new Date())
})
