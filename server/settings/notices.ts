import type { Config } from '../config.ts'
import { hasLooseLimits, takesAnyAddress } from './unsafe.ts'

/** Shorter names are of the system, and like many others. */
const LEAST_CHARACTERS = 6
const MOST_CHANGES = 2
/** Of another program, and near to ours: OpenSSL reads it. */
const FOREIGN_NAMES = ['SSL_CERT_FILE']
const SHORT_CHARACTERS = 8
/** Two changes make a short name another one, such as SITE_URL. */
const mostChanges = (name: string): number => (name.length <= SHORT_CHARACTERS ? 1 : MOST_CHANGES)

/** What the start says of settings that are valid and probably not meant. */
export function settingNotices(
  environment: NodeJS.ProcessEnv,
  { known, config }: { known: readonly string[]; config: Config },
): string[] {
  const ignored = misspelt(Object.keys(environment), known).map(
    ({ name, meant }) => `${name} is no setting and is ignored. Is ${meant} meant?`,
  )
  return [...ignored, ...unsafe(config)]
}

/** Names that are none of ours and nearly are: they would be ignored without a word. */
export function misspelt(names: readonly string[], known: readonly string[]): { name: string; meant: string }[] {
  const settings = new Set([...known, ...known.map((name) => `${name}_FILE`)])
  const long = known.filter((name) => name.includes('_')).flatMap((name) => [name, `${name}_FILE`])
  return names.flatMap((name) => {
    const isOther = settings.has(name) || FOREIGN_NAMES.includes(name)
    if (isOther || !name.includes('_') || name.length < LEAST_CHARACTERS) return []
    const meant = long.find((setting) => changesBetween(name, setting) <= mostChanges(setting))
    return meant === undefined ? [] : [{ name, meant }]
  })
}

/** What tests need, where others can reach the server. */
function unsafe(config: Config): string[] {
  return [
    ...(takesAnyAddress(config)
      ? ['MAILER_AUTOCONFIRM is on: anybody can sign up with an address that is not theirs.']
      : []),
    ...(hasLooseLimits(config)
      ? [`RATE_LIMIT_FACTOR is ${config.rateLimitFactor}: passwords and codes can be tried that much more often.`]
      : []),
  ]
}

/** Letters that were left out, added, replaced or swapped with their neighbour (optimal string alignment). */
function changesBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MOST_CHANGES) return Infinity
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next.push(
        Math.min(
          (last[column] ?? Infinity) + 1,
          (next[column - 1] ?? Infinity) + 1,
          (last[column - 1] ?? Infinity) + (isSame ? 0 : 1),
          isSwapped ? (before[column - 2] ?? Infinity) + 1 : Infinity,
        ),
      )
    }
    before = last
    last = next
  }
  return last[other.length] ?? Infinity
}
