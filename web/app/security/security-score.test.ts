import { expect, test } from 'vitest'
import type { SecurityFacts } from '#web/lib/remote/vault-client.ts'
import { scoreOf } from './security-score.ts'

const now = new Date('2026-11-21T10:00:00Z')

const best: SecurityFacts = {
  isEmailConfirmed: true,
  hasVault: true,
  hasRecoveryWords: true,
  recoveryCheckedAt: '2026-11-01T10:00:00Z',
  secondFactors: 1,
  recoveryCodes: 10,
  passkeys: 0,
  hasProvider: false,
  fitsWays: true,
  passwordSetAt: '2026-11-01T10:00:00Z',
  idleSessions: 0,
  stolenAt: null,
}

test('everything in order is 100, and nothing is 0', () => {
  expect(scoreOf(best, now).percent).toBe(100)
  const worst = {
    ...best,
    isEmailConfirmed: false,
    hasVault: false,
    hasRecoveryWords: false,
    secondFactors: 0,
    idleSessions: 1,
    stolenAt: '2026-11-02T10:00:00Z',
  }
  expect(scoreOf(worst, now)).toMatchObject({ percent: 0, hasKeys: false })
})

test.each([
  ['factor', { secondFactors: 0 }, 75],
  ['factor', { secondFactors: 0, passkeys: 2 }, 75],
  ['factor', { recoveryCodes: 0 }, 75],
  ['recovery', { hasRecoveryWords: false }, 80],
  ['keys', { hasVault: false }, 75],
  ['email', { isEmailConfirmed: false }, 90],
  ['idle', { idleSessions: 2 }, 90],
] as const)('without %s the score is %j', (reason, facts, percent) => {
  const score = scoreOf({ ...best, ...facts }, now)
  expect(score.percent).toBe(percent)
  expect(score.checks.filter(({ isPassed }) => !isPassed).map((check) => check.reason)).toEqual([reason])
})

test('a recovery kit counts for half a year after words of it were typed back', () => {
  expect(scoreOf({ ...best, recoveryCheckedAt: '2026-05-26T10:00:00Z' }, now).percent).toBe(100)
  expect(scoreOf({ ...best, recoveryCheckedAt: '2026-05-25T09:59:00Z' }, now).percent).toBe(80)
  expect(scoreOf({ ...best, recoveryCheckedAt: null }, now).percent).toBe(80)
})

test('a password that was set after a theft makes good for it, one from before does not', () => {
  expect(scoreOf({ ...best, stolenAt: '2026-10-31T10:00:00Z' }, now).percent).toBe(100)
  expect(scoreOf({ ...best, stolenAt: '2026-11-02T10:00:00Z' }, now).percent).toBe(90)
  expect(scoreOf({ ...best, stolenAt: '2026-10-31T10:00:00Z', passwordSetAt: null }, now).percent).toBe(90)
})
