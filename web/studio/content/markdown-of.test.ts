import { expect, test } from 'vitest'
import { BRIEF_LABEL } from '#contract/studio/content.ts'
import type { OpenDraft } from '#web/lib/remote/vault-client.ts'
import { markdownOf } from './markdown-of.ts'

const DRAFT: OpenDraft = {
  draft: {
    id: 'one',
    title: 'Saved',
    content_type: 'blog',
    outline: '',
    target_keyword: '',
    audience: '',
    meta_description: '',
    suggested_tags: [],
    version: 3,
    is_being_written: false,
  },
  current: { no: 2, content: 'Saved text.', kind: 'model' },
  versions: [],
  label: 'Text written by model tiny-1',
  unfinished: null,
}
const FIELDS = {
  title: ' Typed title ',
  outline: '',
  target_keyword: 'files',
  audience: '',
  content_type: 'blog' as const,
  meta_description: 'Typed meta.',
  tags: 'one, two',
  content: '# Typed title\n\nTyped text.',
}

test('the file has what is on the screen, not what was saved, and keeps the label of a model', () => {
  expect(markdownOf(FIELDS, DRAFT)).toEqual({
    name: 'typed-title.md',
    text: '# Typed title\n\n**Meta Description:** Typed meta.\n\n**Target Keyword:** files\n\n**Tags:** one, two\n\n*Text written by model tiny-1*\n\n---\n\nTyped text.\n',
  })
})

test('a brief is called one for as long as nobody wrote over it', () => {
  const brief = { ...DRAFT, label: BRIEF_LABEL }
  expect(markdownOf(FIELDS, brief).text).not.toContain(BRIEF_LABEL)
  expect(markdownOf({ ...FIELDS, content: 'Saved text.' }, brief).text).toContain(BRIEF_LABEL)
  expect(markdownOf(FIELDS, undefined).text).not.toContain('*Text')
})
