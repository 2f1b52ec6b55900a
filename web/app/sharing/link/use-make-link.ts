import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { NewLink, NewLinkToSeveral, Within } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { refreshSharing } from '../sharing.queries.ts'
import type { Shareable, SharedFolder } from '../use-sharing-actions.ts'

type Terms = Omit<NewLink, 'file'>

/** Makes a link to what is shared: to its only file, or to several in one. */
export function useMakeLink(files: readonly Shareable[], { folderName }: SharedFolder) {
  const { shareByLink, shareSeveralByLink } = useLinkMutations()
  const [address, setAddress] = useState<string | null>(null)
  const [done, setDone] = useState(0)
  const stop = useRef<AbortController>(null)
  // Who closes the dialog wants no more of it.
  useEffect(() => () => stop.current?.abort(), [])
  const only = files.length === 1 && folderName === undefined ? files[0] : undefined

  const make = (terms: Terms) => {
    if (only) {
      shareByLink.mutate({ wanted: { ...terms, file: only }, name: only.name }, { onSuccess: setAddress })
      return
    }
    const { signal } = (stop.current = new AbortController())
    setDone(0)
    const shouldContinue = (sealed: number): boolean => {
      setDone(sealed)
      return !signal.aborted
    }
    const name = folderName ?? null
    const folder = name === null ? null : (files[0]?.within?.[0] ?? null)
    shareSeveralByLink.mutate(
      {
        wanted: { ...terms, folder, files: membersOf(files) },
        name: m.sharing.several.name(name, files.length),
        shouldContinue,
      },
      { onSuccess: setAddress },
    )
  }
  return {
    /** Undefined where the link opens several. */
    only,
    make,
    address,
    forget: () => setAddress(null),
    isMaking: shareByLink.isPending || shareSeveralByLink.isPending,
    /** Files that are sealed so far, of several. */
    done,
    stop: () => stop.current?.abort(),
  }
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** In the order in which visitors see them: by folder, then by name. */
function membersOf(files: readonly Shareable[]): NewLinkToSeveral['files'] {
  const pathOf = ({ within }: { within: Within }) => within.map(({ name }) => name).join('/')
  return files
    .map((shown) => ({ shown, within: shown.within ?? [] }))
    .toSorted((a, b) => collator.compare(pathOf(a), pathOf(b)) || collator.compare(a.shown.name, b.shown.name))
}

/** `shouldContinue` hears how many files are sealed, and says whether to continue. */
type LinkToSeveral = { wanted: NewLinkToSeveral; name: string; shouldContinue: (done: number) => boolean }

const MAKE_LINK = ['make-link']

/** Whether a link is being made: closing the dialog meanwhile would leave one that nobody sees. */
export const useIsMakingLink = (): boolean => useIsMutating({ mutationKey: MAKE_LINK }) > 0

/** Each tells its outcome in a toast. */
function useLinkMutations() {
  const { files, sharing } = useVault()
  const queries = useQueryClient()
  const { toast } = m.files
  const onError = (error: unknown) => toastError(toast.error, m.files.because(toast.shareErrorText, sentenceFor(error)))
  const onSettled = () => refreshSharing(queries, files)
  const shareByLink = useMutation({
    mutationKey: MAKE_LINK,
    mutationFn: ({ wanted }: { wanted: NewLink; name: string }) => sharing.shareByLink(wanted),
    onSuccess: (_, { name }) => toastDone(toast.shared, toast.sharingText(name)),
    onError,
    onSettled,
  })
  /** Null when it was stopped. */
  const shareSeveralByLink = useMutation({
    mutationKey: MAKE_LINK,
    mutationFn: ({ wanted, shouldContinue }: LinkToSeveral) => sharing.shareSeveralByLink(wanted, shouldContinue),
    onSuccess: (address, { name }) => address !== null && toastDone(toast.shared, toast.sharingText(name)),
    onError,
    onSettled,
  })
  return { shareByLink, shareSeveralByLink }
}
