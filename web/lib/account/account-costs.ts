/** What `/config.json` says about the start of an account. */
export type StartSettings = {
  billing: 'stripe' | 'sandbox' | 'off'
  /** Of a first subscription; 0 is none. */
  trial_days: number
  /** Null is without a limit. */
  free_storage_bytes: number | null
  /** Accounts are made by invitation only. */
  disable_signup: boolean
}

type CostWords = {
  readonly closed: string
  readonly free: (bytes: number | null) => string
  readonly trial: (days: number) => string
  readonly noTrial: string
  readonly sandbox: string
}

/** What "Start Free Trial" begins on this server, in one or two sentences. It claims nothing that no setting says. */
export function accountCosts(settings: StartSettings, words: CostWords): string {
  const { billing, trial_days: days, free_storage_bytes: bytes } = settings
  if (settings.disable_signup) return words.closed
  const free = words.free(bytes)
  if (billing === 'off') return free
  const paid = days > 0 ? words.trial(days) : words.noTrial
  return billing === 'sandbox' ? `${free} ${words.sandbox}` : `${free} ${paid}`
}
