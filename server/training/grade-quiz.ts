import { type Course, neededOf } from '#contract/training/courses.ts'

type GradedAnswer = {
  isRight: boolean
  /** Why the chosen answer is right or not. */
  why: string
  /** Number of the right answer; null until the quiz is passed. */
  right: number | null
}
export type Grade = { correct: number; needed: number; hasPassed: boolean; answers: GradedAnswer[] }

/**
 * @param chosen the number of the answer to each question, in their order.
 * @returns undefined when that is not an answer to each question of this course.
 */
export function gradeQuiz({ questions }: Pick<Course, 'questions'>, chosen: readonly number[]): Grade | undefined {
  if (chosen.length !== questions.length) return undefined
  const picked = questions.map(({ choices }, at) => choices[chosen[at] ?? -1])
  if (picked.includes(undefined)) return undefined
  const correct = picked.filter((choice) => choice?.isRight).length
  const needed = neededOf(questions.length)
  const hasPassed = correct >= needed
  return {
    correct,
    needed,
    hasPassed,
    answers: picked.map((choice, at) => ({
      isRight: choice?.isRight ?? false,
      why: choice?.why ?? '',
      right: hasPassed ? (questions[at]?.choices.findIndex(({ isRight }) => isRight) ?? null) : null,
    })),
  }
}
