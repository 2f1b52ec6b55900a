import type { SpaceRole } from '#contract/organisation/space-roles.ts'
import {
  type Roster,
  type SignedStatement,
  type SpaceKey,
  createRecordCipher,
  newSpaceKey,
  randomUuid,
  rosterHash,
  sealPreviousSpaceKey,
  signRoster,
  spaceKeyHash,
  systemRandom,
  toBase64Url,
  utf8,
  wrapHash,
  wrapKey,
} from '#crypto/index.ts'
import { contextOf, type TeamSummary } from '../spaces/open-team.ts'
import { listingLog } from './listing-log.ts'
import { type Person, TIME } from './person.ts'

type Members = readonly (readonly [Person, SpaceRole])[]

/** An epoch as its author makes it, with everything that a server would hold of it. */
export type MadeEpoch = {
  spaceId: string
  epoch: number
  key: SpaceKey
  signed: SignedStatement
  previousKey: string | null
  /** The key as it was wrapped for each, by user id. */
  wraps: Record<string, string>
}

type Plan = {
  author: Person
  members: Members
  before?: MadeEpoch
  spaceId?: string
  name?: string
  labels?: unknown
  /** False where the public log does not list it; it lists the first that is made at its place. */
  isListed?: boolean
  /** Written over the roster before it is signed: what an author who cheats may write. */
  claims?: Partial<Omit<Roster, 'people'> & { people: Uint8Array }>
}

/** The first epoch of a space, or the one after `before`. */
export async function makeEpoch(plan: Plan): Promise<MadeEpoch> {
  const { author, members, before, name = 'Board', labels = {}, isListed = true, claims = {} } = plan
  const spaceId = before?.spaceId ?? plan.spaceId ?? randomUuid(systemRandom)
  const epoch = (before?.epoch ?? 0) + 1
  const key = newSpaceKey(systemRandom)
  const records = await createRecordCipher(key)
  const at = { spaceId, epoch }
  const wraps = await wrapFor(members, { key, ...at })
  const listed = members.map(async ([{ userId, print }, role]) => ({
    userId,
    fingerprint: print,
    role,
    wrapHash: await wrapHash(wraps.get(userId)!),
  }))
  const signed = await signRoster(
    {
      ...at,
      previous: before ? await rosterHash(before.signed) : null,
      name: await records.seal(contextOf(at, 'name'), utf8(name)),
      people: await records.seal(contextOf(at, 'people'), utf8(JSON.stringify(labels))),
      keyHash: await spaceKeyHash(key, at),
      members: await Promise.all(listed),
      authorId: author.userId,
      time: TIME,
      ...claims,
    },
    author.signer,
  )
  const place = { kind: 'roster', ownerId: spaceId, version: epoch } as const
  if (isListed) listingLog.listStatement(place, await rosterHash(signed))
  const sealed =
    before &&
    (await sealPreviousSpaceKey({ spaceKey: key, previous: before.key, spaceId, epoch, random: systemRandom }))
  return {
    ...at,
    key,
    signed,
    previousKey: sealed ? toBase64Url(sealed) : null,
    wraps: Object.fromEntries([...wraps].map(([userId, wrapped]) => [userId, toBase64Url(wrapped)])),
  }
}

async function wrapFor(
  members: Members,
  { key, spaceId, epoch }: { key: SpaceKey; spaceId: string; epoch: number },
): Promise<Map<string, Uint8Array>> {
  const wrapped = members.map(async ([{ userId, bundle }]): Promise<[string, Uint8Array]> => {
    const to = { recipientPublicKey: bundle.keys.xWing, purpose: 'space-to-user', objectId: spaceId, epoch } as const
    return [userId, await wrapKey({ key, ...to, random: systemRandom })]
  })
  return new Map(await Promise.all(wrapped))
}

/** `team_space_history` as an honest server answers it. @param epochs oldest first. */
export const historyRows = (epochs: readonly MadeEpoch[]): Record<string, unknown>[] =>
  epochs.toReversed().map(({ epoch, signed, previousKey }) => ({
    epoch,
    roster: signed.text,
    signature: toBase64Url(signed.signature),
    previous_key: previousKey,
  }))

/** `team_space_people`. */
export const peopleRows = (people: readonly Person[]): Record<string, unknown>[] =>
  people.map(({ userId, email, published }) => ({
    user_id: userId,
    email,
    first_name: null,
    last_name: null,
    ...published,
    is_member: true,
  }))

/** `my_team_spaces`, of one member. */
export const summaryFor = (
  { userId }: Person,
  { spaceId, epoch, wraps }: Pick<MadeEpoch, 'spaceId' | 'epoch' | 'wraps'>,
): TeamSummary => ({
  space_id: spaceId,
  epoch,
  role: 'viewer',
  wrapped_key: wraps[userId] ?? '',
  has_left: 0,
  created_at: TIME,
})
