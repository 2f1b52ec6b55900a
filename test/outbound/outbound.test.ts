import { once } from 'node:events'
import net from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Outbound } from '#server/outbound/outbound.ts'
import { readOutbound } from '#server/outbound/outbound-settings.ts'
import { type DnsServer, startDnsServer } from '../support/counterparts/dns-server.ts'
import { type HttpReceiver, startHttpReceiver } from '../support/counterparts/http-receiver.ts'
import { createAuthority } from '../support/counterparts/test-authority.ts'

const NAME = 'receiver.example.test'
const authority = createAuthority()
let dns: DnsServer
let plain: HttpReceiver
let secure: HttpReceiver
beforeAll(async () => {
  dns = await startDnsServer()
  plain = await startHttpReceiver()
  secure = await startHttpReceiver(authority)
})
afterAll(() => Promise.all([dns.stop(), plain.kill(), secure.kill()]))
afterEach(() => {
  dns.hosts.clear()
  for (const one of [plain, secure]) {
    one.received.length = 0
    one.answer = (_request, response) => void response.writeHead(200).end('{}')
  }
})

/** @param hosts that the operator allows. */
const outbound = (hosts: string) =>
  new Outbound(readOutbound({ OUTBOUND_PRIVATE_HOSTS: hosts, OUTBOUND_CA: undefined }, [dns.address]))
const get = (address: string, { hosts = '', ca }: { hosts?: string; ca?: string } = {}) =>
  outbound(hosts).request(address, { method: 'GET', ca })
const ofPlain = (host: string) => `http://${host}:${plain.port}/`
const ofSecure = (host: string) => `https://${host}:${secure.port}/`
const { ca } = authority

describe('nothing is sent', () => {
  test.each([
    'localhost',
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[fe80::1]',
    '[fd00::1]',
    '10.0.0.1',
    '169.254.169.254',
  ])('to %s', async (host) => {
    dns.hosts.set('localhost', [['127.0.0.1']])
    await expect(get(ofSecure(host), { ca })).rejects.toThrow('private network')
    expect(secure.received).toEqual([])
  })

  test('to a name that leads into a private network, also when another of its addresses does not', async () => {
    dns.hosts.set(NAME, [['127.0.0.1']])
    await expect(get(ofSecure(NAME), { ca })).rejects.toThrow('private network')
    dns.hosts.set(NAME, [['1.1.1.1', '127.0.0.1']])
    await expect(get(ofSecure(NAME), { ca })).rejects.toThrow('private network')
    expect(secure.received).toEqual([])
  })

  test('without TLS, but to hosts that the operator allows', async () => {
    await expect(get('http://1.1.1.1/')).rejects.toThrow('must begin with https://')
    expect(await get(ofPlain('127.0.0.1'), { hosts: '127.0.0.0/8' })).toMatchObject({ status: 200 })
  })

  test.each(['ftp://example.com', 'file:///etc/passwd', 'hello', ''])('to %s', async (address) => {
    await expect(get(address)).rejects.toThrow('must begin with https://')
  })

  test('to an address that holds a password', async () => {
    await expect(get('https://name:password@example.com/')).rejects.toThrow('must not hold a name and password')
  })

  test('to a host that nobody knows', async () => {
    await expect(get('https://nobody.example.test/')).rejects.toThrow('DNS knows no such host')
  })
})

test('a name is looked up once: what DNS says a moment later changes nothing', async () => {
  dns.hosts.set(NAME, [['127.0.0.2'], ['127.0.0.1']])
  expect(await get(ofSecure(NAME), { hosts: '127.0.0.2', ca })).toMatchObject({ status: 200 })
  expect(secure.received.map(({ localAddress }) => localAddress)).toEqual(['127.0.0.2'])
  await expect(get(ofSecure(NAME), { hosts: '127.0.0.2', ca })).rejects.toThrow('private network')
})

test('a certificate is trusted by who issued it, and for its name', async () => {
  await expect(get(ofSecure('127.0.0.1'), { hosts: '127.0.0.1' })).rejects.toThrow('not trusted here')
  const trusting = new Outbound(readOutbound({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1', OUTBOUND_CA: ca }, [dns.address]))
  expect(await trusting.request(ofSecure('127.0.0.1'), { method: 'GET' })).toMatchObject({ status: 200 })
  dns.hosts.set('other.example.test', [['127.0.0.1']])
  await expect(get(ofSecure('other.example.test'), { hosts: '127.0.0.1', ca })).rejects.toThrow('for another host')
})

test('a redirect is an answer, and is not followed', async () => {
  plain.answer = (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end()
  expect(await get(ofPlain('127.0.0.1'), { hosts: '127.0.0.1' })).toMatchObject({ status: 302 })
  expect(plain.received.map(({ url }) => url)).toEqual(['/'])
})

test('of an answer that does not end, the beginning is read', async () => {
  let sent = 0
  plain.answer = (_request, response) => {
    response.writeHead(200)
    const more = (): void => {
      while (!response.destroyed && sent < 2 ** 30) {
        sent += 2 ** 16
        if (!response.write('a'.repeat(2 ** 16))) return void response.once('drain', more)
      }
    }
    more()
  }
  const { body, isCut } = await get(ofPlain('127.0.0.1'), { hosts: '127.0.0.1' })
  expect({ length: body.length, isCut }).toEqual({ length: 2 ** 16, isCut: true })
  expect(sent).toBeLessThan(2 ** 28)
})

test('who takes the connection and says nothing is given up', async () => {
  plain.answer = () => undefined
  const unanswered = expect(get(ofPlain('127.0.0.1'), { hosts: '127.0.0.1' })).rejects.toThrow('did not answer in time')
  const silent = net.createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  await expect(get(`https://127.0.0.1:${port}/`, { hosts: '127.0.0.1' })).rejects.toThrow('did not answer in time')
  await unanswered
  silent.close()
})

test('what goes wrong is said without what the other side sent', async () => {
  await expect(get('http://127.0.0.1:1/', { hosts: '127.0.0.1' })).rejects.toThrow('nothing answers at this port')
  plain.answer = (_request, response) => void response.socket?.destroy()
  await expect(get(ofPlain('127.0.0.1'), { hosts: '127.0.0.1' })).rejects.toThrow('the connection was cut')
  await expect(get(`https://127.0.0.1:${plain.port}/`, { hosts: '127.0.0.1' })).rejects.toThrow('TLS')
  const rude = net.createServer((socket) => void socket.end('220 secret banner\r\n')).listen(0, '127.0.0.1')
  await once(rude, 'listening')
  const address = rude.address()
  const port = typeof address === 'object' ? address?.port : undefined
  await expect(get(`http://127.0.0.1:${port}/`, { hosts: '127.0.0.1' })).rejects.toThrow('is not HTTP')
  rude.close()
})
