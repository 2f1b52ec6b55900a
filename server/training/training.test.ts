import { expect, test } from 'vitest'
import { PASS_PERCENT, neededOf } from '#contract/training/courses.ts'
import { readLesson } from '#contract/training/lesson-text.ts'
import { STARTER_COURSES } from './catalogue.ts'
import { CertificateCodes, hashOfCode } from './certificate-codes.ts'
import { certificatePdf } from './certificate-pdf.ts'
import { gradeQuiz } from './grade-quiz.ts'
import { initialsOf } from './initials.ts'

const question = { text: 'Q', choices: [true, false].map((isRight) => ({ text: 'A', isRight, why: String(isRight) })) }
const quiz = (count: number) => ({ questions: Array.from({ length: count }, () => question) })

test('each course that comes with the program has lessons and questions with one right answer, and reads as Markdown', () => {
  expect(new Set(STARTER_COURSES.map(({ id }) => id)).size).toBe(STARTER_COURSES.length)
  for (const { id, lessons, questions } of STARTER_COURSES) {
    expect([lessons.length >= 4, lessons.length <= 6, questions.length >= 6, questions.length <= 10], id).not.toContain(
      false,
    )
    for (const { body } of lessons) expect(JSON.stringify(readLesson(body))).not.toMatch(/\*\*|\]\(/)
    for (const { text, choices } of questions) {
      expect(choices.filter(({ isRight }) => isRight).length, text).toBe(1)
      expect(
        choices.every(({ why }) => why.length > 0),
        text,
      ).toBe(true)
    }
    const places = questions.map(({ choices }) => choices.findIndex(({ isRight }) => isRight))
    expect(new Set(places).size, `${id} has its right answers at one place`).toBeGreaterThan(1)
  }
})

test('eighty percent pass', () => {
  expect(PASS_PERCENT).toBe(80)
  expect([1, 5, 6, 7, 8, 10].map(neededOf)).toEqual([1, 4, 5, 6, 7, 8])
  expect(gradeQuiz(quiz(5), [0, 0, 0, 0, 1])).toMatchObject({ correct: 4, needed: 4, hasPassed: true })
  expect(gradeQuiz(quiz(5), [0, 0, 0, 1, 1])).toMatchObject({ correct: 3, hasPassed: false })
})

test('who failed reads why their own answers are wrong, and not which are right', () => {
  const failed = gradeQuiz(quiz(2), [1, 1])
  expect(failed?.answers).toEqual([
    { isRight: false, why: 'false', right: null },
    { isRight: false, why: 'false', right: null },
  ])
  expect(gradeQuiz(quiz(1), [0])?.answers).toEqual([{ isRight: true, why: 'true', right: 0 }])
})

test('answers that are none, or of other questions, are refused', () => {
  for (const chosen of [[], [0], [0, 0, 0], [0, 2], [0, -1]]) expect(gradeQuiz(quiz(2), chosen)).toBeUndefined()
})

test('a code has 100 bits in groups, follows from the secret, and is found however it is typed', () => {
  const codes = new CertificateCodes(Buffer.alloc(32, 1))
  const code = codes.codeOf('3f0e9a50-6c5f-4f0a-9a0c-000000000001')
  expect(code).toMatch(/^([\dA-HJKMNP-TV-Z]{5}-){3}[\dA-HJKMNP-TV-Z]{5}$/)
  expect(codes.codeOf('3f0e9a50-6c5f-4f0a-9a0c-000000000002')).not.toBe(code)
  expect(new CertificateCodes(Buffer.alloc(32, 2)).codeOf('3f0e9a50-6c5f-4f0a-9a0c-000000000001')).not.toBe(code)
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  expect(hashOfCode(typed)).toEqual(hashOfCode(code))
  for (const wrong of ['', 'x', code.slice(1), `${code}0`, code.replace(/.$/, 'U')])
    expect(hashOfCode(wrong)).toBeUndefined()
})

test('initials', () => {
  expect(['Ada Lovelace', 'ada', 'ada@example.org', 'Łukasz  Żak', ''].map(initialsOf)).toEqual([
    'A. L.',
    'A.',
    'A.',
    'Ł. Ż.',
    '',
  ])
})

test('a certificate is a PDF of one page, also for names that its typeface lacks', async () => {
  const certificate = {
    email: 'ada@example.org',
    organisation: 'Example Works',
    course: 'Recognise phishing',
    version: 1,
    completedAt: new Date('2026-11-27T12:00:00Z'),
    correct: 7,
    questions: 8,
    code: 'ABCDE-FGHJK-MNPQR-STVWX',
    url: 'https://files.example.org/verify/ABCDE-FGHJK-MNPQR-STVWX',
  }
  for (const name of ['Ada Lovelace', 'Łukasz Żółć', 'Ελένη', '山田太郎']) {
    const pdf = await certificatePdf({ ...certificate, name })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBe(1)
  }
})
