import { expect, test } from 'vitest'
import { files } from './files.ts'
import { files as german } from '../languages/de/drive/files.ts'
import { files as french } from '../languages/fr/drive/files.ts'

test.each([
  ['English', files],
  ['German', german],
  ['French', french],
])('in %s what failed ends with one full stop before its reason', (_, { because }) => {
  expect(because('It was not saved', 'Try again.')).toBe('It was not saved. Try again.')
  expect(because('It was not saved.', 'Try again.')).toBe('It was not saved. Try again.')
})
