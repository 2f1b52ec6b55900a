import { randomBytes } from 'node:crypto'
import {
  createRecordCipher,
  newSpaceKey,
  readRoster,
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
import { contextOf } from '#vault/spaces/open-team.ts'
import { teamOf } from '#vault/spaces/team-spaces.ts'
import type { VaultPerson } from '../support/people/vault-person.ts'

type Row = Record<string, unknown>

/** A history of a space as a manager made it for one member, newest first, and the key of its newest epoch for them. */
export type ForgedRoster = { readonly epoch: number; readonly history: Row[]; readonly wrapped: string }

/** Continues the history of a space by so many epochs, in every part as an honest manager would, and sends none of them. */
export async function forgeRoster({
  author,
  victim,
  spaceId,
  length,
}: {
  author: VaultPerson
  victim: VaultPerson
  spaceId: string
  length: number
}): Promise<ForgedRoster> {
  const team = await teamOf(author.api, author.vault, spaceId)
  const body = { space: spaceId }
  let history = (await author.api.rest('rpc/team_space_history', { method: 'POST', body })) as Row[]
  let previous = team.spaces[0]!.key
  let wrapped = new Uint8Array()
  let { epoch } = team
  for (let added = 0; added < length; added++) {
    epoch += 1
    const text = String(history[0]?.['roster'])
    const before = readRoster(text)
    const [at, key] = [{ spaceId, epoch }, newSpaceKey(systemRandom)]
    const records = await createRecordCipher(key)
    const recipientPublicKey = victim.vault.bundle.keys.xWing
    const to = { recipientPublicKey, purpose: 'space-to-user', objectId: spaceId, epoch } as const
    wrapped = new Uint8Array(await wrapKey({ key, ...to, random: systemRandom }))
    const hash = await wrapHash(wrapped)
    const signed = await signRoster(
      {
        ...before,
        ...at,
        previous: await rosterHash({ text }),
        name: await records.seal(contextOf(at, 'name'), utf8('Board')),
        people: await records.seal(contextOf(at, 'people'), utf8('{}')),
        keyHash: await spaceKeyHash(key, at),
        members: before.members.map((member) => ({
          ...member,
          wrapHash: member.userId === victim.userId ? hash : randomBytes(32),
        })),
        authorId: author.userId,
      },
      author.vault.signer,
    )
    const sealed = await sealPreviousSpaceKey({ spaceKey: key, previous, ...at, random: systemRandom })
    const row = { epoch, roster: signed.text, signature: toBase64Url(signed.signature) }
    history = [{ ...row, previous_key: toBase64Url(sealed) }, ...history]
    previous = key
  }
  return { epoch, history, wrapped: toBase64Url(wrapped) }
}
