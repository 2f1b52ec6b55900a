/**
 * What this vault knows of somebody's keys. `new`: never used. Then how they came to be remembered, the same as today in each case: `seen`
 * a file of theirs was opened, `chosen` something was given to them or a mailed invitation named the keys, `invited` they handed over an
 * address with their keys, `compared` the safety number was compared.
 * `changed`: not the keys that are remembered; `moved`: the address led to another account before. These two block everything.
 */
export type Trust = 'new' | PinnedBy | 'compared' | 'changed' | 'moved'
/** Weakest first. All of them take an act of the person: what the server shows is never remembered by itself. */
export type PinnedBy = 'seen' | 'chosen' | 'invited'
export const PINNED_BY: readonly PinnedBy[] = ['seen', 'chosen', 'invited']

/** True when nothing may be given to somebody, nor anything of theirs opened. */
export function isBlocked(trust: Trust | null): trust is 'changed' | 'moved' {
  return trust === 'changed' || trust === 'moved'
}

/** True for people who vouch for others: their keys came by a way that the server has no part in. A mailed invitation is its word. */
export const isVouching = (trust: Trust): boolean => trust === 'invited' || trust === 'compared'
