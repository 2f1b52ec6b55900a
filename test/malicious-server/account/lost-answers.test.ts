/** A connection that breaks between the commit and its answer. */
import { beforeAll, expect, test } from 'vitest'
import { deriveCredentials } from '#vault/session/credentials.ts'
import { type NewRecoveryKit, prepareRecoveryKit } from '#vault/account/new-recovery-kit.ts'
import { openByWords } from '../../support/people/new-password.ts'
import { VAULT_PASSWORD, type VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'

const attacked = stageAttacked()
let ada: VaultPerson
let kit: NewRecoveryKit
beforeAll(async () => {
  ada = await attacked.person()
  kit = await prepareRecoveryKit(ada.vault, await deriveCredentials(ada.api, ada.email, VAULT_PASSWORD))
})

/** The server does what it is asked for on these paths, and its answer never arrives. */
function loseAnswers(...paths: string[]): void {
  attacked.proxy.tamper(({ path }) => {
    if (paths.some((lost) => path.includes(lost))) throw new Error('the answer is lost')
    return null
  })
}

test('new words hold although the answer was lost; while nothing can be read, it is unknown which hold', async () => {
  const before = ada.vault.amk
  // Refused before anything was stored: the old words hold, and another try is as good as the first.
  attacked.proxy.tamper(({ path }) => (path.includes('keyrings?') ? { status: 500, body: Buffer.from('{}') } : null))
  await expect(kit.store(ada.api)).rejects.toMatchObject({ name: 'VaultError' })
  expect((await openHonestly(ada.words)).amk).toEqual(before)

  loseAnswers('vault/keys', 'account_wraps')
  await expect(kit.store(ada.api)).rejects.toMatchObject({ code: 'offline' })
  expect(ada.vault.amk).toEqual(before)
  await expect(kit.store(ada.api)).rejects.toMatchObject({ code: 'offline' })

  attacked.proxy.honest()
  expect(await kit.store(ada.api)).toEqual({ endsAgreement: false })
  expect((await openHonestly(kit.words.join(' '))).amk).toEqual(ada.vault.amk)
  await expect(openHonestly(ada.words)).rejects.toMatchObject({ code: 'wrong_recovery_phrase' })

  // Where only the answer is lost, one try is enough.
  const next = await prepareRecoveryKit(ada.vault, await deriveCredentials(ada.api, ada.email, VAULT_PASSWORD))
  loseAnswers('vault/keys')
  expect(await next.store(ada.api)).toEqual({ endsAgreement: false })
  expect((await openHonestly(next.words.join(' '))).amk).toEqual(ada.vault.amk)
})

function openHonestly(words: string) {
  attacked.proxy.honest()
  return openByWords(ada, words)
}
