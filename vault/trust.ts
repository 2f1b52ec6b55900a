/**
 * What this vault knows of somebody's keys. `new`: never used. Then how they came to be remembered, the same as today in each case: `seen`
 * a file of theirs was opened, `chosen` something was given to them, `invited` their invitation named the keys, `compared` the safety
 * number was compared. `changed`: not the keys that are remembered; `moved`: the address led to another account before. These two block
 * everything.
 */
export type Trust = 'new' | PinnedBy | 'compared' | 'changed' | 'moved'
/** Weakest first. All of them take an act of the person: what the server shows is never remembered by itself. */
export type PinnedBy = 'seen' | 'chosen' | 'invited'
export const PINNED_BY: readonly PinnedBy[] = ['seen', 'chosen', 'invited']

/** True when nothing may be given to somebody, nor anything of theirs opened. */
export function isBlocked(trust: Trust | null): trust is 'changed' | 'moved' {
  return trust === 'changed' || trust === 'moved'
}

/**
 * True for people who vouch for others. A mailed invitation is written by the server, so `invited` is as good as the person's look at who
 * invited them; an address that was handed over by the inviter, or a compared number, is not the server's word at all.
 */
export const isVouching = (trust: Trust): boolean => trust === 'invited' || trust === 'compared'
