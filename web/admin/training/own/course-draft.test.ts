import { expect, test } from 'vitest'
import { isWhole } from '#contract/training/own-courses.ts'
import {
  keyedDraftOf,
  newChoice,
  newLesson,
  newQuestion,
  plainDraftOf,
  withChanged,
  withMoved,
  withoutChoice,
  withRight,
} from './course-draft.ts'

const course = {
  lessons: [{ title: 'One', body: ' as typed ' }],
  questions: [
    {
      text: 'Q',
      choices: [
        { text: 'a', isRight: true, why: 'x' },
        { text: 'b', isRight: false, why: 'y' },
      ],
    },
  ],
}

test('a draft comes back as it was, without blanks around its lines', () => {
  expect(plainDraftOf(keyedDraftOf(course))).toEqual(course)
  const draft = { ...keyedDraftOf(course), questions: [{ ...newQuestion(), text: ' Q ' }] }
  expect(plainDraftOf(draft).questions[0]?.text).toBe('Q')
})

test('parts are changed and moved by their key; at an end nothing moves', () => {
  const [one, two] = [newLesson(), newLesson()]
  expect(withChanged([one, two], two.key, { title: 'T' })).toEqual([one, { ...two, title: 'T' }])
  expect(withMoved([one, two], two.key, -1)).toEqual([two, one])
  expect(withMoved([one, two], two.key, 1)).toEqual([one, two])
})

test('one answer is right, also when the right one is removed', () => {
  const [one, two, three] = [newChoice(true), newChoice(), newChoice()]
  expect(withRight([one, two], two.key).map(({ isRight }) => isRight)).toEqual([false, true])
  expect(withoutChoice([one, two, three], one.key).map(({ isRight }) => isRight)).toEqual([true, false])
  expect(withoutChoice([one, two, three], three.key).map(({ isRight }) => isRight)).toEqual([true, false])
})

test('a course is whole with a lesson and questions that each have one right answer and reasons', () => {
  expect(isWhole(course)).toBe(true)
  const [question] = course.questions
  const withChoices = (choices: { text: string; isRight: boolean; why: string }[]) =>
    isWhole({ ...course, questions: [{ text: question?.text ?? '', choices }] })
  expect(isWhole({ ...course, lessons: [] })).toBe(false)
  expect(isWhole({ ...course, questions: [] })).toBe(false)
  expect(isWhole({ ...course, lessons: [{ title: 'T', body: ' ' }] })).toBe(false)
  expect(withChoices([{ text: 'a', isRight: true, why: 'x' }])).toBe(false)
  expect(withChoices(['a', 'b'].map((text) => ({ text, isRight: true, why: 'x' })))).toBe(false)
  expect(withChoices(['a', 'b'].map((text) => ({ text, isRight: text === 'a', why: '' })))).toBe(false)
  expect(withChoices(['a', 'a '].map((text, at) => ({ text, isRight: at === 0, why: 'x' })))).toBe(false)
})
