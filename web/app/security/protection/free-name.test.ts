import { expect, test } from 'vitest'
import { freeName } from './free-name.ts'

test('a name that is free stays, a taken one is numbered past every other', () => {
  expect(freeName('Passkey', [])).toBe('Passkey')
  expect(freeName('Passkey', [null, 'Phone'])).toBe('Passkey')
  expect(freeName('Passkey', ['Passkey', 'Passkey 2', 'Passkey 4'])).toBe('Passkey 3')
})
