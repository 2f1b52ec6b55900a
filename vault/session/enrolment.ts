import {
  type AccountMasterKey,
  type KeyEncryptionKey,
  createSigner,
  fromBase64Url,
  generateIdentity,
  keyringWriteProof,
  newAccountMasterKey,
  newRecoveryPhrase,
  newSpaceKey,
  publicBundle,
  randomUuid,
  recoveryKeyPair,
  sealKeyring,
  signBundle,
  systemRandom,
  toBase64Url,
  wrapAccountKey,
  wrapAccountKeyForWords,
  wrapSpaceKey,
} from '#crypto/index.ts'
import type { VaultApi } from './api.ts'
import type { KdfOnWire } from './credentials.ts'
import { type Inviter, inviterPins } from '../pins/pins.ts'

/** A vault that exists only in memory so far. */
export type Enrolment = {
  /** The 24 words of the recovery kit. */
  words: readonly string[]
  amk: AccountMasterKey
  /** Stores the wrapped keys; until then nothing has left this device. */
  store: (api: VaultApi) => Promise<void>
}

/** Makes the keys of a new vault: master key, identity, personal space, and one wrap for the password and one for the phrase. */
export async function prepareEnrolment(account: {
  userId: string
  kek: KeyEncryptionKey
  kdf: KdfOnWire
  now: Date
  /** Remembered from the first moment, before the server can show anybody else under that name. */
  inviter?: Inviter | null
}): Promise<Enrolment> {
  const { userId, kek, kdf, now, inviter } = account
  const random = systemRandom
  const amk = newAccountMasterKey(random)
  const identity = generateIdentity(random)
  const phrase = newRecoveryPhrase(random)
  const { publicKey: recoveryKey } = await recoveryKeyPair(phrase)
  const spaceId = randomUuid(random)

  const signer = await createSigner(identity, random)
  const bundle = { userId, keys: await publicBundle(identity), time: now.toISOString() }
  const signed = await signBundle(bundle, signer)
  const keyring = {
    revision: 1,
    identity,
    earlier: [],
    kdf: { ...kdf, salt: fromBase64Url(kdf.salt) },
    peers: [],
    pins: inviter && inviter.userId !== userId ? inviterPins(inviter) : {},
    replaceable: { recoveryKey, epoch: 1, accountKeys: [] },
  }
  const [password, recovery, sealedKeyring, spaceKey] = await Promise.all([
    wrapAccountKey({ amk, kek, userId, kind: 'password', random }),
    wrapAccountKeyForWords({ amk, recoveryKey, userId, random }),
    sealKeyring({ amk, userId, keyring, random }),
    wrapSpaceKey({ amk, spaceKey: newSpaceKey(random), context: { userId, spaceId, epoch: 1 }, random }),
  ])
  const payload = {
    bundle: { statement: signed.text, signature: toBase64Url(signed.signature) },
    wraps: { password: toBase64Url(password), recovery: toBase64Url(recovery) },
    keyring: toBase64Url(sealedKeyring),
    keyring_write_proof: await keyringWriteProof(amk),
    space: { id: spaceId, wrapped_key: toBase64Url(spaceKey) },
  }
  return {
    words: phrase.words.split(' '),
    amk,
    store: async (api) => {
      await api.rest('rpc/enrol_vault', { method: 'POST', body: { payload } })
    },
  }
}
