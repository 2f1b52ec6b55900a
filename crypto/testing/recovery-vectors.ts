import { describe, expect, test } from 'vitest'
import * as qs from '../index.ts'
import vectors from '../vectors/independent.json' with { type: 'json' }

const b64 = qs.fromBase64Url
const { identity, recovery } = vectors

/** Organisation recovery, with the scheme of Shamir written out again in generate.py. */
export function recoveryVectors() {
  describe('organisation recovery, computed by pyca/cryptography', () => {
    test('shares of three give the key that opens the account', async () => {
      const shares = recovery.shares.map((share) => b64(share))
      const wrapped = b64(recovery.wrapped)
      for (const chosen of [shares.slice(0, 3), shares.slice(1), [shares[3]!, shares[0]!, shares[2]!]]) {
        const kek = await qs.combineRecoveryKey(chosen)
        expect(kek).toEqual(b64(recovery.key))
        const options = { wrapped, kek, userId: identity.user_id, kind: 'organisation' } as const
        expect(await qs.unwrapAccountKey(options)).toEqual(b64(recovery.amk))
      }
    })

    test('sealed shares and the code of a request', async () => {
      const publicKey = b64(identity.public.xwing)
      const recipient = { suite: 'std', seed: b64(identity.seeds.xwing), publicKey } as const
      const { revision, holder_id: holderId } = recovery
      const wrapped = await qs.wrapKey({
        key: b64(recovery.share_key),
        recipientPublicKey: publicKey,
        purpose: 'account-to-recovery',
        objectId: identity.user_id,
        epoch: revision,
        random: qs.systemRandom,
      })
      for (const [kind, sealed] of [
        ['stored', recovery.sealed.share],
        ['answer', recovery.sealed.answer],
      ] as const) {
        const context = { kind, id: identity.user_id, revision, holderId }
        const opened = await qs.openShare(context, { share: { sealed: b64(sealed), wrapped }, recipient })
        expect(opened).toEqual(b64(recovery.shares[0]!))
      }
      expect(qs.recoveryCode(identity.user_id, publicKey)).toBe(recovery.code)
    })

    test('policy', async () => {
      const signed = { text: recovery.policy.text, signature: b64(recovery.policy.signature) }
      const author = { ed25519: b64(identity.public.ed25519), mlDsa65: b64(identity.public.mldsa65) }
      const policy = await qs.verifyPolicy(signed, author)
      expect(policy).toMatchObject({ revision: 3, threshold: 1, authorId: identity.user_id })
      const signer = await qs.createSigner(
        { ed25519Seed: b64(identity.seeds.ed25519), mlDsa65Seed: b64(identity.seeds.mldsa65) },
        qs.systemRandom,
      )
      expect((await qs.signPolicy(policy, signer)).text).toBe(signed.text)
    })
  })
}
