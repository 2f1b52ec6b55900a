import { type Check, type CheckContext, CheckFailure, expectThat, passed } from '../check.ts'
import type { ProbePerson } from '../probe-people.ts'
import type { Answer } from '../site.ts'

/** Tries at once: more than anybody needs who has forgotten theirs. One after the other, a slow machine would let new ones grow meanwhile. */
const TRIES = 30

/** AUTH-06: for one account that is nobody's, so that no person has to wait. */
export const stopsGuessing: Check = async (context) => {
  const person = await context.people.add()
  const begunMs = performance.now()
  const guesses = Array.from({ length: TRIES }, (_, at) =>
    signIn(context, { email: person.email, password: `guess ${at}` }),
  )
  const refused = await firstRefused(guesses)
  const waitSeconds = Number(refused.headers['retry-after'])
  expectThat(waitSeconds > 0, 'The refusal does not say how long to wait')
  const meanwhile = await signIn(context, person)
  // The seconds are rounded up, and on a slow machine they may be over by now.
  const isOver = performance.now() - begunMs > (waitSeconds - 1) * 1000
  const tries = (await Promise.all(guesses)).filter(({ status }) => status !== 429).length
  const evidence = { tries, wait_seconds: waitSeconds }
  expectThat(
    meanwhile.status === 429 || isOver,
    `After too many wrong passwords the right one is answered with ${meanwhile.status}, so guesses go on`,
    evidence,
  )
  // Guesses that were still looked at may have used what grew meanwhile; nobody else tries this account from here on.
  const last = await signIn(context, person)
  if (last.status === 200) return passed(evidence)
  const restSeconds = Number(last.headers['retry-after'])
  await passTime(context, person, restSeconds)
  const { status } = await signIn(context, person)
  expectThat(
    status === 200,
    `After the ${restSeconds} seconds that the refusal names, the right password is answered with ${status}`,
    evidence,
  )
  return passed(evidence)
}

/** Each time from another address. */
const signIn = ({ site }: CheckContext, { email, password }: Pick<ProbePerson, 'email' | 'password'>) =>
  site.elsewhere().ask('/auth/v1/token?grant_type=password', { method: 'POST', body: { email, password } })

/** The first that was refused, which comes before those whose passwords are looked at. */
function firstRefused(guesses: readonly Promise<Answer>[]): Promise<Answer> {
  const refusals = guesses.map(async (guess) => {
    const answer = await guess
    if (answer.status === 429) return answer
    throw new CheckFailure('a guess was looked at')
  })
  return Promise.any(refusals).catch(() => {
    throw new CheckFailure(`${TRIES} wrong passwords for one account, each from another address, were all looked at`, {
      tries: TRIES,
    })
  })
}

/** Makes the count of the account older, in place of a wait that is longer than a check may take. */
async function passTime({ services }: CheckContext, { email }: ProbePerson, seconds: number): Promise<void> {
  await services.database.owner(
    'update auth.rate_limits set refilled_at = refilled_at - make_interval(secs => $2) where bucket = $1',
    [services.limits.bucketOf('passwordByAccount', email), seconds],
  )
}
