import { hashRaw } from '@node-rs/argon2'
import { tryKnownAnswers } from '#crypto/suites/known-answers.ts'
import { browserPart } from '../browser-answers.ts'
import { type Check, noneOf } from '../check.ts'

/** From the tests of the reference implementation, argon2 20190702: version 0x13, t = 2, m = 64 MiB, p = 1. */
const ARGON2ID = {
  password: Buffer.from('password'),
  salt: Buffer.from('somesalt'),
  expected: '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7',
}

/** SEC-12, in Node, and in a browser where one takes part. */
export const cryptographyAnswersAsPublished: Check = async (context) => {
  const { tried, wrong } = await tryKnownAnswers()
  const { password, salt, expected } = ARGON2ID
  const stretched = await hashRaw(password, {
    salt,
    memoryCost: 65_536,
    timeCost: 2,
    parallelism: 1,
    outputLen: 32,
    algorithm: 2,
  })
  if (stretched.toString('hex') !== expected) wrong.push('Argon2id')
  const seen = await browserPart(context, 'SEC-12')
  if (seen?.status === 'failed') return seen
  return noneOf(wrong, 'An algorithm gives another answer than the published one', {
    tried: tried + 1,
    browser: seen?.status === 'passed',
  })
}
