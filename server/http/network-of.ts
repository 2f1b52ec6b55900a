import { isIPv6 } from 'node:net'

/** The first 64 bits of an IPv6 address; anything else, and an IPv4 address in IPv6 form, as it is. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
