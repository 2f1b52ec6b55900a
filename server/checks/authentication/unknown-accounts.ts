import { randomInt } from 'node:crypto'
import { type Check, type CheckContext, CheckFailure, passed } from '../check.ts'
import type { ProbePerson } from '../probe-people.ts'

const PAIRS = 30
/** Pairs under way at the same time. */
const WIDTH = 2
/** Share of the quicker answer. */
const MAX_DIFFERENCE = 0.1
/**
 * Pairs of `PAIRS` in which the same kind of address has to take clearly longer. Where neither kind does more work, the random order of a pair
 * decides which of its two times is whose, whatever else the machine does meanwhile: either kind is the slower one with a chance of at most a
 * half, in each pair anew. So 28 of 30 or more happen by chance in fewer than one of a million runs (2 × 466 / 2^30). A median alone would
 * depend on how long what else the machine does happens to take.
 */
const MIN_AGREEING = 28

type Kind = 'known' | 'unknown'
type Way = { name: string; path: string; body: object }

/** Ways to ask about an address without an account of one's own. */
const WAYS: readonly Way[] = [
  { name: 'Signing in', path: '/auth/v1/token?grant_type=password', body: { password: 'not the password of anybody' } },
  { name: 'Asking for a new password', path: '/auth/v1/recover', body: {} },
  { name: 'Signing up', path: '/auth/v1/signup', body: { password: 'Not the passw0rd of anybody!' } },
]

/** AUTH-01: who asks learns nothing from the answer, nor from how long it takes. */
export const tellsNothing: Check = async (context) => {
  const known: ProbePerson[] = []
  const evidence: Record<string, string | number> = {}
  for (const way of WAYS) {
    // Without a mail to confirm it, an address that is taken cannot be answered like another one.
    if (way.path === '/auth/v1/signup' && context.services.config.autoconfirm) {
      evidence['skipped'] = 'sign-up: addresses are confirmed without a mail (MAILER_AUTOCONFIRM)'
      continue
    }
    Object.assign(evidence, await compare(context, way, known))
  }
  return passed(evidence)
}

/** @param known accounts that were used for other ways, each of which may be used once for this one; others are added */
async function compare(
  context: CheckContext,
  { name, ...way }: Way,
  known: ProbePerson[],
): Promise<Record<string, number>> {
  const times: Record<Kind, number>[] = []
  // No more pairs than the outcome needs.
  while (times.length < PAIRS && (canBeSlower('known', times) || canBeSlower('unknown', times))) {
    const first = times.length
    const pairs = Array.from({ length: WIDTH }, async (_, at) => {
      known[first + at] ??= await context.people.add()
      return timesOf(context, way, known[first + at]?.email ?? '')
    })
    times.push(...(await Promise.all(pairs)))
  }
  const evidence = {
    [`${pathOf(way)}: pairs`]: times.length,
    [`${pathOf(way)}: known_ms`]: Math.round(median(times.map((one) => one.known))),
    [`${pathOf(way)}: unknown_ms`]: Math.round(median(times.map((one) => one.unknown))),
  }
  const isTold = canBeSlower('known', times) || canBeSlower('unknown', times)
  if (isTold && isClear(times)) {
    throw new CheckFailure(`${name} takes longer for addresses of one kind, with an account or without`, evidence)
  }
  return evidence
}

const pathOf = ({ path }: Pick<Way, 'path'>): string => path.split('?', 1)[0] ?? path

/** Whether a kind may still turn out, or has turned out, to be the slower one. */
function canBeSlower(kind: Kind, times: readonly Record<Kind, number>[]): boolean {
  const other = kind === 'known' ? 'unknown' : 'known'
  const others = times.filter((pair) => pair[kind] <= pair[other] * (1 + MAX_DIFFERENCE))
  return others.length <= PAIRS - MIN_AGREEING
}

/**
 * Whether the difference is more than an overloaded machine makes, where a little more work takes longer each time: there, answers of one kind
 * differ among themselves as well, and the quickest of both kinds are alike.
 */
function isClear(times: readonly Record<Kind, number>[]): boolean {
  const [known, unknown] = [times.map((one) => one.known), times.map((one) => one.unknown)]
  const noise = 3 * Math.max(deviation(known), deviation(unknown))
  const [quick, slow] = [Math.min(...known), Math.min(...unknown)].toSorted((a, b) => a - b)
  return Math.abs(median(known) - median(unknown)) > noise && (slow ?? 0) > (quick ?? 0) * (1 + MAX_DIFFERENCE)
}

/** Returns the median distance from the median. */
const deviation = (values: readonly number[]): number => median(values.map((value) => Math.abs(value - median(values))))

/** @throws {CheckFailure} where the two answers differ by more than the address, ids and times */
async function timesOf(
  { site, people }: CheckContext,
  { path, body }: Omit<Way, 'name'>,
  knownEmail: string,
): Promise<Record<Kind, number>> {
  const ask = async (email: string) => {
    const begun = performance.now()
    const { status, text } = await site.elsewhere().ask(path, { method: 'POST', body: { email, ...body } })
    return { status, tookMs: performance.now() - begun, words: wordsOf(text, email) }
  }
  const unknownEmail = people.newEmail()
  // At once, so that what else the machine does slows both; the order is the chance that `MIN_AGREEING` counts on.
  const isKnownFirst = randomInt(2) === 0
  const [first, second] = await Promise.all([
    ask(isKnownFirst ? knownEmail : unknownEmail),
    ask(isKnownFirst ? unknownEmail : knownEmail),
  ])
  const [known, unknown] = isKnownFirst ? [first, second] : [second, first]
  if (known.status !== unknown.status || known.words !== unknown.words) {
    throw new CheckFailure(
      `${path} answers ${known.status} for an address with an account, and ${unknown.status} for one without, or with other words`,
    )
  }
  return { known: known.tookMs, unknown: unknown.tookMs }
}

const IDS = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g
const TIMES = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g

/** Without what differs from one account to the next. */
const wordsOf = (text: string, email: string): string =>
  text.replaceAll(email, '(address)').replaceAll(IDS, '(id)').replaceAll(TIMES, '(time)')

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
