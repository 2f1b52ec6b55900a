import { expect, test } from 'vitest'
import { quotation, SOURCE_LIMITS } from '#contract/sources/sources.ts'
import { readSourceFile, readSourceText } from './read-source.ts'

const sentencesOf = (text: string, format: Parameters<typeof readSourceText>[1]) => {
  const read = readSourceText(text, format)
  return 'problem' in read ? read.problem : read.sentences
}

test('sentences are cut with the line that they begin in, and figures and titles end none', () => {
  expect(
    sentencesOf(
      'Dr. Smith found 1.2 million files in the archive. Nine of ten\nclinics send files by mail! Too short.\n\nA second paragraph begins here.',
      'txt',
    ),
  ).toEqual([
    { line: 1, text: 'Dr. Smith found 1.2 million files in the archive.' },
    { line: 1, text: 'Nine of ten clinics send files by mail!' },
    { line: 4, text: 'A second paragraph begins here.' },
  ])
})

test('a sentence may begin with a bracket, and an abbreviation before one ends none', () => {
  expect(
    sentencesOf(
      'Mail is not sealed on the way. [sic] the report says so twice. Is it read? [see the annex] it is read by many. What Fig. [2] shows is more than that.',
      'txt',
    ),
  ).toEqual([
    { line: 1, text: 'Mail is not sealed on the way.' },
    { line: 1, text: '[sic] the report says so twice.' },
    { line: 1, text: '[see the annex] it is read by many.' },
    { line: 1, text: 'What Fig. [2] shows is more than that.' },
  ])
})

test('headings, code and marks of Markdown are no part of a quotation', () => {
  expect(
    sentencesOf(
      '# A heading of four words\n\n- See [the report](https://example.org) of last year.\n\n```\ncode is not a sentence.\n```\n> **Bold** claims need a source.',
      'md',
    ),
  ).toEqual([
    { line: 3, text: 'See the report of last year.' },
    { line: 8, text: 'Bold claims need a source.' },
  ])
})

test('a table is read by cells with sentences, and by whole rows otherwise', () => {
  expect(
    sentencesOf('name;said;year\nAda;"It saved us hours. We use it daily, all of us.";2024\nBob;fine;2025;yes', 'csv'),
  ).toEqual([
    { line: 2, text: 'It saved us hours.' },
    { line: 2, text: 'We use it daily, all of us.' },
    { line: 3, text: 'Bob, fine, 2025, yes' },
  ])
})

test('of a page people see what a person would see of it', () => {
  const page =
    '<head><title>A title of four words.</title></head><nav>Home page and more pages.</nav><p>We <b>store</b> files &lt;b&gt; safely.</p><script>alert("not a text at all")</script><div>Another paragraph is down here.</div>'
  expect(readSourceText(page, 'html')).toEqual({
    text: 'We store files <b> safely.\nAnother paragraph is down here.',
    sentences: [
      { line: 1, text: 'We store files <b> safely.' },
      { line: 2, text: 'Another paragraph is down here.' },
    ],
  })
})

test('marks of direction and controls do not get into a quotation', () => {
  expect(
    sentencesOf('The price is \u202enot 10\u202c euros\u0007 a month, they say.'.padEnd(2000, ' '), 'txt'),
  ).toEqual([{ line: 1, text: 'The price is not 10 euros a month, they say.' }])
})

test.each([
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), 'source_no_text'],
  [
    'bytes without a zero',
    Buffer.from(Array.from({ length: 5000 }, (_, at) => 1 + ((at * 7919) % 255))),
    'source_no_text',
  ],
  ['a PDF of letters alone', Buffer.from('%PDF-1.7 with more than four words in it.'), 'source_no_text'],
  ['a line of two megabytes', Buffer.from('word '.repeat(400_000)), 'source_too_large'],
  ['a megabyte without a full stop', Buffer.from('word '.repeat(200_000)), 'source_empty'],
  [
    '20,000 sentences',
    Buffer.from(Array.from({ length: 20_000 }, (_, at) => `Sentence number ${at} has words.`).join(' ')),
    'source_too_many_sentences',
  ],
  ['nothing', Buffer.from(' \n'), 'source_empty'],
])('%s is refused', (_, bytes, problem) => {
  expect(readSourceFile(bytes, 'txt')).toEqual({ problem })
})

test.each([
  ['md', '['],
  ['md', '[]('],
  ['md', '> '],
  ['txt', 'A. '],
  ['csv', ','],
  ['csv', '"'],
  ['html', '<'],
  ['html', '<p>'],
  ['html', '<!--'],
] as const)('%s of nothing but %s does not hold up the server', (format, piece) => {
  const text = piece.repeat(Math.floor((SOURCE_LIMITS.bytes - 10) / piece.length))
  // A third of a second on an idle core; minutes, which no test has, where a rule looks again from each place.
  expect(readSourceText(`a\n${text}`, format)).toBeDefined()
})

test('a page of tags within tags is no text: each end tag would be looked for among all that are open', () => {
  const hostile = '<i>'.repeat(166_000) + '</b>'.repeat(125_000)
  expect(readSourceText(`A sentence of five words.${hostile}`, 'html')).toEqual({ problem: 'source_no_text' })
  const deep = `${'<div>'.repeat(400)}A sentence of five words.${'</div>'.repeat(400)}`
  expect(readSourceText(deep, 'html')).toMatchObject({ sentences: [{ text: 'A sentence of five words.' }] })
})

test('a quotation makes no tag, link, image or code of what a source says', () => {
  const text = String.raw`\<img src=x> [a](javascript:b) ![c](d) ` + '`e`'
  expect(quotation({ text, name: 'A <b>', place: 'line 1' })).toBe(
    String.raw`> “\\\<img src=x> \[a\](javascript:b) !\[c\](d) \`e\`”` + '\n>\n> Source: A \\<b>, line 1',
  )
})
