import { expect, test } from 'vitest'
import { labelOf } from './label-of.ts'

const whole = (model: string) => ({ kind: 'model', model, rewrites: null }) as const
const passage = (model: string) => ({ kind: 'model', model, rewrites: 1 }) as const
const person = { kind: 'person', model: null, rewrites: null } as const
const brief = { kind: 'brief', model: null, rewrites: null } as const

test.each([
  ['a person', [person], null],
  ['nothing but a plan', [brief], 'No language model: brief'],
  ['a person over a plan', [person, brief], null],
  ['a model, and a person since', [person, whole('A')], 'Text written by model A'],
  ['a model, again by another', [whole('B'), whole('A')], 'Text written by model B'],
  ['a model that rewrote a passage of its own', [passage('A'), whole('A')], 'Text written by model A'],
  [
    'a model, a passage by another',
    [passage('B'), whole('A')],
    'Text written by model A. Text with passages rewritten by model B',
  ],
  [
    'a person, passages by two models',
    [person, passage('B'), passage('A'), passage('B'), person],
    'Text with passages rewritten by model B, A',
  ],
])('labels a text by %s', (_, versions, label) => {
  expect(labelOf(versions)).toBe(label)
})
