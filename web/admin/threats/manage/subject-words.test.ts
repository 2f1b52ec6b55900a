import { expect, test } from 'vitest'
import { subjectWords } from './subject-words.ts'

const ANNA = '11111111-1111-4111-8111-111111111111'
const nameOf = (userId: string | null) => (userId === ANNA ? 'Anna' : 'nobody known')

test.each([
  [`account ${ANNA}`, 'The account of Anna'],
  ['session 22222222-2222-4222-8222-222222222222', 'A session of Anna'],
  [`person ${ANNA}`, 'Anna'],
  ['canary 33333333-3333-4333-8333-333333333333', 'A file or link with an alarm, opened by Anna'],
  ['device 44444444-4444-4444-8444-444444444444', 'A device of Anna'],
])('%s is said with the name of its person', (subject, words) => {
  expect(subjectWords({ subject, userId: ANNA }, nameOf)).toBe(words)
})

test.each([
  ['sign_ins_from 192.0.2.7', 'Sign-ins from 192.0.2.7'],
  ['links_from 2001:db8::/64', 'Links tried from 2001:db8::/64'],
  ['network AS64500', 'The network AS64500'],
  ['installation', 'Sign-ins to the whole server'],
  ['satellite 7', 'satellite 7'],
])('%s is about no person', (subject, words) => {
  expect(subjectWords({ subject, userId: null }, nameOf)).toBe(words)
})
