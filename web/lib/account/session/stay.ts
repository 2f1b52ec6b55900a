/** How long the vault stays unlocked without being asked for again: in this tab, until the browser closes, or on this device. */
const STAYS = ['tab', 'browser', 'device'] as const
export type Stay = (typeof STAYS)[number]

export const STAY_KEY = 'quantumshield-stay'
/** Where releases before this choice kept "Remember me". */
const FORMER_KEY = 'quantumshield-remember'

/** What was chosen in this browser; this tab only, without a choice. */
export function readStay(storage: Pick<Storage, 'getItem'>): Stay {
  const chosen = storage.getItem(STAY_KEY)
  if (chosen === null) return storage.getItem(FORMER_KEY) === '1' ? 'device' : 'tab'
  return STAYS.find((one) => one === chosen) ?? 'tab'
}

export function saveStay(storage: Pick<Storage, 'setItem' | 'removeItem'>, stay: Stay): void {
  storage.setItem(STAY_KEY, stay)
  storage.removeItem(FORMER_KEY)
}
