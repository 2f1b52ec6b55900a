import { describe, expect, test } from 'vitest'
import { toBase64Url, utf8 } from '#crypto/encoding.ts'
import { ed25519Scheme } from '#crypto/primitives/ed25519.ts'
import { RECEIPT_EVENTS, RECEIPT_LENGTH } from '#contract/audit/receipts.ts'
import { ed25519Signer } from '../notes/sign.ts'
import { readReceipt, type Receipt, signReceipt, verifyReceipt } from './receipt.ts'

const seed = new Uint8Array(32).fill(1)
const scheme = await ed25519Scheme('noble')
const [publicKey, sign] = [await scheme.publicKey(seed), await scheme.signer(seed)]

const receipt: Receipt = {
  log: 'vault.example/audit/t/0b2d3c6e-6f0f-4c8e-9d0c-2b9f3f6a1c11',
  at: 1_795_650_000_123,
  nonce: 'AAECAwQFBgcICQoLDA0ODw',
  events: [{ id: '5f0c1a52-1111-4a8e-8a3e-2f6d6e0b7c01', leaf: new Uint8Array(32).fill(9) }],
}
const form = (value: object): string => `v1.${toBase64Url(utf8(JSON.stringify(value)))}.${'A'.repeat(86)}`

describe('a receipt', () => {
  test('is read as it was written, under the key of the log alone', async () => {
    const text = await signReceipt(receipt, sign)
    expect(await verifyReceipt(text, publicKey)).toEqual(receipt)
    const other = await scheme.publicKey(new Uint8Array(32).fill(2))
    await expect(verifyReceipt(text, other)).rejects.toMatchObject({ code: 'bad_signature' })
  })

  test('has one text', async () => {
    expect(await signReceipt(receipt, sign)).toMatchInlineSnapshot(
      `"v1.eyJldmVudHMiOltbIjVmMGMxYTUyLTExMTEtNGE4ZS04YTNlLTJmNmQ2ZTBiN2MwMSIsIkNRa0pDUWtKQ1FrSkNRa0pDUWtKQ1FrSkNRa0pDUWtKQ1FrSkNRa0pDUWsiXV0sImxvZyI6InZhdWx0LmV4YW1wbGUvYXVkaXQvdC8wYjJkM2M2ZS02ZjBmLTRjOGUtOWQwYy0yYjlmM2Y2YTFjMTEiLCJub25jZSI6IkFBRUNBd1FGQmdjSUNRb0xEQTBPRHciLCJ0IjoxNzk1NjUwMDAwMTIzLCJ2IjoxfQ.QekN3br8z_dwEqk-88IZHV2P9sicfV0I9ijG_hX_Yf7evcCIPfBLjoDMXHtKRSoSea8RwJ0hcSLIW-rQ3iU-Aw"`,
    )
  })

  test('is refused with any of its characters changed', async () => {
    const text = await signReceipt(receipt, sign)
    for (let i = 0; i < text.length; i += 7) {
      const changed = text.slice(0, i) + (text[i] === 'B' ? 'C' : 'B') + text.slice(i + 1)
      await expect(verifyReceipt(changed, publicKey), `character ${i}`).rejects.toMatchObject({ name: 'LedgerError' })
    }
  })

  test('is no signature of a note, nor the other way round', async () => {
    const signer = await ed25519Signer(receipt.log, seed)
    const [, statement = ''] = (await signReceipt(receipt, sign)).split('.')
    const text = new TextDecoder().decode(Buffer.from(statement, 'base64url'))
    const { signature } = await signer.sign(text, 0)
    await expect(verifyReceipt(`v1.${statement}.${toBase64Url(signature)}`, publicKey)).rejects.toMatchObject({
      code: 'bad_signature',
    })
  })

  test('of the greatest length fits a header', async () => {
    const events = Array.from({ length: RECEIPT_EVENTS }, () => receipt.events).flat()
    expect((await signReceipt({ ...receipt, events }, sign)).length).toBeLessThan(RECEIPT_LENGTH)
    const more = { ...receipt, events: [...events, ...receipt.events] }
    await expect(signReceipt(more, sign)).rejects.toMatchObject({ code: 'malformed' })
  })
})

test.each([
  ['nothing', ''],
  ['another form', 'v2.e30.e30'],
  ['too long', `v1.${'A'.repeat(5000)}.AA`],
  ['no JSON', `v1.${toBase64Url(utf8('{'))}.AA`],
  ['a part too many', `${form({ events: [], log: 'x', nonce: null, t: 1, v: 1 })}.AA`],
  ['no event', form({ events: [], log: 'x', nonce: null, t: 1, v: 1 })],
  [
    'a short leaf',
    form({ events: [['5f0c1a52-1111-4a8e-8a3e-2f6d6e0b7c01', 'AA']], log: 'x', nonce: null, t: 1, v: 1 }),
  ],
  ['no id', form({ events: [['x', 'A'.repeat(43)]], log: 'x', nonce: null, t: 1, v: 1 })],
  [
    'a field too many',
    form({
      events: [['5f0c1a52-1111-4a8e-8a3e-2f6d6e0b7c01', 'A'.repeat(43)]],
      log: 'x',
      more: 1,
      nonce: null,
      t: 1,
      v: 1,
    }),
  ],
  ['null', form(null as never)],
])('what is no receipt is malformed: %s', (_name, text) => {
  expect(() => readReceipt(text)).toThrow(expect.objectContaining({ code: 'malformed' }))
})
