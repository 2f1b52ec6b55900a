import { once } from 'node:events'
import net from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { startSyslogServer, SYSLOG_SERVERS, type SyslogServer } from '../support/counterparts/syslog-servers.ts'
import { createAuthority, hasOpenssl } from '../support/counterparts/test-authority.ts'
import { addStream, call, deliver, makeEvents, owner, passTime, server, stageStreams, stateOf } from './stream-stage.ts'

stageStreams()
const authority = hasOpenssl ? createAuthority() : undefined

type Written = { head: string; event: Record<string, unknown> & { details: { mark?: string } } }

function written({ lines }: SyslogServer): Written[] {
  return lines().map((line) => {
    const [, head = '', json = '{}'] = /^(.*?) (\{.*)$/.exec(line) ?? []
    return { head, event: JSON.parse(json) as Written['event'] }
  })
}

/** It writes when it likes, a moment after it read. */
const marksOf = (receiver: SyslogServer, count: number) =>
  expect
    .poll(() => written(receiver).length)
    .toBeGreaterThanOrEqual(count)
    .then(() => written(receiver).map(({ event }) => event.details.mark))

for (const { name, isThere, command } of SYSLOG_SERVERS) {
  describe(name, needs(isThere && authority, `${name} and openssl`), () => {
    test.each(['udp', 'tcp', 'tls'] as const)(
      'by %s has what was sent, as it was sent, also after it was away',
      { timeout: 60_000 },
      async (transport) => {
        if (!authority) throw new Error('there is no openssl')
        const receiver = await startSyslogServer(command, transport, authority)
        onTestFinished(() => receiver.kill())
        const address = `${transport}://127.0.0.1:${receiver.port}`
        const { id } = await addStream({ kind: 'syslog', address, ca: transport === 'tls' ? authority.ca : null })

        const details = { text: 'ä "quoted" \\ | = <13>1 \n{second: line}' }
        const [special] = await makeEvents(1, { risk: 'critical', details })
        const first = [special, ...(await makeEvents(9))]
        await deliver()
        expect(await marksOf(receiver, 10)).toEqual(first)
        const host = new URL(server.url).hostname
        expect(written(receiver)[0]).toMatchObject({
          head: `106 ${host} QuantumShield login.failed`,
          event: { event_type: 'login.failed', leaf_index: expect.any(Number), details: { ...details, mark: special } },
        })

        await receiver.kill()
        // One datagram, whose refusal comes a moment later.
        const second = await makeEvents(1)
        await deliver()
        expect(await stateOf(id)).toMatchObject({ sent: 10, failed_tries: 1, last_error: 'port_closed', waiting: 1 })
        await receiver.start()
        await passTime(id)
        await deliver()
        expect(await marksOf(receiver, 11)).toEqual(expect.arrayContaining([...first, ...second]))
        expect([...new Set(await marksOf(receiver, 11))]).toEqual([...first, ...second])
        expect(await stateOf(id)).toMatchObject({ sent: 11, last_error: null, waiting: 0 })
      },
    )

    test('by TLS is not trusted without the authority that issued its certificate', async () => {
      if (!authority) throw new Error('there is no openssl')
      const receiver = await startSyslogServer(command, 'tls', authority)
      onTestFinished(() => receiver.kill())
      const { id } = await addStream({ kind: 'syslog', address: `tls://127.0.0.1:${receiver.port}` })
      const { body } = await call(owner, 'POST', `/${id}/test`)
      expect(body).toMatchObject({ failure: { problem: 'untrusted_certificate' } })
      expect(receiver.lines()).toEqual([])
    })

    test('has lines of CEF as well', async () => {
      if (!authority) throw new Error('there is no openssl')
      const receiver = await startSyslogServer(command, 'tcp', authority)
      onTestFinished(() => receiver.kill())
      await addStream({ kind: 'syslog', format: 'cef', address: `tcp://127.0.0.1:${receiver.port}` })
      await makeEvents(1)
      await deliver()
      await expect.poll(() => receiver.lines()).toHaveLength(1)
      expect(receiver.lines()[0]).toMatch(
        /^110 \S+ QuantumShield login\.failed CEF:0\|QuantumShield\|.* cn1Label=leafIndex cn1=\d+$/,
      )
    })
  })
}

describe('a receiver by TCP', () => {
  test.each<[string, (socket: net.Socket) => void, string]>([
    ['dies with what it has not read', (socket) => void socket.once('data', () => socket.resetAndDestroy()), 'cut'],
    ['reads, and never says that it has come to the end', (socket) => void socket.resume(), 'too_late'],
  ])('that %s has not taken the batch', async (_what, behave, error) => {
    const listener = net.createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => undefined)
      behave(socket)
    })
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    onTestFinished(() => void listener.close())
    const at = listener.address()
    const port = typeof at === 'object' ? at?.port : undefined
    const { id } = await addStream({ kind: 'syslog', address: `tcp://127.0.0.1:${port}` })
    await makeEvents(3)
    await deliver()
    expect(await stateOf(id)).toMatchObject({ sent: 0, last_error: error, waiting: 3 })
  })
})
