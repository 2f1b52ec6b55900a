import type { DetectorName } from '#contract/threats.ts'
import type { Stage } from './stage.ts'

/** How an attack ended: whether it was found, and what it had got by then. */
export type Outcome = { isFound: boolean; got?: { what: string; count: number; of: number } }
export type Attack = {
  detector: DetectorName
  what: string
  /** Against the limits of requests that a server has; the other attacks are about what comes before them. */
  hasLimits?: true
  run: (stage: Stage, n: number) => Promise<Outcome>
}

export const WRONG = 'a wrong password'
export const tokenOf = (body: Record<string, unknown>): string => String(body['access_token'])

/** Two addresses in different countries and networks, another pair for each `n`. */
export function pair({ addresses }: Stage, n: number) {
  const home = addresses[(n * 37) % addresses.length]
  const abroad =
    home && addresses.find(({ country, asn }, index) => index > n * 11 && country !== home.country && asn !== home.asn)
  if (!home || !abroad) throw new Error('no two addresses')
  return { home, abroad }
}

/** Tries until one is refused or all were made. @returns how many were let through. */
export async function until(
  count: number,
  make: (index: number) => Promise<{ status: number }>,
  isRefused: (status: number) => boolean,
): Promise<number> {
  for (let index = 0; index < count; index += 1) if (isRefused((await make(index)).status)) return index
  return count
}
