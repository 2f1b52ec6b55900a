import { beforeAll } from 'vitest'
import {
  deriveLink,
  fromBase64Url,
  fromUtf8,
  openFromLink,
  sealForLink,
  systemRandom,
  toBase64Url,
  utf8,
} from '#crypto/index.ts'
import type { FollowedLink } from '#vault/sharing/links/visit-link.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { type Attacked, stageAttacked } from '../attacked.ts'

export let attacked: Attacked
export let ada: VaultPerson

/** Ada makes links behind an attacker, who is honest when a test begins. */
export function stageAttackedLinks(): void {
  attacked = stageAttacked()
  beforeAll(async () => {
    ada = await attacked.person()
  })
}

/** What somebody who has the link reads in a handover. */
export async function openHandover<Said = object>(handover: string, { id, secret }: FollowedLink): Promise<Said> {
  const { linkKey } = await deriveLink({ secret: secret.key })
  const plain = await openFromLink({ linkKey, linkId: id, sealed: fromBase64Url(handover) })
  return JSON.parse(fromUtf8(plain)) as Said
}

/** A handover with other words, as everybody could make it who has the link. */
export async function sealHandover(said: object, { id, secret }: FollowedLink): Promise<string> {
  const { linkKey } = await deriveLink({ secret: secret.key })
  const plain = utf8(JSON.stringify(said))
  return toBase64Url(await sealForLink({ linkKey, linkId: id, plain, random: systemRandom }))
}
