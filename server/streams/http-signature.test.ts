import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js'
import { expect, test } from 'vitest'
import { HttpSigner, signatureBase, signatureParameters } from './http-signature.ts'

/** The example of c2sp.org/httpsig-pq for ML-DSA-65. */
const COMPONENTS = [
  ['@method', 'GET'],
  ['@target-uri', 'https://example.com/foo?param=Value&Pet=dog'],
  ['host', 'example.com'],
  ['date', 'Mon, 06 Jul 2026 20:00:00 GMT'],
] as const

test('what is signed is the base of RFC 9421, as in the example of the standard', () => {
  const parameters = signatureParameters(COMPONENTS, { created: 1_783_368_000, keyId: 'test-key-mldsa65' })
  expect(signatureBase(COMPONENTS, parameters)).toBe(
    [
      '"@method": GET',
      '"@target-uri": https://example.com/foo?param=Value&Pet=dog',
      '"host": example.com',
      '"date": Mon, 06 Jul 2026 20:00:00 GMT',
      '"@signature-params": ("@method" "@target-uri" "host" "date");created=1783368000;keyid="test-key-mldsa65";alg="ml-dsa-65"',
    ].join('\n'),
  )
})

test('the key follows from the secret of the installation, and is named by its thumbprint', async () => {
  const [one, again, other] = [1, 1, 2].map((byte) => new HttpSigner(Buffer.alloc(32, byte)))
  expect(await one?.key()).toEqual(await again?.key())
  expect((await other?.key())?.kid).not.toBe((await one?.key())?.kid)
  expect(await one?.key()).toMatchObject({ kty: 'AKP', alg: 'ML-DSA-65', kid: expect.stringMatching(/^[\w-]{43}$/) })
})

test('the signature covers address, body and headers', async () => {
  const signer = new HttpSigner(Buffer.alloc(32, 1))
  const request = { url: 'https://example.com/hook', body: '{}', headers: { 'webhook-id': 'msg_1' } }
  const headers = await signer.headersOf(request, 1_783_368_000)
  const publicKey = Buffer.from((await signer.key()).pub, 'base64url')
  const signature = Buffer.from(String(headers['signature']).slice(4, -1), 'base64')
  const isSigned = (url: string, digest: string | undefined, id: string) => {
    const parameters = String(headers['signature-input']).slice(3)
    const base = signatureBase(
      [
        ['@method', 'POST'],
        ['@target-uri', url],
        ['content-digest', digest ?? ''],
        ['webhook-id', id],
      ],
      parameters,
    )
    return ml_dsa65.verify(signature, Buffer.from(base), publicKey)
  }
  const digest = headers['content-digest']
  expect(isSigned(request.url, digest, 'msg_1')).toBe(true)
  expect(isSigned('https://example.com/other', digest, 'msg_1')).toBe(false)
  expect(isSigned(request.url, 'sha-256=:AAAA:', 'msg_1')).toBe(false)
  expect(isSigned(request.url, digest, 'msg_2')).toBe(false)
})
