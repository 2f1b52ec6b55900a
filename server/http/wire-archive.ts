import type { WireArchive } from '#contract/wire/wire-archive.ts'
import type { Caller } from '../db/database.ts'
import type { answering } from './wire-requests.ts'

type Archiving = {
  /** Archives or restores it in the version that was seen. @returns the version that it has then */
  set: (caller: Caller, id: string, change: { version: number; isArchived: boolean }) => Promise<number>
  /** Returns what is stored of it, for who saw another version. */
  current: (caller: Caller, id: string) => Promise<unknown>
}

/** Answers both requests of an entry that is archived and restored. Which event that is, its table says. */
export function answerArchive(
  on: ReturnType<typeof answering>,
  { archive, restore }: WireArchive,
  { set, current }: Archiving,
): void {
  for (const [route, isArchived] of [
    [archive, true],
    [restore, false],
  ] as const) {
    on(route, async (caller, { id, body }) => ({ version: await set(caller, id, { ...body, isArchived }) }), {
      current,
    })
  }
}
