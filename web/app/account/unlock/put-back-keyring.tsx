import { useMutation } from '@tanstack/react-query'
import { dateLocale } from '#web/lib/format.ts'
import { damagedKeyring as text } from '#web/messages/account/damaged-keyring.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** Where the keyring was overwritten and this device has no copy: looks for an earlier one that opens, says what is lost, and puts it back. */
export function PutBackKeyring({ onPutBack }: { onPutBack: () => void }) {
  const { account } = useVault()
  const look = useMutation({ mutationFn: () => account.keptKeyring() })
  const putBack = useMutation({
    mutationFn: () => account.putBackKeyring(),
    onSuccess: () => {
      toastDone(text.done, text.doneText)
      onPutBack()
    },
  })
  const error = look.error ?? putBack.error
  if (error) return <Text>{sentenceFor(error)}</Text>
  if (look.data === undefined)
    return (
      <Button variant="outline" size="sm" isBusy={look.isPending} onClick={() => look.mutate()}>
        {text.look}
      </Button>
    )
  if (look.data === null) return <Text>{text.none}</Text>
  return (
    <div className="flex flex-col gap-2">
      <Text>{text.found(dayOf(look.data))}</Text>
      <Text>{text.lost}</Text>
      <Button
        variant="outline"
        size="sm"
        className="self-start"
        isBusy={putBack.isPending}
        onClick={() => putBack.mutate()}
      >
        {text.submit}
      </Button>
    </div>
  )
}

/** A day of the server is the same day everywhere. */
const dayOf = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(dateLocale(), { dateStyle: 'long', timeZone: 'UTC' })
