import { makeLink } from '../../auth/links/links.service.ts'
import { type Check, type CheckContext, expectThat, passed } from '../check.ts'
import type { ProbePerson } from '../probe-people.ts'

/** AUTH-09 */
export const tokensWorkOnce: Check = async (context) => {
  const { site, people } = context
  const person = await people.add()
  const use = (secret: string) =>
    site.ask('/auth/v1/verify', { method: 'POST', body: { type: 'recovery', token_hash: secret } })
  const secret = await tokenFor(context, person)
  const first = await use(secret)
  expectThat(first.status === 200, `A token that was mailed is refused with ${first.status}`)
  const again = await use(secret)
  expectThat(again.status >= 400, 'A token that was mailed works twice')
  const expired = await use(await tokenFor(context, person, -1))
  expectThat(expired.status >= 400, 'A token that was mailed works after its time')
  return passed({ used_answers: again.status, expired_answers: expired.status })
}

/** As it stands in a mail. @param lifeSeconds negative where it has expired */
function tokenFor({ services }: CheckContext, { id, email }: ProbePerson, lifeSeconds?: number): Promise<string> {
  return services.database.asOwner(async (db) => {
    const wanted = { userId: id, kind: 'recovery', to: email, redirectTo: '', challenge: undefined } as const
    const { secret } = await makeLink(services, db, { ...wanted, ...(lifeSeconds !== undefined && { lifeSeconds }) })
    return secret
  })
}
