import { describe, expect, test } from 'vitest'
import { addressCheck, systemRandom, toBase64Url, utf8 } from '#crypto/index.ts'
import { readAddressSecret, requireChecked, writeAddressSecret } from './address-secret.ts'

const key = systemRandom(32)
const plain = utf8('what its maker wrote')

describe('the secret of an address', () => {
  test('comes back as it was written, with its check and without', async () => {
    const check = await addressCheck('link', plain)
    for (const secret of [
      { key, check },
      { key, check: null },
    ]) {
      const fragment = writeAddressSecret(secret)
      expect(readAddressSecret(fragment)).toEqual(secret)
      expect(readAddressSecret(`#${fragment}`)).toEqual(secret)
    }
    expect(writeAddressSecret({ key, check: null })).toBe(toBase64Url(key))
  })

  test('is not read from an address that was cut off, is too long, or is none', async () => {
    const fragment = writeAddressSecret({ key, check: await addressCheck('link', plain) })
    for (const wrong of [
      '',
      '#',
      fragment.slice(0, -4),
      `${fragment}AAAA`,
      toBase64Url(key.subarray(1)),
      'not base64 !',
    ]) {
      expect(readAddressSecret(wrong)).toBeUndefined()
    }
  })
})

describe('what an address leads to', () => {
  const refused = { name: 'CryptoError', code: 'verify_failed' }

  test('is what its maker wrote', async () => {
    for (const kind of ['link', 'request'] as const) {
      await requireChecked(kind, { key, check: await addressCheck(kind, plain) }, plain)
    }
  })

  test('is refused when it is another text, or was made for another kind of address', async () => {
    const check = await addressCheck('link', plain)
    await expect(requireChecked('link', { key, check }, utf8('another text'))).rejects.toMatchObject(refused)
    await expect(requireChecked('request', { key, check }, plain)).rejects.toMatchObject(refused)
    await expect(requireChecked('link', { key, check: systemRandom(check.length) }, plain)).rejects.toMatchObject(
      refused,
    )
  })

  test('is not checked for addresses of releases that wrote no check', async () => {
    await requireChecked('link', { key, check: null }, utf8('anything'))
  })
})
