import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js'
import { fromHex, toHex, utf8 } from '#crypto/encoding.ts'
import { concat, uint } from '#crypto/bytes.ts'
import { systemRandom } from '#crypto/primitives/random.ts'
import { fromBase64, fromLooseBase64, toBase64 } from './base64.ts'
import { type Checkpoint, formatCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { formatNote, type Note, parseNote } from './note.ts'
import { ed25519Cosigner, ed25519Signer, mlDsaCosigner, type NoteSigner } from './sign.ts'
import { formatVerifierKey, parseVerifierKey, verifierKey } from './verifier-key.ts'
import { verifyNote } from './verify.ts'

const malformed = expect.objectContaining({ code: 'malformed' })
const NOW = 1_790_000_000

/** The example of c2sp.org/signed-note. */
const EXAMPLE_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const EXAMPLE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`
/** A checkpoint of c2sp.org/tlog-cosignature. */
const CHECKPOINT = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
`

describe('a note', () => {
  test('of the specification is read, written and verified', async () => {
    const key = parseVerifierKey(EXAMPLE_KEY)
    expect(formatVerifierKey(key)).toBe(EXAMPLE_KEY)
    expect(formatNote(parseNote(EXAMPLE))).toBe(EXAMPLE)
    expect(await verifyNote(parseNote(EXAMPLE), [key])).toEqual([{ key, seconds: undefined }])
    const other = parseNote(EXAMPLE.replace('example message', 'exbmple message'))
    await expect(verifyNote(other, [key])).rejects.toMatchObject({ code: 'bad_signature' })
  })

  test('may have empty lines in its text', () => {
    const note = parseNote(`a\n\nb\n\n${EXAMPLE.slice(EXAMPLE.indexOf('—'))}`)
    expect(note.text).toBe('a\n\nb\n')
  })

  const line = EXAMPLE.slice(EXAMPLE.indexOf('—'))
  test.each([
    '',
    '\n',
    'text\n',
    'text\n\n',
    `text\n${line}`,
    `text${line}`,
    `text\n\n${line.slice(0, -1)}`,
    `text\n\n${line}\n`,
    `text\n\n${line} `,
    `text\r\n\n${line}`,
    `te\u0000xt\n\n${line}`,
    `te\ud800xt\n\n${line}`,
    `text\n\n${line.replace('—', '-')}`,
    `text\n\n${line.replace('example.com/foo', 'a+b')}`,
    `text\n\n${line.replace('example.com/foo', 'a\u00a0b')}`,
    `text\n\n${line.replace('example.com/foo ', '')}`,
    `text\n\n${line.replace(/ U.*=/, ' Uw2QOg==')}`,
    `text\n\n${line.replace('=', '')}`,
    `text\n\n${line.repeat(101)}`,
    `${'x'.repeat(300_000)}\n\n${line}`,
  ])('%# that is no note is refused', (text) => {
    expect(() => parseNote(text)).toThrow(malformed)
  })

  test('is read back as it was written, and nothing else is read as an error of another kind', () => {
    const lines = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed() && !/\p{Cc}/u.test(text))
    fc.assert(
      fc.property(lines, fc.uint8Array({ minLength: 1, maxLength: 100 }), (text, signature) => {
        const note: Note = { text: `${text}\n`, signatures: [{ name: 'a', keyId: '01020304', signature }] }
        expect(parseNote(formatNote(note))).toEqual(note)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => parseNote(text)).toThrow(malformed)
      }),
    )
  })
})

describe('a key as text', () => {
  test.each([
    '',
    'name',
    EXAMPLE_KEY.replace('530d903a', '530d903b'),
    EXAMPLE_KEY.replace('example.com/foo', 'example.com/bar'),
    EXAMPLE_KEY.replace('+Ae', '+Ce'),
    `${EXAMPLE_KEY}AA==`,
    EXAMPLE_KEY.slice(0, -4),
  ])('%# that is none is refused', (text) => {
    expect(() => parseVerifierKey(text)).toThrow(malformed)
  })

  test('of a name with spaces, and of another length, is not made', () => {
    expect(() => verifierKey('a b', 'ed25519', new Uint8Array(32))).toThrow(malformed)
    expect(() => verifierKey('a', 'ed25519', new Uint8Array(31))).toThrow(malformed)
    expect(() => verifierKey('a', 'ml-dsa-44-cosignature', new Uint8Array(32))).toThrow(malformed)
  })
})

describe('a checkpoint', () => {
  const root = fromBase64('CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=')

  test('of the specification is read and written', () => {
    const checkpoint = { origin: 'example.com/behind-the-sofa', size: 20_852_163, root, extensions: [] }
    expect(parseCheckpoint(CHECKPOINT)).toEqual(checkpoint)
    expect(formatCheckpoint(checkpoint)).toBe(CHECKPOINT)
    expect(parseCheckpoint(`${CHECKPOINT}more\n`).extensions).toEqual(['more'])
  })

  test.each([
    '',
    CHECKPOINT.slice(0, -1),
    CHECKPOINT.replace('20852163', '020852163'),
    CHECKPOINT.replace('20852163', '-1'),
    CHECKPOINT.replace('20852163', '1e3'),
    CHECKPOINT.replace('20852163', '9007199254740992'),
    CHECKPOINT.replace('example.com/behind-the-sofa', ''),
    CHECKPOINT.replace('q2I=', 'q2J='),
    CHECKPOINT.replace('CsUY', ''),
    `${CHECKPOINT}\n`,
    `${CHECKPOINT}\nmore\n`,
  ])('%# that is none is refused', (text) => {
    expect(() => parseCheckpoint(text)).toThrow(malformed)
  })

  test.each<Partial<Checkpoint>>([
    { origin: '' },
    { origin: 'a\nb' },
    { size: -1 },
    { size: 0.5 },
    { extensions: [''] },
  ])('with %j is not written', (changes) => {
    const checkpoint = { origin: 'a', size: 1, root, extensions: [], ...changes }
    const text = () => formatCheckpoint(checkpoint)
    // Two lines in one field are read as other fields.
    expect(() => expect(parseCheckpoint(text())).toEqual(checkpoint)).toThrow()
  })
})

describe('a cosignature', () => {
  const makers: [string, () => Promise<NoteSigner>][] = [
    ['Ed25519', () => ed25519Cosigner('witness.example', new Uint8Array(32).fill(3))],
    ['ML-DSA-44', () => mlDsaCosigner('witness.example', new Uint8Array(32).fill(3), systemRandom)],
  ]

  test.each(makers)('in %s holds with its time, for its checkpoint', async (_, makeSigner) => {
    const signer = await makeSigner()
    const signature = await signer.sign(CHECKPOINT, NOW)
    const verify = (note: Note) => verifyNote(note, [signer.key])
    expect(await verify({ text: CHECKPOINT, signatures: [signature] })).toEqual([{ key: signer.key, seconds: NOW }])

    const bad = { code: 'bad_signature' }
    const larger = CHECKPOINT.replace('20852163', '20852164')
    await expect(verify({ text: larger, signatures: [signature] })).rejects.toMatchObject(bad)
    const later = concat(uint(NOW + 1, 8), signature.signature.subarray(8))
    await expect(verify({ text: CHECKPOINT, signatures: [{ ...signature, signature: later }] })).rejects.toMatchObject(
      bad,
    )
    const noTime = concat(new Uint8Array(8).fill(255), signature.signature.subarray(8))
    await expect(verify({ text: CHECKPOINT, signatures: [{ ...signature, signature: noTime }] })).rejects.toMatchObject(
      bad,
    )
    await expect(
      verify({ text: CHECKPOINT, signatures: [{ ...signature, signature: signature.signature.subarray(0, 7) }] }),
    ).rejects.toMatchObject(bad)
  })

  test.each(makers)('in %s is made of checkpoints only', async (_, makeSigner) => {
    await expect((await makeSigner()).sign('any text\n', NOW)).rejects.toMatchObject({ code: 'malformed' })
  })

  test('in ML-DSA-44 is over the bytes that the specification draws', async () => {
    const signer = await mlDsaCosigner('w', new Uint8Array(32).fill(3), systemRandom)
    const { signature } = await signer.sign(CHECKPOINT, NOW)
    const text = (value: string): string => toHex(concat(uint(value.length, 1), utf8(value)))
    const message = [
      toHex(utf8('subtree/v1\n')),
      '00',
      text('w'),
      toHex(uint(NOW, 8)),
      text('example.com/behind-the-sofa'),
      '0000000000000000',
      toHex(uint(20_852_163, 8)),
      toHex(fromBase64('CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=')),
    ].join('')
    expect(signature).toHaveLength(8 + 2420)
    expect(ml_dsa44.verify(signature.subarray(8), fromHex(message), signer.key.publicKey)).toBe(true)
  })
})

describe('of the signatures below a note', () => {
  test('those of unknown keys are ignored, and one key counts once', async () => {
    const [log, stranger] = [
      await ed25519Signer('log', new Uint8Array(32)),
      await ed25519Signer('log', systemRandom(32)),
    ]
    const own = await log.sign(CHECKPOINT, NOW)
    const foreign = await stranger.sign(CHECKPOINT, NOW)
    const note = { text: CHECKPOINT, signatures: [foreign, own, own] }
    expect(await verifyNote(note, [log.key])).toEqual([{ key: log.key, seconds: undefined }])
    expect(await verifyNote(note, [])).toEqual([])
  })

  test('one under a known name and id that does not hold refuses the note, though another holds', async () => {
    const log = await ed25519Signer('log', new Uint8Array(32))
    const own = await log.sign(CHECKPOINT, NOW)
    const forged = { ...own, signature: own.signature.map((byte) => byte ^ 1) }
    const note = { text: CHECKPOINT, signatures: [own, forged] }
    await expect(verifyNote(note, [log.key])).rejects.toMatchObject({ code: 'bad_signature' })
  })
})

test('a signature is read whatever its unused bits, and its alphabet is not another one', () => {
  for (const text of ['YR==', 'YX==', 'YQ==']) expect(fromLooseBase64(text)).toEqual(utf8('a'))
  expect(fromLooseBase64('YWJ=')).toEqual(fromLooseBase64('YWI='))
  expect(fromLooseBase64('')).toEqual(new Uint8Array())
  for (const text of ['a', 'YW5', 'YW5-', 'YW55=', '=', '==', 'YQ===', ' YW55'])
    expect(() => fromLooseBase64(text), text).toThrow(malformed)
})

test('base64 has one text', () => {
  expect(fromBase64(toBase64(utf8('any')))).toEqual(utf8('any'))
  for (const text of ['a', 'YW55=', 'YW5', 'YW5-', 'YR==', ' YW55']) expect(() => fromBase64(text)).toThrow(malformed)
})
