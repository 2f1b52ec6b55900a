import { readNamed } from './checks.ts'

/** A setting as it was given, and where: by its own name, or in the file that `X_FILE` names. */
export type Given = { text: string; file: string | undefined }

/** Why a start refuses, and the settings that it is about. */
export type Refusal = { settings: string[]; why: string }

const PREFIX = 'Bad configuration: '

/** Reads each setting from the environment or from the file that the environment names. Empty ones count as absent: compose files pass unset variables that way. */
export function readGiven(
  environment: NodeJS.ProcessEnv,
  names: readonly string[],
): { given: Map<string, Given>; refusals: Refusal[] } {
  const given = new Map<string, Given>()
  const refusals: Refusal[] = []
  for (const name of names) {
    const file = names.includes(`${name}_FILE`) ? undefined : environment[`${name}_FILE`]
    const own = environment[name]
    try {
      const text = own ?? (file ? readNamed(`${name}_FILE`, file).toString('utf8').trim() : '')
      if (text) given.set(name, { text, file: own === undefined ? file : undefined })
    } catch (error) {
      refusals.push({ settings: [name], why: reasonOf(error) })
    }
  }
  return { given, refusals }
}

/**
 * What the parts of a configuration refuse.
 * @param refusals earlier ones. What is said of a setting that these name may follow from them, and is left out.
 */
export function refusalsOfParts(
  parts: readonly (() => unknown)[],
  { names, refusals }: { names: readonly string[]; refusals: readonly Refusal[] },
): Refusal[] {
  const refused = new Set(refusals.flatMap(({ settings }) => settings))
  return parts
    .flatMap((part) => {
      try {
        part()
        return []
      } catch (error) {
        const why = reasonOf(error)
        return [{ settings: (why.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []).filter((word) => names.includes(word)), why }]
      }
    })
    .filter(({ settings }) => !settings.some((name) => refused.has(name)))
}

/** All of them as one error. */
export function refusedBy(refusals: readonly Refusal[]): Error {
  const [only, ...more] = refusals
  if (only && more.length === 0 && isNamedIn(only)) return new Error(PREFIX + only.why)
  return new Error(`Bad configuration:\n${refusals.map(lineOf).join('\n')}`)
}

const isNamedIn = ({ settings, why }: Refusal): boolean => settings.some((name) => why.includes(name))

const lineOf = (refusal: Refusal): string =>
  isNamedIn(refusal) ? `✖ ${refusal.why}` : `✖ ${refusal.why}\n  → at ${refusal.settings.join(', ')}`

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text
}
