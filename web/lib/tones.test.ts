import { expect, test } from 'vitest'
import { isBlocked, isVouching, type Trust } from '#vault/pins/trust.ts'
import { TRUST_TONE } from './tones.ts'

const trusts = Object.keys(TRUST_TONE) as Trust[]

test('only blocked keys are red, and only keys that did not come from the server alone are green', () => {
  expect(trusts.filter((trust) => TRUST_TONE[trust] === 'danger')).toEqual(trusts.filter(isBlocked))
  expect(trusts.filter((trust) => TRUST_TONE[trust] === 'brand')).toEqual(trusts.filter(isVouching))
})
