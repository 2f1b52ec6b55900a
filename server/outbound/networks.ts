import { BlockList, isIP } from 'node:net'

/** What is not on the public internet, by the registries of special addresses (RFC 6890 and after). */
const SPECIAL_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const
/** Everything else (loopback, unique local, link-local, multicast, forms that carry an IPv4 address, NAT64) lies outside this one. */
const GLOBAL_V6 = ['2000::', 3] as const
const SPECIAL_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const special = new BlockList()
for (const [network, bits] of SPECIAL_V4) special.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of SPECIAL_V6) special.addSubnet(network, bits, 'ipv6')
const global = new BlockList()
global.addSubnet(...GLOBAL_V6, 'ipv6')

/** Whether an address of IPv4 or IPv6, in any notation, is one of the public internet. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4')
  // A zone names an interface of this machine.
  return (
    isIP(address) === 6 && !address.includes('%') && global.check(address, 'ipv6') && !special.check(address, 'ipv6')
  )
}

/** What the operator allows beside the public internet. */
export class PrivateHosts {
  readonly #names = new Set<string>()
  readonly #networks = new BlockList()

  /** @param list of host names, addresses and networks such as `10.1.0.0/16`. @throws {Error} naming what is none of these. */
  constructor(list: readonly string[]) {
    for (const entry of list) this.#add(entry)
  }

  allows(host: string, address: string): boolean {
    return this.#names.has(host.toLowerCase()) || this.#networks.check(address, familyOf(address))
  }

  #add(entry: string): void {
    const [address = '', bits, ...others] = entry.split('/')
    const isNetwork = bits !== undefined && /^\d{1,3}$/.test(bits) && others.length === 0
    if (isIP(address) && isNetwork && Number(bits) <= (isIP(address) === 4 ? 32 : 128)) {
      this.#networks.addSubnet(address, Number(bits), familyOf(address))
    } else if (isIP(entry)) this.#networks.addAddress(entry, familyOf(entry))
    else if (/^[a-z0-9_]([a-z0-9._-]*[a-z0-9])?$/i.test(entry)) this.#names.add(entry.toLowerCase())
    else
      throw new Error(`Bad configuration: OUTBOUND_PRIVATE_HOSTS holds ${entry}, which is no host, address or network`)
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
