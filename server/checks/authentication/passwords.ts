import { hash } from '@node-rs/argon2'
import { z } from 'zod'
import { type Check, expectThat, passed } from '../check.ts'
import { HEAVY, LIGHT } from '../../auth/password/passwords.ts'

const refusal = z.object({
  error_code: z.string().optional(),
  code: z.union([z.string(), z.number()]).optional(),
  weak_password: z.object({ reasons: z.array(z.string()) }).optional(),
})

/** AUTH-08 */
export const refusesWeakPasswords: Check = async ({ site, people, services: { config } }) => {
  const signUp = (password: string) =>
    site.elsewhere().ask('/auth/v1/signup', { method: 'POST', body: { email: people.newEmail(), password } })
  const short = await signUp('short')
  const { weak_password: weakness } = refusal.parse(short.json())
  const evidence = { status: short.status, reasons: weakness?.reasons ?? [] }
  // Where nobody may sign up, the same rule stands before a change of the own password.
  if (config.signupDisabled) return changesOwn({ site, people })
  expectThat(
    short.status === 422 && weakness !== undefined,
    'A password of five letters is not refused as weak',
    evidence,
  )
  expectThat(weakness.reasons.includes('length'), 'A refused password comes without its reason', evidence)
  // Where addresses are confirmed without a mail, it would be a member of an organisation at once.
  if (config.autoconfirm) return passed(evidence)
  const long = await signUp(`${'long enough for anybody '.repeat(3).slice(0, 60)} 9Z!`)
  expectThat(long.status === 200, `A password of 64 letters is refused with ${long.status}`, evidence)
  return passed(evidence)
}

async function changesOwn({ site, people }: Pick<Parameters<Check>[0], 'site' | 'people'>) {
  const { accessToken: token } = await people.enter(site)
  const answer = await site.ask('/auth/v1/user', { method: 'PUT', token, body: { password: 'short' } })
  expectThat(answer.status === 422, 'A password of five letters is not refused as weak', { status: answer.status })
  return passed({ status: answer.status })
}

const SLOWEST_MS = 1000
const QUICKEST_MS = 5
/** Of an Argon2id hash in the usual form. */
const PARAMETERS = String.raw`^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$`

/** AUTH-11 */
export const hashesStrongly: Check = async ({ services: { database }, patience }) => {
  const { rows } = await database.owner<{ all: number; weak: number }>(
    `select count(*)::integer as all,
            count(*) filter (where p.found is null or p.found[1]::integer < $2 or p.found[2]::integer < $3)::integer as weak
     from auth.users u
     cross join lateral (select regexp_match(u.encrypted_password, $1) as found) as p
     where u.encrypted_password is not null`,
    [PARAMETERS, LIGHT.memoryCost, LIGHT.timeCost],
  )
  const { all = 0, weak = 0 } = rows[0] ?? {}
  const begun = performance.now()
  await hash('a password of the test', HEAVY)
  const tookMs = performance.now() - begun
  const evidence = { passwords: all, weak, one_hash_ms: Math.round(tookMs) }
  expectThat(weak === 0, `${weak} of ${all} passwords are hashed more weakly than Argon2id with 19 MiB`, evidence)
  expectThat(tookMs < SLOWEST_MS * patience, `Hashing one password takes ${Math.round(tookMs)} ms`, evidence)
  expectThat(tookMs > QUICKEST_MS, `Hashing one password takes ${Math.round(tookMs)} ms only`, evidence)
  return passed(evidence)
}
