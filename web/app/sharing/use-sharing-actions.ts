import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnGrant, OwnLink, ShownWithin, VaultClient } from '#web/lib/remote/vault-client.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor, sentenceOfCode } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { remainsSentence } from './share-fields.ts'
import { refreshSharing } from './sharing.queries.ts'

/** A file as it was shown. `folders` and `within`: where it lies within what is shared, the outermost first, by names and as it was shown. */
export type Shareable = ShownWithin & { sizeBytes?: number; folders?: readonly string[] }
/** What files that are shared lie in. */
export type SharedFolder = {
  /** Its name, or null when some of the files were chosen with a folder. Undefined when there is none. */
  folderName?: string | null | undefined
}
/** `stop` ends after the file that is under way; `onDone` hears how many are shared. */
type ShareAll = {
  list: readonly Shareable[]
  /** Account ids of people that were found. */
  people: readonly string[]
  days: number | null
  stop: AbortSignal
  onDone: (done: number) => void
}
type Ended = { name: string; what: OwnGrant | OwnLink }

const LEFT_OUT: ReadonlySet<string> = new Set(['not_as_shown', 'folder_refused'])

/** One file after the other. One that is not as it was shown is left out, and the others are shared; any other failure is the last. */
async function giveEach(sharing: VaultClient['sharing'], { list, people, days, stop, onDone }: ShareAll) {
  let done = 0
  const leftOut = new Set<string>()
  const failures: unknown[] = []
  for (const file of list) {
    if (stop.aborted) break
    try {
      for (const email of await sharing.shareWithPeople(file, people, days)) leftOut.add(email)
      done += 1
      onDone(done)
    } catch (error) {
      failures.push(error)
      if (!(error instanceof VaultError && LEFT_OUT.has(error.code))) break
    }
  }
  return { done, leftOut: [...leftOut], failures }
}

/** What changes who can open a file; each tells its outcome in a toast. */
export function useSharingActions() {
  const { files, sharing } = useVault()
  const queries = useQueryClient()
  const { toast } = m.files
  const onSettled = () => refreshSharing(queries, files)
  const sayFailed = (error: unknown) =>
    toastError(toast.error, m.files.because(toast.shareErrorText, sentenceFor(error)))

  /** Resolves with how many were shared: some may be when a later one fails. */
  const shareAll = useMutation({
    mutationFn: async (all: ShareAll) => {
      const { failures, ...outcome } = await giveEach(sharing, all)
      if (failures.length > 0) sayFailed(failures[0])
      return outcome
    },
    onSuccess: ({ done, leftOut }, { list }) => {
      // Of several it need not be the first that was shared.
      const name = list.length === 1 ? list[0]?.name : m.sharing.shareOf(done, list.length)
      if (done > 0 && name !== undefined) toastDone(toast.shared, toast.sharingText(name))
      if (leftOut.length > 0) toastError(m.sharing.people.leftOut(leftOut), sentenceOfCode('person_unknown'))
    },
    onSettled,
  })

  const end = useMutation({
    mutationFn: async ({ name, what }: Ended): Promise<string | null> => {
      if ('userId' in what) await sharing.endGrant(what.fileId, what.userId)
      else await sharing.endLink(what.id)
      // It has ended; what remains is only not said when it cannot be read.
      const fileId = 'userId' in what ? what.fileId : what.several ? undefined : what.fileIds[0]
      const nothing = { people: [], links: [] }
      const left = fileId === undefined ? nothing : await sharing.byMe(fileId).catch(() => nothing)
      const ended = 'userId' in what ? m.sharing.endedPerson(what.name || what.email, name) : m.sharing.endedLink(name)
      return remainsSentence(ended, left, new Date())
    },
    onSuccess: (remains, { name }) => toastDone(toast.unshared, remains ?? toast.sharingText(name)),
    onError: sayFailed,
    onSettled,
  })

  const endAll = useMutation({
    mutationFn: async (file: Shareable) => {
      const { links } = await sharing.byMe(file.id)
      await Promise.all([sharing.endGrants(file.id), ...links.map(({ id }) => sharing.endLink(id))])
    },
    onSuccess: (_, { name }) => toastDone(toast.unshared, toast.sharingText(name)),
    onError: sayFailed,
    onSettled,
  })

  return { shareAll, end, endAll }
}
