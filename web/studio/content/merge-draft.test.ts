import { expect, test } from 'vitest'
import { mergeDraft } from './merge-draft.ts'
import type { DraftValues } from './draft-values.ts'

const BASE: DraftValues = {
  title: 'Files',
  outline: '',
  target_keyword: '',
  audience: '',
  content_type: 'blog',
  meta_description: '',
  tags: '',
  content: 'One.',
}

test.each([
  ['nothing', BASE, BASE, BASE],
  ['what only I changed', { ...BASE, content: 'Mine.' }, BASE, { ...BASE, content: 'Mine.' }],
  ['what only they changed', BASE, { ...BASE, content: 'Theirs.' }, { ...BASE, content: 'Theirs.' }],
  [
    'other fields of both',
    { ...BASE, title: 'Mine' },
    { ...BASE, content: 'Theirs.' },
    { ...BASE, title: 'Mine', content: 'Theirs.' },
  ],
  [
    'the same change of both',
    { ...BASE, content: 'Same.' },
    { ...BASE, content: 'Same.' },
    { ...BASE, content: 'Same.' },
  ],
  ['one field, each in their own way', { ...BASE, content: 'Mine.' }, { ...BASE, content: 'Theirs.' }, undefined],
])('merges %s', (_, mine, theirs, merged) => {
  expect(mergeDraft(BASE, mine, theirs)).toEqual(merged)
})
