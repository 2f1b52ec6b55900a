import { describe, expect, test } from 'vitest'
import * as qs from '../index.ts'
import { keyId, digest } from '../primitives/symmetric.ts'
import { shake256 } from '@noble/hashes/sha3.js'
import { recoveryVectors } from './recovery-vectors.ts'
import vectors from '../vectors/independent.json' with { type: 'json' }

const b64 = qs.fromBase64Url

/** `fixed` and `Stream` of generate.py. */
const fixed = (label: string, length = 32) =>
  new Uint8Array(shake256(qs.utf8(`quantumshield vector: ${label}`), { dkLen: length }))

const stream = (label: string): qs.RandomSource => {
  let calls = 0
  return (length) => fixed(`${label} ${calls++}`, length)
}

/** Answers that pyca/cryptography computed from the text of docs/format.md. They travel with the source. */
export function independentVectors() {
  recoveryVectors()
  describe('passwords and phrases, computed by pyca/cryptography', () => {
    test.for(vectors.passwords)('password: $name', async ({ password, salt, m, t, p, v, auth_secret, kek }) => {
      const derived = await qs.derivePassword({ password, parameters: { salt: b64(salt), m, t, p, v } })
      expect(derived.authSecret).toBe(auth_secret)
      expect(derived.kek).toEqual(b64(kek))
    })

    test.for(vectors.phrases)('phrase: $words', async ({ words, entropy, auth, kek, public_key }) => {
      const parsed = qs.parseRecoveryPhrase(words)
      if (parsed.outcome !== 'ok') throw new Error(parsed.outcome)
      expect(parsed.phrase.entropy).toEqual(b64(entropy))
      expect(qs.newRecoveryPhrase(() => b64(entropy)).words).toBe(words)
      expect(await qs.deriveRecovery(parsed.phrase)).toEqual({ recoveryAuth: auth, rkek: b64(kek) })
      expect((await qs.recoveryKeyPair(parsed.phrase)).publicKey).toEqual(b64(public_key))
    })

    test('link', async () => {
      const { secret, token, token_hash, key, checked, checks } = vectors.link
      const derived = await qs.deriveLink({ secret: b64(secret) })
      expect(derived).toEqual({ accessToken: token, accessTokenHash: token_hash, linkKey: b64(key) })
      for (const kind of ['link', 'request'] as const) {
        expect(await qs.addressCheck(kind, qs.utf8(checked))).toEqual(b64(checks[kind]))
      }
    })
  })

  contentVectors()
  keyVectors()
  statementVectors()
  requestVectors()
}

function requestVectors() {
  const { secret, door, token, delivery_key, request_id, description, statement, mac, ...delivered } = vectors.request
  const fileId = JSON.parse(statement).file_id

  describe('requests for files, computed by pyca/cryptography', () => {
    test('keys and description', async () => {
      const keys = await qs.deriveRequest({ secret: b64(secret) })
      expect((await qs.deriveRequestDoor(b64(secret))).token).toBe(door)
      expect([keys.accessToken, keys.deliveryKey]).toEqual([token, b64(delivery_key)])
      const options = { key: keys.descriptionKey, requestId: request_id }
      const plain = qs.utf8('Send me the plans')
      expect(await qs.openDescription({ ...options, sealed: b64(description) })).toEqual(plain)
      expect(await qs.sealDescription({ ...options, plain, random: stream('request') })).toEqual(b64(description))
    })

    test('delivery', async () => {
      const fileKey = qs.asFileKey(b64(delivered.file_key))
      const keys = { deliveryKey: qs.asDeliveryKey(b64(delivery_key)), fileKey }
      const options = { keys, takesFormat1: false, wrapped: b64(delivered.wrapped) }
      const expected = { requestId: request_id, fileId }
      const stated = { statement: { text: statement, mac: b64(mac) }, record: b64(delivered.record), expected }
      const delivery = await qs.verifyDelivery({ ...options, ...stated })
      const said = { ...delivery, wrapped: options.wrapped, record: stated.record }
      expect(await qs.stateDelivery(said, keys)).toEqual(stated.statement)
      const old = { text: delivered.statement_format_1, mac: b64(delivered.mac_format_1) }
      const verified = await qs.verifyDelivery({ ...options, ...stated, takesFormat1: true, statement: old })
      expect(verified).toEqual({ ...delivery, contentRoot: null })
      const opened = await qs.openDeliveryRecord({ fileId, fileKey, sealed: b64(delivered.sealed_record) })
      expect(qs.fromUtf8(opened)).toBe(delivered.plain_record)
    })
  })
}

function contentVectors() {
  describe('content, sealed by pyca/cryptography', () => {
    test.for(vectors.content.objects)('$size bytes', async ({ size, key, content_id, sealed_bytes, ...hashes }) => {
      const plain = size === 0 ? new Uint8Array() : fixed('plain', size)
      const aad = qs.contentAad(content_id)
      const sealed = await qs.sealBytes({ key: b64(key), aad, random: stream('content'), plain })

      expect([sealed.length, qs.sealedSize(size)]).toEqual([sealed_bytes, sealed_bytes])
      expect(qs.toHex(await digest('SHA-256', sealed))).toBe(hashes.sealed_sha256)
      expect(await qs.openBytes({ key: b64(key), aad, sealed })).toEqual(plain)

      const body = sealed.subarray(qs.FLOE.headerBytes)
      const leaves = Array.from({ length: qs.segmentCount(size) }, (_, at) =>
        qs.leafOfSegment(at, body.subarray(at * qs.FLOE.segmentBytes, (at + 1) * qs.FLOE.segmentBytes)),
      )
      const joined = qs.concat(...(await Promise.all(leaves)))
      expect(joined).toEqual(b64(hashes.segment_hashes))
      expect(await qs.contentRoot(joined)).toEqual(b64(hashes.content_root))
    })

    test('IVs of segments', async () => {
      const { file_key, content_id: contentId, message_iv, cases } = vectors.content.segment_ivs
      const ivOf = await qs.segmentIvs({ fileKey: qs.asFileKey(b64(file_key)), contentId, iv: b64(message_iv) })
      for (const { index, last, iv } of cases) expect(await ivOf(index, last, fixed('plain', 1000))).toEqual(b64(iv))
    })

    test('segments of 4 KiB', async () => {
      const { key, aad, sealed } = vectors.content.small
      const opened = await qs.openBytes({ key: b64(key), aad: qs.utf8(aad), sealed: b64(sealed) })
      expect(opened).toEqual(fixed('plain', 9000))
    })
  })
}

function keyVectors() {
  const { user_id: userId, space_id: spaceId, file_id: fileId, epoch, record, page } = vectors.keys
  const amk = qs.asAccountMasterKey(b64(vectors.keys.amk))
  const spaceKey = qs.asSpaceKey(b64(vectors.keys.space_key))
  const kek = qs.asKeyEncryptionKey(b64(vectors.keys.kek))

  describe('keys, wrapped by pyca/cryptography', () => {
    test.for(Object.entries(vectors.keys.account_wraps))('account key by %s', async ([name, wrapped]) => {
      const kind = name as qs.AccountWrapKind
      expect(await qs.unwrapAccountKey({ wrapped: b64(wrapped), kek, userId, kind })).toEqual(amk)
      const again = await qs.wrapAccountKey({ amk, kek, userId, kind, random: stream(`wrap ${name}`) })
      expect(again).toEqual(b64(wrapped))
    })

    test('space key and file key', async () => {
      const space = { amk, wrapped: b64(vectors.keys.wrapped_space_key), context: { userId, spaceId, epoch } }
      const file = { spaceKey, wrapped: b64(vectors.keys.wrapped_file_key), context: { fileId, spaceId, epoch } }
      expect(await qs.unwrapSpaceKey(space)).toEqual(spaceKey)
      expect(await qs.unwrapFileKey(file)).toEqual(b64(vectors.keys.file_key))
    })

    test('record and page', async () => {
      const { kind, version, field, plain, sealed } = record
      const cipher = await qs.createRecordCipher(spaceKey, () => fixed('iv', 12))
      expect(qs.fromUtf8(await cipher.open({ kind, id: fileId, version, field }, b64(sealed)))).toBe(plain)
      expect(await cipher.seal({ kind, id: fileId, version, field }, qs.utf8(plain))).toEqual(b64(sealed))

      const context = { id: spaceId, version: page.version, page: page.page }
      expect(await qs.openPage(cipher, context, b64(page.sealed))).toEqual(page.entries)
      expect(await qs.sealPage(cipher, context, page.entries)).toEqual(b64(page.sealed))
    })

    test.for(['keyring', 'keyring_format_1'] as const)('%s', async (name) => {
      const sealed = b64(vectors[name].sealed)
      const keyring = await qs.openKeyring({ amk, userId, sealed })
      expect(keyring.revision).toBe(5)
      expect(keyring.replaceable?.epoch).toBe(name === 'keyring' ? 4 : undefined)
      expect(await qs.sealKeyring({ amk, userId, keyring, random: stream('keyring') })).toEqual(sealed)
    })

    test('write key of a keyring', async () => {
      expect(await qs.keyringWriteProof(amk)).toBe(vectors.keyring_write_proof)
    })

    test('account key for recovery words', async () => {
      const parsed = qs.parseRecoveryPhrase(vectors.phrases[2]!.words)
      if (parsed.outcome !== 'ok') throw new Error(parsed.outcome)
      const wrapped = b64(vectors.keys.account_key_for_words)
      expect(await qs.unwrapAccountKeyByWords({ wrapped, phrase: parsed.phrase, userId })).toEqual(amk)
    })

    test.for(vectors.wraps)('HPKE wrap, suite $suite', async (one) => {
      const recipient = { suite: one.suite as qs.SuiteName, seed: b64(one.seed), publicKey: b64(one.public_key) }
      const purpose = one.purpose as qs.WrapPurpose
      const options = { recipient, purpose, objectId: one.object_id, epoch: one.epoch }
      expect(await qs.unwrapKey({ wrapped: b64(one.wrapped), ...options })).toEqual(b64(one.key))
    })
  })
}

function statementVectors() {
  const { seeds, public: keys, user_id: userId, other_user_id: otherId, ...known } = vectors.identity
  const identity = {
    xWingSeed: b64(seeds.xwing),
    mlKem1024Seed: b64(seeds.mlkem1024),
    ed25519Seed: b64(seeds.ed25519),
    mlDsa65Seed: b64(seeds.mldsa65),
  }
  const signed = ({ text, signature }: { text: string; signature: string }) => ({ text, signature: b64(signature) })
  const publicKeys = {
    xWing: b64(keys.xwing),
    mlKem1024: b64(keys.mlkem1024),
    ed25519: b64(keys.ed25519),
    mlDsa65: b64(keys.mldsa65),
  }

  describe('statements, signed by pyca/cryptography', () => {
    test('public keys, fingerprint and safety number', async () => {
      expect(await qs.publicBundle(identity)).toEqual(publicKeys)
      const [one, other] = [userId, otherId].map((id) => ({ userId: id, keys: publicKeys }))
      expect(qs.toHex(await qs.fingerprint(one!))).toBe(known.fingerprint)
      expect(await qs.safetyNumber(one!, other!)).toBe(known.safety_number)
      expect(await qs.safetyNumber(other!, one!)).toBe(known.safety_number)
    })

    test('bundle', async () => {
      const bundle = await qs.verifyBundle(signed(vectors.statements.bundle), userId)
      const again = await qs.signBundle(bundle, await qs.createSigner(identity, qs.systemRandom))
      expect(again.text).toBe(vectors.statements.bundle.text)
    })

    test('manifest', async () => {
      const statement = signed(vectors.statements.manifest)
      const expected = { fileId: vectors.keys.file_id, minimumVersion: 2, previous: fixed('previous') }
      const manifest = await qs.verifyManifest({ signed: statement, author: publicKeys, expected })
      const again = await qs.signManifest(manifest, await qs.createSigner(identity, qs.systemRandom))
      expect(again.text).toBe(statement.text)
      const old = signed(vectors.statements.manifest_format_1)
      const verified = await qs.verifyManifest({ signed: old, author: publicKeys, expected })
      expect(verified).toEqual({ ...manifest, contentRoot: null, roster: null })
    })

    test('record of a folder', async () => {
      const statement = signed(vectors.statements.folder_record)
      const expected = { ...qs.readFolderRecord(statement), spaceId: vectors.keys.space_id, minimumVersion: 2 }
      const record = await qs.verifyFolderRecord({ signed: statement, author: publicKeys, expected })
      const again = await qs.signFolderRecord(record, await qs.createSigner(identity, qs.systemRandom))
      expect(again.text).toBe(statement.text)
    })

    test('grant', async () => {
      const wrapped = b64(vectors.wraps[0]!.wrapped)
      const own = qs.fromHex(vectors.identity.fingerprint)
      const named = { recipient: own, author: own }
      const expected = { objectId: vectors.keys.space_id, recipientKeyId: await keyId(publicKeys.xWing), ...named }
      const statement = signed(vectors.statements.grant)
      const grant = await qs.verifyGrant({ signed: statement, wrapped, author: publicKeys, expected })
      const signer = await qs.createSigner(identity, qs.systemRandom)
      const again = await qs.signGrant({ wrapped, ...named, role: grant.role, expires: null, time: grant.time, signer })
      expect(again.text).toBe(statement.text)
    })
  })
}
