import http from 'node:http'
import { Outbound, hostOf, type OutboundSettings } from '../../outbound/outbound.ts'
import { asOutboundError } from '../../outbound/outbound-error.ts'
import { type Check, noneOf } from '../check.ts'
import { onLoopback } from './loopback.ts'
import { withNames } from './own-names.ts'

/** Hands out credentials of the machine in most clouds: nobody may allow it. */
const METADATA = '169.254.169.254'

/** Of this machine and of networks around it, in notations that a parser may take for something else. */
const PRIVATE = [
  METADATA,
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  '64:ff9b::7f00:1',
  'fd00::1',
  'fe80::1',
  // Decimal, octal, hexadecimal, short.
  hostOf(new URL('https://2130706433/')),
  hostOf(new URL('https://0177.0.0.1/')),
  hostOf(new URL('https://0x7f.1/')),
  hostOf(new URL('https://127.1/')),
  'localhost',
]

/** INT-05 */
export const privateNetworksAreRefused: Check = async ({ services: { config } }) => {
  const { privateHosts } = config.outbound
  const allowed = PRIVATE.filter(
    (host) => host !== METADATA && privateHosts.allows(host, host === 'localhost' ? '127.0.0.1' : host),
  )
  const tried = PRIVATE.filter((host) => !allowed.includes(host))
  const found = [
    ...(await reached(config.outbound, tried)),
    ...(await reachedByRebinding(config.outbound)),
    ...(await reachedSink(config.outbound, tried)),
  ]
  return noneOf(found, 'An address that somebody types may lead to', { tried: tried.length, allowed })
}

/** Asks the guard alone: nothing is sent anywhere. */
async function reached(settings: OutboundSettings, hosts: readonly string[]): Promise<string[]> {
  const guard = new Outbound(settings)
  const passes = await Promise.all(hosts.map(async (host) => ({ host, isOpen: await isOpen(guard, host) })))
  return passes.filter(({ isOpen }) => isOpen).map(({ host }) => host)
}

async function isOpen(guard: Outbound, host: string): Promise<boolean> {
  try {
    await guard.examine(host, { isPlain: false })
    return true
  } catch (error) {
    // Whatever else it says, it did not look whether it may.
    return !['private_network', 'needs_https', 'unknown_host'].includes(asOutboundError(error).code)
  }
}

const MIXED = 'mixed.probe.test'
const INNER = 'inner.probe.test'

/** A name whose owner answers with an address of ours, alone or beside one of the internet. */
async function reachedByRebinding(settings: OutboundSettings): Promise<string[]> {
  const addresses = new Map([
    [MIXED, ['1.1.1.1', METADATA]],
    [INNER, [METADATA]],
  ])
  return withNames(addresses, (server) => reached({ ...settings, dnsServers: [server] }, [MIXED, INNER]))
}

/** Sends to a port of this machine, where nothing of ours is but the one that counts who comes. */
async function reachedSink(settings: OutboundSettings, hosts: readonly string[]): Promise<string[]> {
  let came = 0
  const sink = http.createServer((_request, response) => response.end())
  sink.on('connection', () => came++)
  return onLoopback(sink, async (port) => {
    const outbound = new Outbound(settings)
    const found: string[] = []
    for (const host of hosts.filter((one) => /^127|^localhost$|^::1$/.test(one))) {
      const before = came
      await outbound
        .request(`https://${host.includes(':') ? `[${host}]` : host}:${port}/`, { method: 'GET' })
        .catch(() => undefined)
      if (came > before) found.push(`${host} (a connection came)`)
    }
    return found
  })
}
