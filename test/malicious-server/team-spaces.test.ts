/** A server that lies about team spaces: who belongs to them, which key they have, and who wrote what is in them. */
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  newSpaceKey,
  readRoster,
  signRoster,
  spaceKeyHash,
  systemRandom,
  toBase64Url,
  utf8,
  wrapHash,
  wrapKey,
} from '#crypto/index.ts'
import { proveFile } from '#vault/file-records.ts'
import { listTeamFiles } from '#vault/team-files.ts'
import { changeTeamSpace, createTeamSpace, listTeamSpaces } from '#vault/team-spaces.ts'
import { storeFile } from '../support/stored-file.ts'
import type { VaultPerson } from '../support/vault-person.ts'
import { type Attacked, startAttacked } from './attacked.ts'

type Row = Record<string, unknown>
const SUMMARIES = 'rpc/my_team_spaces'
const HISTORY = 'rpc/team_space_history'
const PEOPLE = 'rpc/team_space_people'

let attacked: Attacked
let ada: VaultPerson
let bob: VaultPerson
let eve: VaultPerson
let spaceId: string
beforeAll(async () => {
  attacked = await startAttacked()
  ;[ada, bob, eve] = await Promise.all([attacked.person(), attacked.person(), attacked.person()])
})
beforeEach(async () => {
  spaceId = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members: [editor(bob), editor(eve)] })
})
afterEach(() => attacked.proxy.honest())
afterAll(() => attacked.stop())

const editor = ({ userId }: VaultPerson) => ({ userId, role: 'editor' as const })
const manager = ({ userId }: VaultPerson) => ({ userId, role: 'manager' as const })

describe('the list of members', () => {
  test('with one role changed is refused', async () => {
    tamper(HISTORY, (row) => ({ ...row, roster: String(row['roster']).replace('"role":"editor"', '"role":"viewer"') }))
    await expectRefused(await bob.reopen())
  })

  test('that an editor signed is refused', async () => {
    await listTeamSpaces(bob.api, bob.vault)
    const { history, wrapped } = await forgedBy(eve, bob)
    attackSummary({ epoch: 2, wrapped_key: wrapped }, [history])
    await expectRefused(bob)
    // Also for who sees the space for the first time.
    await expectRefused(await bob.reopen())
  })

  test('that was seen replaced does not come back', async () => {
    const before = await rowsOf(ada, HISTORY)
    const summaries = (await bob.api.rest(SUMMARIES, { method: 'POST', body: {} })) as Row[]
    const mine = summaries.filter(({ space_id: id }) => id === spaceId)
    await changeTeamSpace(ada.api, ada.vault, { id: spaceId, members: [manager(ada), editor(bob)] })
    await listTeamSpaces(bob.api, bob.vault)
    attacked.proxy.tamper((asked, answer) => {
      const old = isOf(asked.path, HISTORY) ? before : isOf(asked.path, SUMMARIES) ? mine : null
      return old && answer.status === 200 ? { body: Buffer.from(JSON.stringify(old)) } : null
    })
    await expectRefused(bob)
    // On another device of the same person as well.
    await expectRefused(await bob.reopen())
  })

  test('with another history below is refused', async () => {
    await changeTeamSpace(ada.api, ada.vault, { id: spaceId, name: 'Council' })
    tamper(HISTORY, (row) =>
      row['epoch'] === 2 ? row : { ...row, roster: String(row['roster']).replace('editor', 'viewer') },
    )
    await expectRefused(await bob.reopen())
  })
})

describe('the key', () => {
  test('that the server wrapped itself is refused', async () => {
    const { wrapped } = await forgedBy(eve, bob, 1)
    attackSummary({ wrapped_key: wrapped })
    await expectRefused(await bob.reopen())
  })

  test('of the epoch before cannot be another one', async () => {
    await changeTeamSpace(ada.api, ada.vault, { id: spaceId, name: 'Council' })
    tamper(HISTORY, (row) => (row['epoch'] === 2 ? { ...row, previous_key: toBase64Url(randomBytes(60)) } : row))
    await expectRefused(await bob.reopen())
  })
})

describe('the people', () => {
  test('with exchanged keys of a manager are refused', async () => {
    const rows = await rowsOf(bob, PEOPLE)
    const other = rows.find(({ user_id }) => user_id === eve.userId)
    tamper(PEOPLE, (row) =>
      row['user_id'] === ada.userId
        ? { ...row, statement: other?.['statement'], signature: other?.['signature'] }
        : row,
    )
    await expectRefused(await bob.reopen())
  })
})

describe('a file in a space', () => {
  test('cannot be by somebody who was not an editor then', async () => {
    const planted = await storeFile(eve, 'planted.txt', randomBytes(100), { spaceId })
    await changeTeamSpace(ada.api, ada.vault, { id: spaceId, members: [manager(ada), editor(bob)] })
    const [row] = (await ada.api.rest(`reachable_files?id=eq.${planted}&select=*`)) as Row[]
    await listTeamSpaces(bob.api, bob.vault)
    // The server says that what she signed belongs to the epoch without her.
    attacked.proxy.tamperJson<Row[]>('reachable_files?', (rows) => rows.map(() => ({ ...row, space_epoch: 2 })))
    await expect(proveFile(bob.api, bob.vault, planted)).rejects.toMatchObject({ code: 'file_damaged' })
    expect(attacked.proxy.changed()).toBe(1)
  })

  test('cannot be one that another space holds, nor carry another name in the list', async () => {
    const other = await createTeamSpace(ada.api, ada.vault, { name: 'Other', members: [editor(bob)] })
    const there = await storeFile(ada, 'elsewhere.txt', randomBytes(100), { spaceId: other })
    const here = await storeFile(ada, 'here.txt', randomBytes(100), { spaceId })
    const [row] = (await ada.api.rest(`reachable_files?id=eq.${there}&select=*`)) as Row[]
    attacked.proxy.tamperJson<Row[]>(['reachable_files?', 'team_files?'], (rows) =>
      rows.map((given) => ({ ...given, ...row, id: here, space_id: spaceId, created_at: given['created_at'] })),
    )
    await listTeamSpaces(bob.api, bob.vault)
    await expect(proveFile(bob.api, bob.vault, here)).rejects.toMatchObject({ code: 'file_damaged' })
    attacked.proxy.tamper((asked, answer) => {
      if (!isOf(asked.path, 'team_files?') || isOf(asked.path, 'id.lt.')) return null
      const rows = JSON.parse(answer.body.toString()) as Row[]
      const renamed = rows.map((given) => ({ ...given, original_name: row?.['original_name'] }))
      return { body: Buffer.from(JSON.stringify(renamed)) }
    })
    const [listed] = await listTeamFiles(bob.api, bob.vault, spaceId)
    expect(listed?.name).not.toBe('elsewhere.txt')
  })
})

async function expectRefused({ api, vault }: VaultPerson): Promise<void> {
  const space = (await listTeamSpaces(api, vault)).find(({ id }) => id === spaceId)
  expect(space).toMatchObject({ name: null, members: [], problem: expect.stringMatching(/space_refused|key_changed/) })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
}

const rowsOf = async ({ api }: VaultPerson, path: string) =>
  (await api.rest(path, { method: 'POST', body: { space: spaceId } })) as Row[]

/** Changes each row of an answer. */
function tamper(path: string, change: (row: Row, rows: Row[]) => Row): void {
  attacked.proxy.tamperJson<Row[]>(path, (rows) => rows.map((row) => change(row, rows)))
}

const isOf = (path: string, part: string) => path.includes(part)

/** Changes the summary of the space, and puts `added` above its history. */
function attackSummary(change: Row, added: Row[] = []): void {
  attacked.proxy.tamper((asked, { body }) => {
    if (!isOf(asked.path, SUMMARIES) && !isOf(asked.path, HISTORY)) return null
    const rows = JSON.parse(body.toString()) as Row[]
    const isMine = ({ space_id: id }: Row) => id === spaceId
    const changed = isOf(asked.path, HISTORY)
      ? [...added, ...rows]
      : rows.map((row) => (isMine(row) ? { ...row, ...change } : row))
    return { body: Buffer.from(JSON.stringify(changed)) }
  })
}

/** What a server could make up with the keys of `author`: a next roster, and a key wrapped for `victim`. */
async function forgedBy(author: VaultPerson, victim: VaultPerson, epoch = 2) {
  const [row] = await rowsOf(author, HISTORY)
  const before = readRoster(String(row?.['roster']))
  const key = newSpaceKey(systemRandom)
  const recipientPublicKey = victim.vault.bundle.keys.xWing
  const wrapped = await wrapKey({
    key,
    recipientPublicKey,
    purpose: 'space-to-user',
    objectId: spaceId,
    epoch,
    random: systemRandom,
  })
  const hash = await wrapHash(wrapped)
  const members = before.members.map((member) =>
    member.userId === victim.userId ? { ...member, wrapHash: hash } : member,
  )
  const digest = await crypto.subtle.digest('SHA-256', utf8(String(row?.['roster'])))
  const signed = await signRoster(
    {
      ...before,
      epoch: 2,
      previous: new Uint8Array(digest),
      members,
      authorId: author.userId,
      keyHash: await spaceKeyHash(key, { spaceId, epoch: 2 }),
    },
    author.vault.signer,
  )
  const signature = toBase64Url(signed.signature)
  const history = { epoch: 2, roster: signed.text, signature, previous_key: toBase64Url(randomBytes(60)) }
  return { history, wrapped: toBase64Url(wrapped) }
}
