import { describe, expect, test } from 'vitest'
import { toBase64Url } from '../encoding.ts'
import { deriveLink } from '../envelope/link.ts'
import { checkKdfParameters, derivePassword, type KdfParameters, newKdfParameters } from './password.ts'
import { systemRandom } from '../primitives/random.ts'

const good = newKdfParameters(systemRandom)

describe('password derivation', () => {
  test('new parameters are 64 MiB, three passes, four lanes', () => {
    expect(good).toMatchObject({ m: 65_536, t: 3, p: 4, v: 1 })
    expect(good.salt.length).toBe(16)
    expect(() => checkKdfParameters(good)).not.toThrow()
  })

  const refused: [string, Partial<KdfParameters>][] = [
    ['less memory', { m: 65_535 }],
    ['memory that freezes the device', { m: 1024 * 1024 + 1 }],
    ['fewer passes', { t: 2 }],
    ['too many passes', { t: 11 }],
    ['no lanes', { p: 0 }],
    ['too many lanes', { p: 17 }],
    ['a short salt', { salt: new Uint8Array(15) }],
    ['a long salt', { salt: new Uint8Array(17) }],
    ['fractions', { m: 70_000.5 }],
    ['not a number', { t: Number.NaN }],
    ['an unknown version', { v: 2 }],
  ]
  test.for(refused)('a server that asks for %s is refused', async ([, change]) => {
    const parameters = { ...good, ...change }
    await expect(derivePassword({ password: 'x', parameters })).rejects.toMatchObject({ code: 'weak_parameters' })
  })

  test('the same password typed on another keyboard is the same password', async () => {
    const composed = await derivePassword({ password: 'Café', parameters: good })
    const decomposed = await derivePassword({ password: 'Cafe\u0301', parameters: good })
    expect(decomposed).toEqual(composed)
  })

  test('another password or salt gives two other secrets', async () => {
    const one = await derivePassword({ password: 'a', parameters: good })
    const other = await derivePassword({ password: 'b', parameters: good })
    const salted = await derivePassword({ password: 'a', parameters: newKdfParameters(systemRandom) })
    const secrets = [one, other, salted].flatMap(({ authSecret, kek }) => [authSecret.slice(4), toBase64Url(kek)])
    expect(new Set(secrets).size).toBe(6)
    expect(one.authSecret).toMatch(/^qs1\.[A-Za-z0-9_-]{43}$/)
  })

  test('an empty password is refused', async () => {
    await expect(derivePassword({ password: '', parameters: good })).rejects.toMatchObject({ code: 'bad_argument' })
  })
})

describe('link derivation', () => {
  test('the password is part of token and key', async () => {
    const secret = systemRandom(32)
    const open = await deriveLink({ secret })
    const locked = await deriveLink({ secret, password: { text: 'a', parameters: good } })
    const other = await deriveLink({ secret, password: { text: 'b', parameters: good } })
    expect(new Set([open, locked, other].map(({ accessToken }) => accessToken)).size).toBe(3)
    expect(new Set([open, locked, other].map(({ linkKey }) => toBase64Url(linkKey))).size).toBe(3)
  })

  test('a secret of another length is refused', async () => {
    await expect(deriveLink({ secret: systemRandom(16) })).rejects.toMatchObject({ code: 'bad_argument' })
  })
})
