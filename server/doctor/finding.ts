/** What a check saw, and how to mend it: one or two sentences each, without secrets. `skipped`: it could not look. */
export type Finding =
  | { state: 'ok' | 'skipped'; saw: string }
  | { state: 'warning' | 'problem'; saw: string; mend: string }

export type Result = { check: string } & Finding

export const ok = (saw: string): Finding => ({ state: 'ok', saw })
export const skipped = (saw: string): Finding => ({ state: 'skipped', saw })
export const warning = (saw: string, mend: string): Finding => ({ state: 'warning', saw, mend })
export const problem = (saw: string, mend: string): Finding => ({ state: 'problem', saw, mend })

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
