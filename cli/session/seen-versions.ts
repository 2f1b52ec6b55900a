import path from 'node:path'
import { z } from 'zod'
import { fromBase64Url, toBase64Url } from '#crypto/index.ts'
import type { OpenVault } from '#vault/session/open-vault.ts'
import { type VersionMemory, recallVersions, rememberVersions } from '#vault/session/version-memory.ts'
import { homeFolder, readPrivate, removePrivate, writePrivate } from './private-file.ts'

const keptShape = z.object({ userId: z.uuid(), versions: z.base64url() })
const seenFile = (): string => path.join(homeFolder(), 'seen-versions.json')
/** Of the command that runs. */
let opened: OpenVault | undefined

/** How far files and folders had come. Of two commands that end at the same moment, one may keep less than it saw. */
const memory: VersionMemory = {
  recall: async (userId) => {
    const kept = keptShape.safeParse(readPrivate(seenFile())).data
    return kept?.userId === userId ? fromBase64Url(kept.versions) : undefined
  },
  remember: async (userId, versions) => writePrivate(seenFile(), { userId, versions: toBase64Url(versions) }),
  alone: (_, work) => work(),
}

/** From now on no file or folder of `vault` may be older than this computer has seen it, and no folder without the record that it had. */
export async function recallSeen(vault: OpenVault): Promise<void> {
  await recallVersions(vault, memory)
  opened = vault
}

/** A command has ended when what it proved is kept, also one that failed. */
export async function seenKept(): Promise<void> {
  if (opened) await rememberVersions(opened, memory)
  opened = undefined
}

/** For `logout`: the next session begins without it, as it has to after a backup was restored. */
export function forgetSeen(): void {
  removePrivate(seenFile())
}
