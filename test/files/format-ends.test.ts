import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FORMAT_1_ENDS } from '#crypto/index.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { renameFile } from '#vault/files/file-records.ts'
import { shareFile } from '#vault/sharing/grants.ts'
import { findPerson } from '#vault/sharing/people.ts'
import { trashItems } from '#vault/folders/trash.ts'
import { storeFile } from '../support/stored-file.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { shown } from '../support/shown.ts'

let server: TestServer
let ada: VaultPerson
let bob: VaultPerson
/** As a client from before format 2 would write. */
let old: VaultPerson
/** The same whose clock has passed the end already. */
let oldAhead: VaultPerson
beforeAll(async () => {
  server = await startServer()
  ;[ada, bob] = await Promise.all([personWithVault(server), personWithVault(server)])
  old = await ada.reopen((api) => writing(api, (text) => text.replace('"v":2', '"v":1')))
  const late = new Date(Date.parse(FORMAT_1_ENDS)).toISOString()
  oldAhead = await ada.reopen((api) =>
    writing(api, (text) => text.replace('"v":2', '"v":1').replace(/"time":"[^"]*"/, `"time":"${late}"`)),
  )
})
afterAll(() => server.stop())
afterEach(() => endAt(`timestamptz '${FORMAT_1_ENDS}'`))

/** Moves the end instead of the time of PostgreSQL. */
async function endAt(expression: string): Promise<void> {
  await server.database.owner(
    `create or replace function authz.format_1_ends() returns timestamptz language sql stable set search_path = ''
     return ${expression}`,
  )
}

/** An API that changes what is signed; the server, which has no keys, does not see that the signatures no longer fit. */
function writing(api: VaultApi, change: (text: string) => string): VaultApi {
  const changed = Object.create(api) as VaultApi
  const changeRow = (row: Record<string, unknown>) => {
    for (const name of ['manifest', 'grant_text']) {
      if (typeof row[name] === 'string') row = { ...row, [name]: change(row[name]) }
    }
    return row
  }
  changed.fetch = (target, init) => {
    if (typeof init.body !== 'string') return api.fetch(target, init)
    const body = JSON.parse(init.body) as Record<string, unknown> | Record<string, unknown>[]
    const rows = Array.isArray(body) ? body.map(changeRow) : changeRow(body)
    return api.fetch(target, { ...init, body: JSON.stringify(rows) })
  }
  return changed
}

const store = (person: VaultPerson) => storeFile(person, 'plan.pdf', randomBytes(100))
async function share(person: VaultPerson, fileId: string): Promise<void> {
  const peers = [await findPerson(ada.api, ada.vault, bob.email)]
  expect(
    await shareFile(person.api, person.vault, {
      file: await shown(person, fileId),
      peers,
      days: null,
      now: new Date(),
    }),
  ).toEqual([])
}
const rename = async ({ api, vault }: VaultPerson, id: string) =>
  renameFile(api, vault, await shown({ api, vault }, id), 'other.pdf')
const refused = { code: 'app_outdated' }

describe('what clients of format 1 write', () => {
  test('is taken until the end', async () => {
    await store(old)
    const id = await store(ada)
    await share(old, id)
    await rename(old, id)
  })

  test('is refused afterwards, as new files, changes and grants', async () => {
    const id = await store(ada)
    await endAt(`now() - interval '1 second'`)
    await expect(store(old)).rejects.toMatchObject(refused)
    await expect(rename(old, id)).rejects.toMatchObject(refused)
    await expect(share(old, id)).rejects.toMatchObject(refused)
    await store(ada)
    await share(ada, id)
  })

  test('is refused before, when its time lies after', async () => {
    const id = await store(ada)
    await expect(store(oldAhead)).rejects.toMatchObject(refused)
    await expect(share(oldAhead, id)).rejects.toMatchObject(refused)
  })

  test('what was there stays, and so does what changes nothing that is signed', async () => {
    const id = await store(old)
    await endAt(`now() - interval '1 second'`)
    await trashItems(ada.api, { fileIds: [id], folderIds: [] })
    const rows = await ada.api.rest(`file_records?select=id&id=eq.${id}&trashed_at=not.is.null`)
    expect(rows).toHaveLength(1)
  })
})

test('PostgreSQL and the readers agree on the end', async () => {
  const { rows } = await server.database.owner<{ ends: Date }>('select authz.format_1_ends() as ends')
  expect(rows[0]?.ends.toISOString()).toBe(FORMAT_1_ENDS)
})
