import { type Check, CheckFailure, expectThat, passed } from '../check.ts'
import type { Asked, Site } from '../site.ts'

const PAIRS = 6
/** Of the slower median, where it is more than the answers differ among themselves. */
const MOST_DIFFERENCE = 0.1

/** AUTH-01: who asks learns nothing from the answer, nor from how long it takes. */
export const tellsNothing: Check = async ({ site, people }) => {
  const person = await people.add()
  for (const [path, body] of [
    ['/auth/v1/token?grant_type=password', { password: 'not the password of anybody' }],
    ['/auth/v1/recover', {}],
  ] as const) {
    const answers = [person.email, people.newEmail()].map((email) => post(site.elsewhere(), path, { email, ...body }))
    const [known, unknown] = await Promise.all(answers)
    expectThat(
      known?.status === unknown?.status && known?.text === unknown?.text,
      `${path} answers ${known?.status} for an address with an account, and ${unknown?.status} for one without, or with other words`,
    )
  }
  const first = await compareTimes({ site, people })
  if (first.slower === undefined) return passed(first.evidence)
  // Once may be what else the machine does; what a server tells by its time shows again, for the same kind.
  const { slower, evidence } = await compareTimes({ site, people })
  if (slower === first.slower) {
    throw new CheckFailure('Signing in takes longer for addresses of one kind, with an account or without', evidence)
  }
  return passed(evidence)
}

type Asking = Pick<Parameters<Check>[0], 'site' | 'people'>

type Comparison = {
  slower: 'known' | 'unknown' | undefined
  evidence: { known_ms: number; unknown_ms: number; pairs: number }
}

async function compareTimes({ site, people }: Asking): Promise<Comparison> {
  // One try each: a few for one account are refused before its password is looked at.
  const others = await Promise.all(Array.from({ length: PAIRS }, () => people.add()))
  const [known, unknown] = await timesOf(
    { site, people },
    others.map(({ email }) => email),
  )
  const [ofKnown, ofUnknown] = [median(known), median(unknown)]
  const noise = 3 * Math.max(deviation(known), deviation(unknown))
  const isOther = Math.abs(ofKnown - ofUnknown) > Math.max(Math.max(ofKnown, ofUnknown) * MOST_DIFFERENCE, noise)
  return {
    slower: isOther ? (ofKnown > ofUnknown ? 'known' : 'unknown') : undefined,
    evidence: { known_ms: Math.round(ofKnown), unknown_ms: Math.round(ofUnknown), pairs: PAIRS },
  }
}

/** In turns, so that what else the machine does slows both. */
async function timesOf(
  { site, people }: Asking,
  emails: readonly string[],
): Promise<[known: number[], unknown: number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const [at, address] of [emails[pair] ?? '', people.newEmail()].entries()) {
      const begun = performance.now()
      await post(site.elsewhere(), '/auth/v1/token?grant_type=password', {
        email: address,
        password: 'a wrong password',
      })
      times[at]?.push(performance.now() - begun)
    }
  }
  return times
}

const post = (site: Site, path: string, body: NonNullable<Asked['body']>) => site.ask(path, { method: 'POST', body })

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The median distance from the median. */
const deviation = (values: readonly number[]): number => median(values.map((value) => Math.abs(value - median(values))))
