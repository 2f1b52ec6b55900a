import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { markdownFile, modelLabel, passageLabel } from '#contract/studio/content.ts'
import { type ModelRecord, passageHash, type RecordFacts, RecordSigner } from './record-signer.ts'

const signer = new RecordSigner(Buffer.alloc(32, 7))
const FACTS = {
  draft: 'd',
  version: 1,
  model: 'tiny 1',
  promptSha256: 'p',
  editor: 'e',
  at: '2026-11-30T00:00:00Z',
} satisfies RecordFacts
const TEXT = '# A\n\n## Why\n\nMail is open.\n\n---\n\nThe end.\n'
const BODY = TEXT.slice(5).trim()
const LABEL = `${modelLabel('tiny 1')}. ${passageLabel('big, small')}`
const fileOf = (content: string, title = 'A', label: string | undefined = LABEL) =>
  markdownFile({ title, content, meta: 'What.', keyword: 'k', tags: ['t'] }, label)
const isSame = async (content: string, record: ModelRecord) => (await signer.verify(content, record)).isSameText
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test.each([
  ['the text', TEXT, true],
  ['the text with other ends of lines', TEXT.replaceAll('\n', '\r\n'), true],
  ['its file', fileOf(TEXT), true],
  ['its file without a label', fileOf(TEXT, 'A', undefined), true],
  ['its file under another title', fileOf(TEXT, 'Other'), true],
  ['the text under another title', TEXT.replace('# A', '# Approved by the board'), false],
  ['a file with a title of its own', fileOf(TEXT).replace('---\n\n', '---\n\n# Approved\n\n'), false],
  ['a line that looks like a label', fileOf(TEXT, 'A', 'Text approved by the board'), false],
  ['a second label', fileOf(TEXT).replace('\n\n---', `\n\n*${LABEL}*\n\n---`), false],
  ['a field that was added', fileOf(TEXT).replace('\n\n---', '\n\n**Tags:** more\n\n---'), false],
  ['a line that was added', `# A\n\nApproved.\n\n---\n\n${BODY}`, false],
  ['the part after a line', 'The end.', false],
  ['another text', TEXT.replace('open', 'safe'), false],
] as const)('a record of a text and %s', async (_, content, same) => {
  expect(await isSame(content, await signer.sign(TEXT, FACTS))).toBe(same)
})

test.each(['# A', '# A\n', ' \n', ''])('a text without a body fits no record: %j', async (content) => {
  const record = await signer.sign('# B\n', { ...FACTS, parts: [passageHash('# A'), sha256('')] })
  expect(await isSame(content, record)).toBe(content.trim() === '# A')
  expect(await isSame('# C', record)).toBe(false)
  expect(await isSame(fileOf('', 'C'), record)).toBe(false)
})

test('a passage is itself, with its headings', async () => {
  const record = await signer.sign(TEXT, { ...FACTS, parts: [passageHash('# One\n\nTwo.')] })
  expect(await isSame('# One\r\n\r\nTwo.\n', record)).toBe(true)
  expect(await isSame('# Other\n\nTwo.', record)).toBe(false)
  expect(await isSame('Two.', record)).toBe(false)
})

test('a record that was made before titles were covered fits its text under any title, and its file', async () => {
  const record = await signer.sign(TEXT, FACTS)
  const { title: _, ...said } = JSON.parse(record.statement) as { title: string }
  const old = { ...record, statement: JSON.stringify(said) }
  for (const content of [TEXT, TEXT.replace('# A', '# B'), fileOf(TEXT)]) expect(await isSame(content, old)).toBe(true)
  expect(await isSame(fileOf(TEXT).replace('---\n\n', '---\n\n# Approved\n\n'), old)).toBe(false)
})

test('the records of earlier versions are in the file of a record, and fit their own texts', async () => {
  const earlier = [await signer.sign('# A\n\nFirst.', FACTS)]
  const file = { ...(await signer.sign('# A\n\nSecond.', { ...FACTS, version: 2 })), earlier }
  expect(await signer.verify('Second.', file)).toMatchObject({ isSameText: true, statement: { version: 2 } })
  const first = { isSigned: true, isSameText: true, statement: { version: 1 } }
  expect(await signer.verify('First.', file)).toMatchObject(first)
  expect(await signer.verify('Third.', file)).toMatchObject({ isSameText: false, statement: { version: 2 } })
  const forged = { ...file, earlier: [{ ...earlier[0]!, signature: file.signature }] }
  expect(await signer.verify('First.', forged)).toMatchObject({ isSigned: false })
})
