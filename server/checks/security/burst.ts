import { type Check, expectThat, passed } from '../check.ts'
import type { Site } from '../site.ts'

/** More than an address may ask for at once. */
const MOST = 400
const WIDTH = 20

/** SEC-15: from an address that is nobody's, so that no person has to wait. */
export const burstIsSlowedDown: Check = async ({ site, people }) => {
  const askForKdf = (from: Site) => from.ask('/auth/v1/kdf', { method: 'POST', body: { email: people.newEmail() } })
  let refused: number | undefined
  let answered = 0
  while (answered < MOST && refused === undefined) {
    const asked = Array.from({ length: WIDTH }, () => askForKdf(site))
    for (const { status, headers } of await Promise.all(asked)) {
      answered += 1
      if (status === 429) refused ??= Number(headers['retry-after'])
    }
  }
  const evidence = { answered, wait_seconds: refused ?? 0 }
  expectThat(refused !== undefined, `${answered} requests of one address at once were all answered`, evidence)
  expectThat(refused > 0, 'The refusal does not say how long to wait', evidence)
  const { status } = await askForKdf(site.elsewhere())
  expectThat(status < 400, `Another address is refused with ${status} meanwhile`, evidence)
  return passed(evidence)
}
