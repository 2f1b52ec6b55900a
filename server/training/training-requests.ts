import type { Callers } from '../http/caller.ts'
import { requestsOf } from '../http/feature-requests.ts'
import type { RateLimits } from '../http/rate-limits.ts'

export type RequestServices = { callers: Callers; limits: RateLimits }

export const {
  refuse: trainingError,
  sendRefusal: sendTrainingError,
  parse,
  idOf,
  personOf,
  translate,
} = requestsOf({
  feature: 'training',
  failed: 'a request about training failed',
  refusals: {
    training_not_found: [404, 'It is not there, or not any longer'],
    training_limit: [413, 'There are as many of these as there may be. Nothing was stored.'],
    lessons_unread: [409, 'The lessons come before the quiz. Nothing was counted.'],
    quiz_paused: [429, 'There are five tries a day. Try again tomorrow.'],
    course_saved_elsewhere: [409, 'Somebody else changed this course meanwhile. Open it again. Nothing was stored.'],
    course_published: [409, 'A course that was published can only be retired. Nothing was deleted.'],
    exercise_too_soon: [409, 'There was an exercise in the last fourteen days. Nothing was sent.'],
    exercise_too_small: [409, 'An exercise that names nobody takes at least five people. Nothing was sent.'],
    reauthentication_needed: [403, 'Say first that it is you: by password, passkey or code. Nothing was sent.'],
    course_incomplete: [
      422,
      'A course needs a lesson with text, and a question with one right answer and an explanation for each. Nothing was published.',
    ],
    course_changed: [409, 'The course has changed since it was opened. Open it again. Nothing was counted.'],
    forbidden: [403, 'Assigning training takes the permission to manage users'],
  },
  sqlStates: {
    '42501': 'forbidden',
    '23514': 'bad_request',
    '22P02': 'bad_request',
    QS404: 'training_not_found',
    QS416: 'lessons_unread',
    QS417: 'quiz_paused',
    QS418: 'course_saved_elsewhere',
    QS419: 'course_published',
    QS420: 'exercise_too_soon',
    QS422: 'exercise_too_small',
    QS403: 'reauthentication_needed',
    PT413: 'training_limit',
  },
})
