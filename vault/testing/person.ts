import {
  type Keyring,
  type PublicBundle,
  type Signer,
  asAccountMasterKey,
  createRecordCipher,
  createSigner,
  fingerprint,
  generateIdentity,
  kemKeyPair,
  newSpaceKey,
  publicBundle,
  randomUuid,
  signBundle,
  systemRandom,
  toBase64Url,
  toHex,
} from '#crypto/index.ts'
import type { DeviceMemory, RememberedKeyring } from '../session/device-memory.ts'
import { KeyLog } from '../ledger/listings/key-log.ts'
import type { OpenSpace } from '../session/open-space.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { VaultError } from '../session/vault-error.ts'
import type { Peer } from '../sharing/people.ts'
import type { Trust } from '../pins/trust.ts'
import { listingLog } from './listing-log.ts'

export const TIME = '2026-01-02T03:04:05.678Z'

/** Somebody with real keys. */
export type Person = {
  userId: string
  email: string
  identity: Keyring['identity']
  signer: Signer
  bundle: PublicBundle
  /** Of the bundle, 32 bytes. */
  print: Uint8Array
  /** The signed bundle, as the server answers it. */
  published: { statement: string; signature: string }
}

/** @param userId of somebody else: keys that a server made up for them, which no log lists. */
export async function newPerson(userId: string = randomUuid(systemRandom)): Promise<Person> {
  const identity = generateIdentity(systemRandom)
  const signer = await createSigner(identity, systemRandom)
  const bundle = { userId, keys: await publicBundle(identity), time: TIME }
  const signed = await signBundle(bundle, signer)
  const print = await fingerprint(bundle)
  listingLog.list(userId, print)
  return {
    userId,
    email: `${userId.slice(0, 8)}@example.org`,
    identity,
    signer,
    bundle,
    print,
    published: { statement: signed.text, signature: toBase64Url(signed.signature) },
  }
}

/** Somebody as the vault library hands them to a screen. */
export const peerOf = ({ userId, email, bundle, print }: Person, trust: Trust = 'new'): Peer => ({
  userId,
  email,
  name: '',
  bundle,
  fingerprint: print,
  trust,
  isAddressKnown: trust !== 'new',
})

/** What a keyring holds of people it knows. */
export const pinned = ({ userId, print }: Person, by: string): Record<string, string> => ({
  [`peer/${userId}`]: `${toBase64Url(print)}:${by}`,
})
export const compared = ({ userId, print }: Person): Keyring['peers'][number] => ({
  userId,
  fingerprint: print,
  time: TIME,
})

/** Somebody's vault as it is after unlocking. */
export async function vaultOf(
  { userId, identity, signer, bundle, print }: Person,
  remembered: Partial<Keyring> = {},
): Promise<OpenVault> {
  const keyring: Keyring = {
    revision: 1,
    identity,
    earlier: [],
    kdf: null,
    peers: [],
    pins: {},
    replaceable: null,
    ...remembered,
  }
  const personalSpace = await newSpace()
  const spaces = new Map([[`${personalSpace.id}/1`, personalSpace]])
  return {
    userId,
    amk: asAccountMasterKey(systemRandom(32)),
    signer,
    keyFingerprint: toHex(print),
    personalSpace,
    bundle,
    kem: kemKeyPair(identity, bundle.keys),
    keyring,
    memory: null,
    keyLog: new KeyLog({ pause: async () => undefined }),
    stale: null,
    seenVersions: new Map(),
    seenFolders: new Map(),
    spaceIds: [personalSpace.id],
    teams: new Map(),
    spaces,
    space: (id, epoch) => {
      const found = spaces.get(`${id}/${epoch}`)
      if (!found) throw new VaultError('not_found', 'This vault holds no key for that space.')
      return found
    },
  }
}

async function newSpace(): Promise<OpenSpace> {
  const key = newSpaceKey(systemRandom)
  return { id: randomUuid(systemRandom), epoch: 1, key, records: await createRecordCipher(key), rosterHash: null }
}

/** What a device keeps, in memory. */
export function newDevice(): DeviceMemory & { kept: Map<string, RememberedKeyring> } {
  const kept = new Map<string, RememberedKeyring>()
  return {
    kept,
    recall: async (userId) => kept.get(userId),
    remember: async (userId, keyring) => void kept.set(userId, keyring),
  }
}
