import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { growLedger } from '../support/grow-ledger.ts'
import { type AlteringProxy, startAlteringProxy } from '../support/altering-proxy.ts'
import { CommandLine } from '../support/command-line.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#server/clock.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type Authority, hasOpenssl, startAuthority } from '../support/timestamp/authority.ts'

const DAY_MS = 86_400_000

/** Also the time that has passed, by which tries are repeated. */
function movedClock(): Clock & { advance: (ms: number) => void } {
  let ahead = 0
  return {
    nowMs: () => Date.now() + ahead,
    elapsedMs: () => performance.now() + ahead,
    sleep: (ms) => sleep(ms),
    advance: (ms) => void (ahead += ms),
  }
}

describe.skipIf(!hasOpenssl)('time stamps of an authority [needs openssl]', () => {
  let server: TestServer
  let authority: Authority
  let proxy: AlteringProxy
  let clock: Clock & { advance: (ms: number) => void }
  let ledger: Ledger
  let warned: string[]
  const computer = new CommandLine()
  const log = { error: () => undefined, warn: (_: object, message: string) => void warned.push(message) }
  beforeAll(async () => {
    server = await startServer()
    authority = await startAuthority()
    proxy = await startAlteringProxy(server.url)
  })
  afterAll(async () => {
    computer.remove()
    authority.stop()
    await proxy.stop()
    await server.stop()
  })
  beforeEach(async () => {
    warned = []
    await server.database.owner('delete from ledger.timestamps')
    clock = movedClock()
    ledger = new Ledger({
      config: { ...server.config, ledgerTimestamps: { url: authority.url, trusted: authority.rootPem } },
      database: server.database,
      secrets: server.secrets,
      clock,
    })
    await grow()
  })
  afterEach(() => proxy.alter([]))

  async function grow(): Promise<void> {
    await server.database.owner(
      `insert into system_audit_log (tenant_id, event_type, event_category, action) select id, 'x', 'auth', 'x' from tenants`,
    )
    await growLedger(ledger)
  }
  type Listed = { timestamps: { size: number; at: string; authority: string }[] }
  const list = async (): Promise<Listed['timestamps']> =>
    ((await (await server.fetch('/audit/v1/logs/anchor/timestamps')).json()) as Listed).timestamps
  async function verify(pem = authority.rootPem) {
    const ca = computer.makeFile('ca.pem', Buffer.from(pem))
    const { status, stdout, stderr } = await computer.run(['verify-log', proxy.url, '--timestamp-ca', ca])
    return { status, stdout: stdout.toString(), stderr }
  }

  test('everybody can check with a program that is not ours when the log existed', async () => {
    await ledger.askAuthority(log)
    const [newest, ...others] = await list()
    expect([newest?.authority, others, warned]).toEqual(['Authority', [], []])
    const path = `/audit/v1/logs/anchor/timestamps/${newest?.size}`
    const [reply, stamped] = await Promise.all([server.fetch(path), server.fetch(`${path}/stamped`)])
    expect(reply.headers.get('content-type')).toBe('application/timestamp-reply')
    const text = await stamped.text()
    expect((await (await server.fetch('/audit/v1/logs/anchor/checkpoint')).text()).startsWith(text)).toBe(true)
    expect(authority.verify(new TextEncoder().encode(text), new Uint8Array(await reply.arrayBuffer()))).toBe(true)
    const refused = await Promise.all(
      ['999999', '0', 'x'].map((size) => server.fetch(`/audit/v1/logs/anchor/timestamps/${size}`)),
    )
    expect(refused.map(({ status }) => status)).toEqual([404, 400, 400])
  })

  test('the authority is asked once a day, and only where the log grew', async () => {
    const before = authority.asked
    await ledger.askAuthority(log)
    await grow()
    await ledger.askAuthority(log)
    expect(authority.asked - before).toBe(1)
    clock.advance(DAY_MS + 60_000)
    await ledger.askAuthority(log)
    await ledger.askAuthority(log)
    expect([authority.asked - before, (await list()).length]).toEqual([2, 2])
  })

  test('an authority that does not answer as it should is named, and asked again later', async () => {
    authority.answers.push(
      () => ({ status: 503, body: new Uint8Array() }),
      () => ({ status: 503, body: new Uint8Array() }),
      () => ({ status: 200, body: new TextEncoder().encode('<html>') }),
    )
    await ledger.askAuthority(log)
    await ledger.askAuthority(log)
    expect(warned).toEqual([expect.stringContaining('it answered with status 503')])
    clock.advance(60_000)
    await ledger.askAuthority(log)
    clock.advance(120_000)
    await ledger.askAuthority(log)
    expect(warned).toEqual([expect.stringContaining('503'), expect.stringContaining('that is no time stamp')])
    expect(await list()).toEqual([])
    clock.advance(DAY_MS * 3)
    expect(await ledger.probe()).toBe('impaired')
    await ledger.askAuthority(log)
    expect(await list()).toHaveLength(1)
  })

  test('verify-log checks who stamped, and that the log still contains it', async () => {
    expect(await verify()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('No authority has stamped this log.'),
    })
    await ledger.askAuthority(log)
    await grow()
    expect(await verify()).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Stamped \d+ entries existed on .*, says Authority$/m),
    })

    const other = await startAuthority()
    expect((await verify(other.rootPem)).stderr).toContain('not signed by an authority that is trusted here')
    other.stop()
    const [newest] = await list()
    await server.database.owner(`update ledger.timestamps set stamped = replace(stamped, '/anchor', '/another')`)
    expect((await verify()).stderr).toContain('the time stamp is of something else')
    expect(newest?.size).toBeGreaterThan(0)
  })

  test('a log that was rewritten after it was stamped is noticed', async () => {
    await ledger.askAuthority(log)
    const [newest] = await list()
    const path = `/audit/v1/logs/anchor/timestamps/${newest?.size}/stamped`
    // The authority stamped another history, as a server would have it that rewrote the log.
    const forged = (await (await server.fetch(path)).text()).replace(
      /\n[^\n]+\n$/,
      `\n${Buffer.alloc(32, 7).toString('base64')}\n`,
    )
    const { askAuthority } = await import('#server/ledger/timestamps/ask-authority.ts')
    const stamp = await askAuthority(
      { url: authority.url, trusted: authority.rootPem },
      new TextEncoder().encode(forged),
    )
    if ('problem' in stamp) throw new Error(stamp.problem)
    await server.database.owner('update ledger.timestamps set stamped = $1, reply = $2', [
      forged,
      Buffer.from(stamp.reply),
    ])
    expect((await verify()).stderr).toContain('the log was rewritten since')
  })
})

test('the settings come together, with a certificate', () => {
  const url = 'https://stamp.example/'
  expect(() => readConfig({ LEDGER_TIMESTAMP_URL: url })).toThrow('belong together')
  expect(() => readConfig({ LEDGER_TIMESTAMP_URL: url, LEDGER_TIMESTAMP_CA: 'x' })).toThrow('is no certificate in PEM')
})
