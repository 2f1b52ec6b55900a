import { describe, expect, test } from 'vitest'
import { isPublic, PrivateHosts } from './networks.ts'
import { readOutbound } from './outbound-settings.ts'

describe('an address of the public internet', () => {
  test.each([
    '1.1.1.1',
    '9.255.255.255',
    '100.63.255.255',
    '172.32.0.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00::1',
  ])('is %s', (address) => expect(isPublic(address)).toBe(true))

  test.each([
    ['unspecified', '0.0.0.0'],
    ['private', '10.0.0.1'],
    ['shared by a carrier', '100.64.0.1'],
    ['of this machine', '127.0.0.1'],
    ['of this machine', '127.255.255.254'],
    ['link-local', '169.254.169.254'],
    ['private', '172.31.255.255'],
    ['of a protocol', '192.0.0.1'],
    ['for documentation', '192.0.2.1'],
    ['a relay', '192.88.99.1'],
    ['private', '192.168.1.1'],
    ['for benchmarks', '198.18.0.1'],
    ['for documentation', '198.51.100.1'],
    ['for documentation', '203.0.113.1'],
    ['for many', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['for all', '255.255.255.255'],
    ['unspecified', '::'],
    ['of this machine', '::1'],
    ['IPv4 in IPv6', '::ffff:1.1.1.1'],
    ['IPv4 in IPv6', '::ffff:7f00:1'],
    ['IPv4 in IPv6', '::127.0.0.1'],
    ['behind NAT64', '64:ff9b::7f00:1'],
    ['behind NAT64', '64:ff9b:1::1'],
    ['discarded', '100::1'],
    ['of a tunnel', '2001::1'],
    ['for documentation', '2001:db8::1'],
    ['IPv4 in IPv6', '2002:7f00:1::1'],
    ['for documentation', '3fff::1'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fdff::1'],
    ['link-local', 'fe80::1'],
    ['with a zone', '2a00::1%eth0'],
    ['for many', 'ff02::1'],
    ['none at all', 'localhost'],
  ])('is none that is %s: %s', (_why, address) => expect(isPublic(address)).toBe(false))
})

describe('what the operator allows', () => {
  const hosts = new PrivateHosts(['Loki.internal', '10.1.0.0/16', '192.168.1.7', 'fd00::/8'])

  test('is a name, an address or a network', () => {
    expect(hosts.allows('loki.internal', '10.9.9.9')).toBe(true)
    expect(hosts.allows('LOKI.internal', 'fe80::1')).toBe(true)
    expect(hosts.allows('10.1.2.3', '10.1.2.3')).toBe(true)
    expect(hosts.allows('any.example', '192.168.1.7')).toBe(true)
    expect(hosts.allows('any.example', 'fd12::1')).toBe(true)
  })

  test('is nothing beside it', () => {
    expect(hosts.allows('not-loki.internal', '10.9.9.9')).toBe(false)
    expect(hosts.allows('any.example', '10.2.0.1')).toBe(false)
    expect(hosts.allows('any.example', '192.168.1.8')).toBe(false)
  })

  test.each(['10.0.0.0/33', '10.0.0.0/8/8', 'http://a', 'a b', '10.0.0.0/x'])('is refused: %s', (entry) => {
    expect(() => new PrivateHosts([entry])).toThrow(`OUTBOUND_PRIVATE_HOSTS holds ${entry}`)
  })

  test('an authority is a certificate', () => {
    expect(() => readOutbound({ OUTBOUND_PRIVATE_HOSTS: '', OUTBOUND_CA: 'x' }, [])).toThrow(
      'OUTBOUND_CA is no certificate',
    )
  })
})
