/** What a browser finds out about the newest time stamp of the public log, without a parser of certificates. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8 } from '#crypto/encoding.ts'
import { readStampClaim } from '#ledger/timestamp/read-stamp.ts'
import { askAuthority } from '#server/ledger/timestamps/ask-authority.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { newLogMemory } from '#vault/ledger/log-memory.ts'
import { lastTimestamp } from '#vault/ledger/last-timestamp.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type Authority, hasOpenssl, startAuthority } from '../support/timestamp/authority.ts'
import { grow, silent } from './witness-stage.ts'

describe.skipIf(!hasOpenssl)('the newest time stamp, as a browser checks it [needs openssl]', () => {
  let server: TestServer
  let authority: Authority
  let ada: VaultPerson
  let ledger: Ledger
  beforeAll(async () => {
    server = await startServer()
    authority = await startAuthority()
    ada = await personWithVault(server)
    const ledgerTimestamps = { url: authority.url, trusted: authority.rootPem }
    ledger = new Ledger({ ...server, config: { ...server.config, ledgerTimestamps }, clock: server.clock })
  })
  beforeEach(async () => {
    await server.database.owner('delete from ledger.timestamps')
    await grow(server, ledger)
  })
  afterAll(async () => {
    authority.stop()
    await server.stop()
  })

  const look = () => {
    const memory = newLogMemory()
    return lastTimestamp(ada.api, { memory, userId: ada.userId, nowMs: Date.now() })
  }
  async function kept() {
    const { rows } = await server.database.owner<{ stamped: string; reply: Buffer; stamped_at: Date; size: number }>(
      'select stamped, reply, stamped_at, size::int from ledger.timestamps',
    )
    const [row] = rows
    if (!row) throw new Error('nothing was stamped')
    return row
  }

  test('is none where nobody stamped', async () => {
    expect(await look()).toBeUndefined()
  })

  test('is of this log, at the time that the stamp says, also when the log grew since', async () => {
    await ledger.askAuthority(silent)
    const { size, stamped_at: at } = await kept()
    const expected = { state: 'of_this_log', size, atMs: at.getTime(), authority: 'Authority' }
    expect(await look()).toEqual(expected)
    await grow(server, ledger)
    expect(await look()).toEqual(expected)
  })

  test('of another text, of another history, or one that cannot be read is none of this log', async () => {
    await ledger.askAuthority(silent)
    const { stamped, reply } = await kept()
    const wrong = { state: 'of_something_else' }
    const put = (text: string, answer: Uint8Array) =>
      server.database.owner('update ledger.timestamps set stamped = $1, reply = $2', [text, Buffer.from(answer)])

    await put(stamped.replace('/anchor', '/another'), reply)
    expect(await look()).toEqual(wrong)
    const forged = stamped.replace(/\n[^\n]+\n$/, `\n${Buffer.alloc(32, 7).toString('base64')}\n`)
    const stamp = await askAuthority({ url: authority.url, trusted: authority.rootPem }, utf8(forged))
    if ('problem' in stamp) throw new Error(stamp.problem)
    await put(forged, stamp.reply)
    expect(await look(), 'stamped, and never in the log').toEqual(wrong)
    await put(stamped, reply.subarray(0, 100))
    expect(await look()).toEqual(wrong)
    await put(stamped, reply)
    expect(await look()).toMatchObject({ state: 'of_this_log' })
  })

  test('an answer that was cut or changed anywhere is malformed, or claims something else, and ends nothing', async () => {
    await ledger.askAuthority(silent)
    const { stamped, reply } = await kept()
    expect(readStampClaim(reply).imprint).toEqual(sha256(utf8(stamped)))
    const bytes = new Uint8Array(reply)
    for (let at = 0; at < bytes.length; at += 3) {
      expect(() => readStampClaim(bytes.subarray(0, at)), `cut at ${at}`).toThrow(
        expect.objectContaining({ code: 'malformed' }),
      )
      const changed = bytes.slice()
      changed[at] = (changed[at] ?? 0) ^ 0x55
      try {
        readStampClaim(changed)
      } catch (error) {
        expect(error, `changed at ${at}`).toMatchObject({ code: 'malformed' })
      }
    }
  })
})
