import { expect, test } from 'vitest'
import { forwardedAddress } from './forwarded-address.ts'

test.each([
  ['90.5.5.6', '90.5.5.6'],
  ['90.5.5.6:51234', '90.5.5.6'],
  ['[2a01::1]:443', '2a01::1'],
  ['[2a01::1]', '2a01::1'],
  ['"[2a01::1]:443"', '2a01::1'],
  ['2a01::1', '2a01::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['10.9.9.9, 90.5.5.6:51234', '90.5.5.6'],
  ['unknown', undefined],
  ['_hidden:80', undefined],
  ['999.1.1.1:80', undefined],
  ['', undefined],
])('%s is the address %s', (header, address) => {
  expect(forwardedAddress(header)).toBe(address)
})
