import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, expect } from 'vitest'
import {
  type RosterMember,
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
import { createTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { type Attacked, stageAttacked } from '../attacked.ts'

export type Row = Record<string, unknown>
export const SUMMARIES = 'rpc/my_team_spaces'
export const HISTORY = 'rpc/team_space_history'
export const PEOPLE = 'rpc/team_space_people'

export let attacked: Attacked
export let ada: VaultPerson
export let bob: VaultPerson
export let eve: VaultPerson
export let spaceId: string

/** A space by Ada with Bob and Eve as editors, on a server that can lie about it. A new one for each test. */
export function stageAttackedSpace(): void {
  attacked = stageAttacked()
  beforeAll(async () => {
    ;[ada, bob, eve] = await Promise.all([attacked.person(), attacked.person(), attacked.person()])
  })
  beforeEach(async () => {
    spaceId = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members: [editor(bob), editor(eve)] })
  })
}

export const editor = ({ userId, email }: VaultPerson) => ({ userId, email, role: 'editor' as const })

export const manager = ({ userId }: VaultPerson) => ({ userId, role: 'manager' as const })

export async function expectRefused({ api, vault }: VaultPerson): Promise<void> {
  const space = (await listTeamSpaces(api, vault)).find(({ id }) => id === spaceId)
  expect(space).toMatchObject({ name: null, members: [], problem: expect.stringMatching(/space_refused|key_changed/) })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
}

export const rowsOf = async ({ api }: VaultPerson, path: string) =>
  (await api.rest(path, { method: 'POST', body: { space: spaceId } })) as Row[]

export async function epoch(): Promise<number | undefined> {
  const { rows } = await attacked.server.database.owner<{ current_epoch: number }>(
    'select current_epoch from spaces where id = $1',
    [spaceId],
  )
  return rows[0]?.current_epoch
}

/** Changes each row of an answer. */
export function tamper(path: string, change: (row: Row, rows: Row[]) => Row): void {
  attacked.proxy.tamperJson<Row[]>(path, (rows) => rows.map((row) => change(row, rows)))
}

export const isOf = (path: string, part: string) => path.includes(part)

/** Changes the summary of the space, and puts `added` above its history. */
export function attackSummary(change: Row, added: Row[] = []): void {
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
export async function forgedBy(
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
