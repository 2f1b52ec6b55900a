/** A server that lies about team spaces: who belongs to them, which key they have, and who wrote what is in them. */
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type RosterMember,
  newSpaceKey,
  readRoster,
  rosterHash,
  signManifest,
  signRoster,
  spaceKeyHash,
  systemRandom,
  toBase64Url,
  utf8,
  wrapHash,
  wrapKey,
} from '#crypto/index.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { listTeamFiles } from '#vault/spaces/team-files.ts'
import { changeTeamSpace, createTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { changeSpace, seenIn, spaceSeenBy } from '../support/change-space.ts'
import { storeFile } from '../support/stored-file.ts'
import type { VaultPerson } from '../support/vault-person.ts'
import { type Attacked, startAttacked } from './attacked.ts'
import { forgedBundle } from './forged-bundle.ts'

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

const editor = ({ userId, email }: VaultPerson) => ({ userId, email, role: 'editor' as const })
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
    await changeSpace(ada, spaceId, { members: [manager(ada), editor(bob)] })
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
    await changeSpace(ada, spaceId, { name: 'Council' })
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
    await changeSpace(ada, spaceId, { name: 'Council' })
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

describe('keys that the server made itself', () => {
  test('do not become those of a member whom another manager added', async () => {
    await changeSpace(ada, spaceId, { members: [manager(ada), manager(bob), editor(eve)] })
    const forged = await forgedBundle(eve.userId)
    const exchange = (row: Row): Row => (row['user_id'] === eve.userId ? { ...row, ...forged } : row)
    attacked.proxy.tamperJson<Row[]>(['user_key_bundles', PEOPLE], (rows) => rows.map(exchange))
    // Bob has never met Eve: only the roster says which keys are hers.
    await expectRefused(await bob.reopen())

    // The keys that are wrapped for come from the roster, also where the list looked right.
    attacked.proxy.tamperJson<Row[]>('user_key_bundles?select=user_id', (rows) => rows.map(exchange))
    const own = await bob.reopen()
    await changeSpace(own, spaceId, { name: 'Council' })
    expect(attacked.proxy.changed(), 'nobody who is in the roster is looked up').toBe(0)
    attacked.proxy.honest()
    expect(await spaceSeenBy(eve, spaceId)).toMatchObject({ name: 'Council', problem: null })
  })

  test('are refused in a roster that a manager was led to sign', async () => {
    await changeSpace(ada, spaceId, { members: [manager(ada), manager(bob), editor(eve)] })
    await listTeamSpaces(ada.api, ada.vault)
    const keys = await forgedBundle(eve.userId)
    const { history, wrapped } = await forgedBy(bob, ada, 3, (member) =>
      member.userId === eve.userId ? { ...member, fingerprint: keys.print } : member,
    )
    attackSummary({ epoch: 3, wrapped_key: wrapped }, [history])
    await expectRefused(ada)
    await expectRefused(await ada.reopen())
  })

  test('do not become those of somebody who is added again', async () => {
    await changeSpace(ada, spaceId, { members: [manager(ada), manager(bob)] })
    const forged = await forgedBundle(eve.userId)
    const own = await bob.reopen()
    attacked.proxy.tamperJson<Row[]>(['user_key_bundles?select=user_id', PEOPLE], (rows) =>
      rows.map((row) => (row['user_id'] === eve.userId ? { ...row, ...forged } : row)),
    )
    // Bob never met Eve, who was a member before him.
    await expect(
      changeSpace(own, spaceId, { members: [manager(ada), manager(bob), editor(eve)] }),
    ).rejects.toMatchObject({ code: 'key_changed' })
  })

  test('are not remembered by looking at a space', async () => {
    const dan = await attacked.person()
    const own = await createTeamSpace(dan.api, dan.vault, { name: 'Trap', members: [editor(eve)] })
    expect(await spaceSeenBy(eve, own)).toMatchObject({ name: 'Trap' })
    const { keyring } = await eve.reopen().then(({ vault }) => vault)
    expect(Object.keys(keyring.pins).filter((name) => name.includes(dan.userId))).toEqual([])
  })
})

describe('who left', () => {
  test('is the word of the server: a manager who looks at the list removes nobody', async () => {
    await changeSpace(ada, spaceId, { members: [manager(ada), manager(bob), editor(eve)] })
    const before = await epoch()
    tamper(PEOPLE, (row) => (row['user_id'] === bob.userId ? { ...row, is_member: false } : row))
    const own = await ada.reopen()
    const space = await spaceSeenBy(own, spaceId)
    expect(space?.leavers).toMatchObject([{ userId: bob.userId, email: bob.email }])
    expect(await epoch()).toBe(before)
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
  })

  test('is not removed by a change that somebody made before they were shown as gone', async () => {
    const seen = seenIn((await spaceSeenBy(ada, spaceId))!)
    tamper(PEOPLE, (row) => (row['user_id'] === bob.userId ? { ...row, is_member: false } : row))
    const own = await ada.reopen()
    await changeTeamSpace(own.api, own.vault, { id: spaceId, name: 'Council', seen })
    attacked.proxy.honest()
    expect(await spaceSeenBy(bob, spaceId)).toMatchObject({ name: 'Council', role: 'editor' })
  })

  test('cannot be mistaken for somebody else: names and addresses are those that a manager sealed', async () => {
    const address: Record<string, string> = { [bob.userId]: eve.email, [eve.userId]: bob.email }
    tamper(PEOPLE, (row) => ({ ...row, email: address[String(row['user_id'])] ?? row['email'] }))
    const dan = await bob.reopen()
    const members = (await spaceSeenBy(dan, spaceId))?.members ?? []
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
    for (const { userId, email } of [bob, eve]) {
      expect(members.find((one) => one.userId === userId)?.email).toBe(email)
    }
  })
})

describe('two histories', () => {
  test('by somebody who was a manager show two codes, which members can compare', async () => {
    await changeSpace(ada, spaceId, { members: [manager(ada), manager(bob), editor(eve)] })
    // Bob is removed; with the server he writes another list, for Eve, who has not seen the real one.
    const { history, wrapped } = await forgedBy(bob, eve, 3)
    const before = await eve.reopen()
    await listTeamSpaces(before.api, before.vault)
    await changeSpace(ada, spaceId, { members: [manager(ada), editor(eve)] })
    const real = await spaceSeenBy(ada, spaceId)
    attacked.proxy.tamper((asked, { body }) => {
      if (!isOf(asked.path, SUMMARIES) && !isOf(asked.path, HISTORY)) return null
      const rows = JSON.parse(body.toString()) as Row[]
      const changed = isOf(asked.path, HISTORY)
        ? [history, ...rows.slice(1)]
        : rows.map((row) => (row['space_id'] === spaceId ? { ...row, wrapped_key: wrapped } : row))
      return { body: Buffer.from(JSON.stringify(changed)) }
    })
    const shown = await spaceSeenBy(before, spaceId)
    expect(shown?.code).not.toBe(real?.code)
    attacked.proxy.honest()
    expect(await spaceSeenBy(await eve.reopen(), spaceId)).toMatchObject({ code: real?.code })
  })

  test('of one number do not exchange a list under the hands of a manager', async () => {
    const seen = { ...seenIn((await spaceSeenBy(ada, spaceId))!), rosterHash: toBase64Url(randomBytes(32)) }
    await expect(changeTeamSpace(ada.api, ada.vault, { id: spaceId, name: 'Council', seen })).rejects.toMatchObject({
      code: 'space_changed',
    })
    expect(await epoch()).toBe(1)
  })
})

describe('a token without the keys of the account', () => {
  test('cannot put an unsigned roster into a space, which goes on working', async () => {
    const [row] = await rowsOf(ada, HISTORY)
    const before = JSON.parse(String(row?.['roster'])) as Row
    const previous = toBase64Url(await rosterHash({ text: String(row?.['roster']) }))
    const roster = JSON.stringify({ ...before, epoch: 2, previous })
    const members = before['members'] as Row[]
    const wraps = Object.fromEntries(members.map(({ user_id }) => [user_id, 'AAAA']))
    const payload = { space_id: spaceId, epoch: 2, roster, signature: row?.['signature'], previous_key: null, wraps }
    await expect(ada.api.post('/statements/v1/team-epochs', payload)).rejects.toMatchObject({ code: 'unexpected' })
    await expect(ada.api.rest('rpc/begin_team_epoch', { method: 'POST', body: { payload } })).rejects.toThrow()
    expect(await epoch()).toBe(1)
    await changeSpace(ada, spaceId, { name: 'Council' })
    expect(await spaceSeenBy(bob, spaceId)).toMatchObject({ name: 'Council' })
  })
})

describe('a file in a space', () => {
  test('cannot be by somebody who was not an editor then', async () => {
    const planted = await storeFile(eve, 'planted.txt', randomBytes(100), { spaceId })
    await changeSpace(ada, spaceId, { members: [manager(ada), editor(bob)] })
    const [row] = (await ada.api.rest(`reachable_files?id=eq.${planted}&select=*`)) as Row[]
    await listTeamSpaces(bob.api, bob.vault)
    // The server says that what she signed belongs to the epoch without her.
    attacked.proxy.tamperJson<Row[]>('reachable_files?', (rows) => rows.map(() => ({ ...row, space_epoch: 2 })))
    await expect(proveFile(bob.api, bob.vault, planted)).rejects.toMatchObject({ code: 'file_damaged' })
    expect(attacked.proxy.changed()).toBe(1)
  })

  test('cannot be by a viewer', async () => {
    const members = [manager(ada), editor(bob), { userId: eve.userId, role: 'viewer' as const }]
    await changeSpace(ada, spaceId, { members })
    const id = await storeFile(ada, 'minutes.txt', randomBytes(100), { spaceId })
    const { manifest } = await proveFile(ada.api, ada.vault, id)
    const signedBy = async ({ vault }: VaultPerson) => {
      const { text, signature } = await signManifest(manifest, vault.signer)
      attacked.proxy.tamperJson<Row[]>('reachable_files?', (rows) =>
        rows.map((row) => ({ ...row, manifest: text, manifest_signature: toBase64Url(signature) })),
      )
    }
    await listTeamSpaces(bob.api, bob.vault)
    await signedBy(eve)
    await expect(proveFile(bob.api, bob.vault, id)).rejects.toMatchObject({ code: 'file_damaged' })
    // The same by an editor: nothing else is wrong with it.
    await signedBy(bob)
    await proveFile(bob.api, bob.vault, id)
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

async function epoch(): Promise<number | undefined> {
  const { rows } = await attacked.server.database.owner<{ current_epoch: number }>(
    'select current_epoch from spaces where id = $1',
    [spaceId],
  )
  return rows[0]?.current_epoch
}

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
async function forgedBy(
  author: VaultPerson,
  victim: VaultPerson,
  epoch = 2,
  change: (member: RosterMember) => RosterMember = (member) => member,
) {
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
    change(member.userId === victim.userId ? { ...member, wrapHash: hash } : member),
  )
  const digest = await crypto.subtle.digest('SHA-256', utf8(String(row?.['roster'])))
  const signed = await signRoster(
    {
      ...before,
      people: before.people ?? randomBytes(60),
      epoch: Math.max(epoch, 2),
      previous: new Uint8Array(digest),
      members,
      authorId: author.userId,
      keyHash: await spaceKeyHash(key, { spaceId, epoch: Math.max(epoch, 2) }),
    },
    author.vault.signer,
  )
  const signature = toBase64Url(signed.signature)
  const history = {
    epoch: Math.max(epoch, 2),
    roster: signed.text,
    signature,
    previous_key: toBase64Url(randomBytes(60)),
  }
  return { history, wrapped: toBase64Url(wrapped) }
}
