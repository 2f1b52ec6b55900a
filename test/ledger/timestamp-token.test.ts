import { ContentInfo, PKIStatusInfo, SignedData, TimeStampResp } from 'pkijs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '#crypto/primitives/random.ts'
import { readCertificates, readTimestamp, writeTimestampRequest } from '#ledger/timestamp/timestamp-token.ts'
import { type Authority, hasOpenssl, startAuthority } from '../support/timestamp/authority.ts'

const stamped = new TextEncoder().encode('vault.example/audit/anchor\n3\nqmV3IHJvb3Q=\n')

describe.skipIf(!hasOpenssl)('a time stamp of an authority [needs openssl]', () => {
  let authority: Authority
  let reply: Uint8Array
  const nonce = Uint8Array.from([0, 200, 7])
  beforeAll(async () => {
    authority = await startAuthority()
    reply = await ask(authority, stamped, nonce)
  })
  afterAll(() => authority.stop())

  async function ask({ url }: Authority, bytes: Uint8Array, number: Uint8Array): Promise<Uint8Array> {
    const body = await writeTimestampRequest(bytes, number)
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: Buffer.from(body),
    })
    return new Uint8Array(await response.arrayBuffer())
  }
  const trusted = () => readCertificates(authority.rootPem)

  test('says when the bytes existed, and who says so', async () => {
    const read = await readTimestamp(reply, { stamped, nonce, trusted: trusted() })
    expect(read.authority).toBe('Authority')
    expect(Math.abs(read.at.getTime() - Date.now())).toBeLessThan(60_000)
    expect(authority.verify(stamped, reply)).toBe(true)
  })

  test.each([new Uint8Array(8), systemRandom(16), Uint8Array.from([0x80]), Uint8Array.from([0, 0, 0x7f])])(
    'answers the request with its own number %#',
    async (number) => {
      const answer = await ask(authority, stamped, number)
      await expect(readTimestamp(answer, { stamped, nonce: number, trusted: trusted() })).resolves.toBeTruthy()
    },
  )

  test.each<[string, () => Parameters<typeof readTimestamp>[1]]>([
    ['other bytes', () => ({ stamped: stamped.slice(1), nonce, trusted: trusted() })],
    ['another request', () => ({ stamped, nonce: Uint8Array.from([9]), trusted: trusted() })],
    ['no authority at all', () => ({ stamped, nonce, trusted: [] })],
  ])('is refused for %s', async (_, asked) => {
    await expect(readTimestamp(reply, asked())).rejects.toMatchObject({ name: 'LedgerError', code: 'bad_signature' })
  })

  test('with one byte changed is refused, or says just the same', async () => {
    const asked = { stamped, nonce, trusted: trusted() }
    const read = await readTimestamp(reply, asked)
    let refused = 0
    for (let at = 0; at < reply.length; at += 3) {
      const changed = Uint8Array.from(reply, (one, i) => (i === at ? one ^ 1 : one))
      const answer = await readTimestamp(changed, asked).catch((error: unknown) => error)
      if (answer instanceof Error) refused += 1
      // Its envelope may be written in several ways: what is signed, and who signed, cannot.
      expect(answer, `byte ${at}`).toEqual(
        answer instanceof Error ? expect.objectContaining({ name: 'LedgerError' }) : read,
      )
    }
    expect(refused).toBeGreaterThan(reply.length / 4)
  })

  test('signed with a certificate for something else is refused', async () => {
    const { timeStampToken } = TimeStampResp.fromBER(bufferOf(reply))
    const info = new SignedData({ schema: timeStampToken?.content }).encapContentInfo.eContent?.getValue()
    const token = ContentInfo.fromBER(bufferOf(authority.signAsWebServer(new Uint8Array(info ?? []))))
    const forged = new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken: token })
    const bytes = new Uint8Array(forged.toSchema().toBER(false))
    await expect(readTimestamp(bytes, { stamped, nonce, trusted: trusted() })).rejects.toThrow(
      'the certificate is not one for time stamps',
    )
  })

  test('that is cut, too long or no answer at all is refused', async () => {
    const refusal = new TimeStampResp({ status: new PKIStatusInfo({ status: 2 }) })
    const others = [
      reply.slice(0, -1),
      Uint8Array.from([...reply, 0]),
      new Uint8Array(0),
      new TextEncoder().encode('<html>'),
      new Uint8Array(refusal.toSchema().toBER(false)),
    ]
    for (const bytes of others) {
      await expect(readTimestamp(bytes, { stamped, nonce, trusted: trusted() })).rejects.toMatchObject({
        code: 'malformed',
      })
    }
  })
})

const bufferOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer
test('certificates are read from PEM alone', () => {
  expect(() => readCertificates('none')).toThrow('no certificate in PEM')
  expect(() => readCertificates('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')).toThrow(
    'certificate that cannot be read',
  )
})
