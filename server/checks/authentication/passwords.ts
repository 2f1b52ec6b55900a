import { hash } from '@node-rs/argon2'
import { z } from 'zod'
import { BreachedPasswords } from '../../auth/password/breached-passwords.ts'
import { HEAVY, LIGHT } from '../../auth/password/passwords.ts'
import { type Check, type CheckContext, expectThat, passed } from '../check.ts'
import type { Answer } from '../site.ts'

const refusal = z.object({
  error_code: z.literal('weak_password'),
  weak_password: z.object({ reasons: z.array(z.string()) }),
})

/** In every list of breached passwords that is handed out; the first that the operator's list has is tried. */
const BREACHED = ['password', '123456789', 'qwerty123', 'iloveyou', 'password1', '1234567890']
/** Has every kind of character that an operator can ask for. */
const OF_64_LETTERS = `${'long enough for anybody '.repeat(3).slice(0, 59)} 9Z!-`

type Choosing = { where: string; choose: (password: string) => Promise<Answer> }

/** AUTH-08: where an account is made, and where its password is changed. */
export const refusesWeakPasswords: Check = async (context) => {
  const { config } = context.services
  const breached = await breachedPassword(config.passwords.breachedFile)
  const ways = [await ownPassword(context), ...(config.signupDisabled ? [] : [signUp(context)])]
  for (const way of ways) {
    await expectRefused(way, { password: 'short', named: 'of five letters', reason: 'length' })
    if (breached !== undefined)
      await expectRefused(way, { password: breached, named: 'of a known breach', reason: 'pwned' })
    // Where addresses are confirmed without a mail, it would be a member of an organisation at once.
    if (way.where === SIGN_UP && config.autoconfirm) continue
    const { status } = await way.choose(OF_64_LETTERS)
    expectThat(status === 200, `A password of 64 letters is refused with ${status} ${way.where}`)
  }
  const list =
    config.passwords.breachedFile === undefined ? 'no list is set' : 'the list has none of those that are tried'
  return passed({
    tried: ways.map(({ where }) => where),
    ...(breached === undefined && { skipped: `breached passwords: ${list} (BREACHED_PASSWORDS_FILE)` }),
  })
}

const SIGN_UP = 'where an account is made'

function signUp({ site, people }: CheckContext): Choosing {
  const choose = (password: string) =>
    site.elsewhere().ask('/auth/v1/signup', { method: 'POST', body: { email: people.newEmail(), password } })
  return { where: SIGN_UP, choose }
}

async function ownPassword({ site, people }: CheckContext): Promise<Choosing> {
  const { accessToken: token, person } = await people.enter(site)
  const choose = (password: string) =>
    site.ask('/auth/v1/user', { method: 'PUT', token, body: { password, current_password: person.password } })
  return { where: 'where it is changed', choose }
}

type Weak = { password: string; named: string; reason: string }

async function expectRefused({ where, choose }: Choosing, { password, named, reason }: Weak): Promise<void> {
  const { status, text } = await choose(password)
  expectThat(status === 422, `A password ${named} is not refused ${where}`, { status })
  const said = refusal.safeParse(JSON.parse(text))
  const reasons = said.data?.weak_password.reasons ?? []
  expectThat(reasons.includes(reason), `A password ${named} is refused without its reason ${where}`, {
    status,
    reasons,
  })
}

async function breachedPassword(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined
  const list = new BreachedPasswords(file)
  for (const password of BREACHED) if (await list.has(password)) return password
  return undefined
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
