import { afterAll, beforeAll } from 'vitest'
import { createFolder } from '#vault/folders/folders.ts'
import { growLedger } from '../../support/grow-ledger.ts'
import { type OwnWitness, startOwnWitness } from '../../support/own-witness.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { type Attacked, stageAttacked } from '../attacked.ts'

export const silent = { warn: () => undefined, error: () => undefined }

export let own: OwnWitness
/** The first person, who owns the organisation. */
export let ada: VaultPerson
export let attacked: Attacked

/** A server behind an attacker, and a witness that signs its anchor log. */
export function stageWitnessedLog(): void {
  beforeAll(async () => {
    own = await startOwnWitness()
  })
  attacked = stageAttacked(() => ({ LEDGER_WITNESSES: own.setting }))
  beforeAll(async () => {
    ada = await attacked.person()
    await attacked.server.ledger.anchorAll()
    own.watch(await policy())
  })
  afterAll(() => own.stop())
}

export const policy = async (): Promise<string> => (await attacked.server.fetch('/audit/v1/policy')).text()
export const checkpoint = async (): Promise<string> =>
  (await attacked.server.fetch('/audit/v1/logs/anchor/checkpoint')).text()

/** Something that the anchor log notes and the witness signs. */
export async function happen(): Promise<void> {
  await createFolder(ada.api, ada.vault, { parentId: null, name: 'folder' })
  const { ledger } = attacked.server
  await growLedger(ledger)
  await ledger.askWitnesses(silent)
}
