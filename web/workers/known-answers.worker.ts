import { expose } from 'comlink'
import { tryKnownAnswers } from '#crypto/suites/known-answers.ts'

/** Works published cases of each algorithm where the keys of people are worked with: in a worker of a browser. No network, no keys. */
const api = { tryKnownAnswers }
export type KnownAnswersWorker = typeof api
expose(api)
