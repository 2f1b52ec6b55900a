import { agreeToRecovery, readOwnRecovery } from '#vault/recovery/recovery-agreement.ts'
import { answerRecovery, listRecoveriesToAnswer } from '#vault/recovery/recovery-answer.ts'
import { decideRecovery, readRecoveryPolicy } from '#vault/recovery/recovery-policy.ts'
import { askForRecovery, newRequestSeed, readAskedRecovery } from '#vault/recovery/recovery-request.ts'
import type { VaultPerson } from './vault-person.ts'

/** An administrator decides who lets members back in, and how many of them it takes. */
export async function decide(author: VaultPerson, holders: VaultPerson[], threshold: number): Promise<void> {
  const ids = holders.map(({ userId }) => userId)
  await decideRecovery(author.api, author.vault, { holders: ids, threshold, now: new Date() })
}

/** To the policy of now. */
export async function agree(person: VaultPerson): Promise<void> {
  const policy = await readRecoveryPolicy(person.api, person.vault)
  await agreeToRecovery(person.api, person.vault, policy?.hash ?? '')
}

/** @returns what the person's browser keeps, and the code that they read to the holders. */
export async function ask(person: VaultPerson): Promise<{ seed: Uint8Array; code: string }> {
  const seed = newRequestSeed()
  await askForRecovery(person.api, seed)
  const { request } = await readOwnRecovery(person.api)
  const asked = await readAskedRecovery({ userId: person.userId, seed }, request)
  return { seed, code: asked?.code ?? '' }
}

/** A holder answers whoever asks, by the code they were read. */
export async function answer(holder: VaultPerson, asking: VaultPerson, code: string): Promise<void> {
  const rows = await listRecoveriesToAnswer(holder.api, holder.vault)
  const requestId = rows.find(({ userId }) => userId === asking.userId)?.id ?? crypto.randomUUID()
  await answerRecovery(holder.api, holder.vault, { requestId, typed: code })
}
