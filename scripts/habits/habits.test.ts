import { expect, test } from 'vitest'
import { addedLines, habitsBroken, titleBroken } from './habits.ts'

const inCode = (text: string, before = '', file = 'a.ts') => habitsBroken({ file, line: 1, text, before })

test.each([
  ['/** What a hash costs. */', ''],
  [' * Who may do it.', '/**'],
  ['// Of passwords.', 'const a = 1'],
  ['-- That of the tenant.', 'select 1;'],
])('a comment that begins so is named: %s', (text, before) => {
  expect(inCode(text, before)).toEqual([expect.stringContaining('begins with a noun or a verb')])
})

test.each([
  ['/** Returns what a hash costs. */', ''],
  [' * What follows in the middle of a comment.', ' * Reads a list.'],
  ['// Of the lines before.', '// Counts the files'],
  ["const text = 'What is new'", ''],
  ['/** Offers nothing. */', ''],
])('this is none: %s', (text, before) => {
  expect(inCode(text, before)).toEqual([])
})

test('a limit says that it is one', () => {
  expect(inCode('const LONGEST_QUEUE = 50')).toEqual([expect.stringContaining('LONGEST_QUEUE is a limit')])
  expect(inCode('const MOST = (10)')).toHaveLength(1)
  expect(inCode('const MAX_QUEUE = 50')).toEqual([])
  expect(inCode('const MOST_SHOWN_TEXT = "x"')).toEqual([])
  expect(inCode('const LONGEST_QUEUE = 50', '', 'docs/a.md')).toEqual([])
})

test('phrases that no native speaker writes are named, in text as in code', () => {
  expect(inCode('Ask somebody who knows.', '', 'docs/a.md')).toEqual([expect.stringContaining('a person who')])
  expect(inCode('It lies beside the file; besides, it is small.')).toEqual([expect.stringContaining('"beside"')])
  expect(inCode('a list of what was read')).toHaveLength(1)
})

test.each([
  ['Adds a list', 'imperative'],
  ['Pass the list on', undefined],
  ['Add a list', undefined],
  ['Bring back the list', undefined],
  ['Added a list', 'imperative'],
  ['Fixing the list', 'imperative'],
  ['add a list', 'small letter'],
  ['Add a list.', 'full stop'],
  [`Add ${'x'.repeat(70)}`, '74 characters'],
  ['Merge branch work', undefined],
])('title of a commit: %s', (title, broken) => {
  const found = titleBroken(title)
  if (broken === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(broken)
})

test('lines are those that a change adds, with their place', () => {
  const diff = [
    'diff --git a/x.ts b/x.ts',
    '--- a/x.ts',
    '+++ b/x.ts',
    '@@ -3,2 +3,3 @@ function a()',
    ' /**',
    '- * old',
    '+ * new',
    '+ */',
    '@@ -20 +21 @@',
    '+last',
  ].join('\n')
  expect(addedLines(diff)).toEqual([
    { file: 'x.ts', line: 4, text: ' * new', before: '/**' },
    { file: 'x.ts', line: 5, text: ' */', before: ' * new' },
    { file: 'x.ts', line: 21, text: 'last', before: '' },
  ])
})
