import { type Check, expectThat, passed } from '../check.ts'

/** More than anybody needs who has forgotten theirs. */
const MOST_TRIES = 30

/** AUTH-06: for one account that is nobody's, so that no person has to wait. */
export const stopsGuessing: Check = async ({ site, people }) => {
  const { email } = await people.add()
  let tries = 0
  for (; tries < MOST_TRIES; tries++) {
    const answer = await site.elsewhere().ask('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: { email, password: `guess ${tries}` },
    })
    if (answer.status !== 429) continue
    const seconds = Number(answer.headers['retry-after'])
    expectThat(seconds > 0, 'The refusal does not say how long to wait', { tries })
    return passed({ tries, wait_seconds: seconds })
  }
  expectThat(false, `${MOST_TRIES} wrong passwords for one account, each from another address, were all looked at`, {
    tries,
  })
  return passed()
}
