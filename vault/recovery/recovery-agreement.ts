import { z } from 'zod'
import {
  type AccountMasterKey,
  type Keyring,
  sealShare,
  splitRecoveryKey,
  systemRandom,
  toBase64Url,
  wrapAccountKey,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { changeKeyring, requireCurrentKey } from '../session/keyring-store.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { choosePeers, type Listed, LISTING_REFUSALS, requireListed } from '../sharing/listed-people.ts'
import type { Peer } from '../sharing/people.ts'
import { POLICY_REFUSALS, requireListedPolicy } from './listed-policy.ts'
import { readRecoveryPolicy, rememberPolicy } from './recovery-policy.ts'
import { VaultError, type VaultErrorCode } from '../session/vault-error.ts'

/** Somebody who holds a share of this account. */
export type Holder = { userId: string; email: string; name: string }

/** A request of this account to be let back in, with what was answered. */
export type OwnRecoveryRequest = {
  id: string
  publicKey: string
  revision: number
  threshold: number
  /** ISO 8601. */
  createdAt: string
  expiresAt: string
  answers: { holderId: string; sealedShare: string; wrappedKey: string }[]
}

/** What the server holds about the recovery of this account. */
export type OwnRecovery = {
  agreement: { revision: number; threshold: number; agreedAt: string } | null
  /** Who still has a share; somebody who left has none. */
  holders: Holder[]
  request: OwnRecoveryRequest | null
}

const shape = z.object({
  agreement: z.object({ revision: z.int(), threshold: z.int(), agreed_at: z.string() }).nullable(),
  holders: z.array(
    z.object({
      user_id: z.uuid(),
      email: z.string().nullable(),
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
    }),
  ),
  request: z
    .object({
      id: z.uuid(),
      public_key: z.string(),
      revision: z.int(),
      threshold: z.int(),
      created_at: z.string(),
      expires_at: z.string(),
      answers: z.array(z.object({ holder_id: z.uuid(), sealed_share: z.string(), wrapped_key: z.string() })),
    })
    .nullable(),
})

/** Needs a session, not the vault: it is asked by people who cannot open theirs. */
export async function readOwnRecovery(api: VaultApi): Promise<OwnRecovery> {
  const answer = await api.rest('rpc/own_recovery', { method: 'POST', body: {} })
  if (answer === null) throw new VaultError('needs_second_factor', 'This session has not proven its second factor.')
  const { agreement, holders, request } = shape.parse(answer)
  return {
    agreement: agreement && {
      revision: agreement.revision,
      threshold: agreement.threshold,
      agreedAt: agreement.agreed_at,
    },
    holders: holders.map(({ user_id: userId, email, first_name, last_name }) => ({
      userId,
      email: email ?? '',
      name: [first_name, last_name].filter(Boolean).join(' '),
    })),
    request: request && {
      id: request.id,
      publicKey: request.public_key,
      revision: request.revision,
      threshold: request.threshold,
      createdAt: request.created_at,
      expiresAt: request.expires_at,
      answers: request.answers.map(({ holder_id: holderId, sealed_share: sealedShare, wrapped_key: wrappedKey }) => ({
        holderId,
        sealedShare,
        wrappedKey,
      })),
    },
  }
}

/**
 * Lets the holders of a policy, together, open this account: wraps the account key under a key drawn now, and seals a share of
 * that key for each of them. The drawn key is kept nowhere.
 *
 * @param hash of the policy that the person read; another one is refused, also under the same number.
 * @throws {VaultError} `policy_changed` | `policy_refused` | `policy_author_unknown` | `policy_too_few` | `key_changed` | `keys_replaced` | one of `LISTING_REFUSALS` or `POLICY_REFUSALS`
 */
export async function agreeToRecovery(api: VaultApi, vault: OpenVault, hash: string): Promise<void> {
  const policy = await readRecoveryPolicy(api, vault)
  if (policy?.hash !== hash) throw new VaultError('policy_changed', 'The policy is another one now.')
  const { holders, threshold, revision } = policy
  // A server could name its own accounts as administrators; only somebody it cannot have made up vouches for the holders.
  if (!policy.isVouched) {
    throw new VaultError(
      'policy_author_unknown',
      'The keys of the author were neither compared nor named by an invitation.',
    )
  }
  const others = holders.filter(({ isMe }) => !isMe)
  if (others.length < threshold) throw new VaultError('policy_too_few', 'Too few holders besides oneself.')
  if (!others.every(({ isMember, peer }) => isMember && peer)) {
    throw new VaultError('policy_changed', 'Somebody who is named has left the organisation.')
  }
  await requireListedPolicy(api, vault, policy.listing)
  const peers = await choosePeers(
    api,
    vault,
    others.flatMap(({ peer }) => peer ?? []),
  )
  // Shares of a key that another device has replaced would open nothing, in place of those that it renewed.
  await requireCurrentKey(api, vault)
  // Read before anything is sealed: this tab may get a new key meanwhile, and the server compares the epoch.
  const { epoch } = vault.personalSpace
  const sealed = await sealForHolders(vault, peers, { revision, threshold })
  await api.rest('rpc/agree_to_recovery', { method: 'POST', body: { payload: { ...sealed, epoch } } })
  await rememberPolicy(api, vault, policy)
  await rememberAgreement(api, vault, hash)
}

/** Name of the pin that says what this account has agreed to, so that a server cannot make an agreement out of one that was withdrawn. */
const AGREEMENT_PIN = 'agreement'
const NOTHING = 'none'

/** @param hash of the policy; null for nothing. */
export async function rememberAgreement(api: VaultApi, vault: OpenVault, hash: string | null): Promise<void> {
  await changeKeyring(api, vault, ({ peers, pins, revision }) => ({
    peers,
    pins: withAgreement(pins, hash, revision + 1),
  }))
}

const withAgreement = (pins: Keyring['pins'], hash: string | null, revision: number): Keyring['pins'] => ({
  ...pins,
  [AGREEMENT_PIN]: `${revision}:${hash ?? NOTHING}`,
})

export type RenewedAgreement = Awaited<ReturnType<typeof sealForHolders>>

/**
 * What becomes of the agreement with a new account key: shares of that key for the same people, where the policy is still the one that the
 * person agreed to, or its end.
 * @returns `pins` for the next keyring.
 */
export async function renewAgreement(
  api: VaultApi,
  { vault, keyring, amk, withdraws }: { vault: OpenVault; keyring: Keyring; amk: AccountMasterKey; withdraws: boolean },
): Promise<{ renewed: RenewedAgreement | null; isEnded: boolean; pins: Keyring['pins'] }> {
  const [, hash = NOTHING] = keyring.pins[AGREEMENT_PIN]?.split(':') ?? []
  const { agreement } = await readOwnRecovery(api)
  const renewed = withdraws || !agreement || hash === NOTHING ? null : await sharesOfNewKey(api, vault, { hash, amk })
  if (renewed) return { renewed, isEnded: false, pins: keyring.pins }
  const pins = hash === NOTHING ? keyring.pins : withAgreement(keyring.pins, null, keyring.revision + 1)
  return { renewed: null, isEnded: !withdraws && (agreement !== null || hash !== NOTHING), pins }
}

async function sharesOfNewKey(
  api: VaultApi,
  vault: OpenVault,
  { hash, amk }: { hash: string; amk: AccountMasterKey },
): Promise<RenewedAgreement | null> {
  try {
    const policy = await readRecoveryPolicy(api, vault)
    if (policy?.hash !== hash) return null
    const others = policy.holders.filter(({ isMe }) => !isMe)
    const peers = others.flatMap(({ isMember, peer }) => (isMember && peer ? [peer] : []))
    if (peers.length < others.length || peers.length < policy.threshold) return null
    await requireListedPolicy(api, vault, policy.listing)
    return await sealForHolders({ userId: vault.userId, amk }, await requireListed(api, vault, peers), policy)
  } catch (error) {
    // Other keys, or a list that does not hold: the person decides again. Without a connection nothing is decided.
    if (error instanceof VaultError && CANNOT_RENEW.includes(error.code)) return null
    throw error
  }
}
const CANNOT_RENEW: readonly VaultErrorCode[] = [
  'policy_refused',
  'policy_author_gone',
  'key_changed',
  ...POLICY_REFUSALS,
  ...LISTING_REFUSALS.filter((code) => code !== 'key_log_offline'),
]

async function sealForHolders(
  { userId, amk }: Pick<OpenVault, 'userId' | 'amk'>,
  peers: readonly Listed<Peer>[],
  { revision, threshold }: { revision: number; threshold: number },
) {
  const { key, shares } = await splitRecoveryKey({ holders: peers.length, threshold }, systemRandom)
  const wrapped = await wrapAccountKey({ amk, kek: key, userId, kind: 'organisation', random: systemRandom })
  const sealed = await Promise.all(
    peers.map(async ({ userId: holderId, bundle }, at) => {
      const context = { kind: 'stored', id: userId, revision, holderId } as const
      const sealed = await sealShare(context, {
        share: shares[at]!,
        recipientPublicKey: bundle.keys.xWing,
        random: systemRandom,
      })
      return {
        holder_id: holderId,
        sealed_share: toBase64Url(sealed.sealed),
        wrapped_key: toBase64Url(sealed.wrapped),
      }
    }),
  )
  return { revision, wrapped_key: toBase64Url(wrapped), shares: sealed }
}
