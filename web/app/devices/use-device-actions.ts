import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import type { NewDevice, OwnDevice } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { devices as text } from '#web/messages/devices.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { refreshDevices } from './devices.queries.ts'

/** What can be done with devices and with what was refused of them; each tells its outcome in a toast. */
export function useDeviceActions() {
  const { devices, threats } = useVault()
  const { guarded } = useProtection()
  const queries = useQueryClient()
  const onSettled = () => refreshDevices(queries)
  const failing = (failed: string) => (error: Error) =>
    toastError(m.files.toast.error, m.files.because(failed, sentenceFor(error)))

  const revoke = useMutation({
    mutationFn: ({ id }: OwnDevice) => devices.revoke(id),
    onSuccess: () => toastDone(text.revoke.done),
    onError: failing(text.revoke.failed),
    onSettled,
  })
  const rotate = useMutation({
    mutationFn: (suites: readonly NewDevice['suite'][]) => devices.rotate(suites),
    onSuccess: (count) => toastDone(text.rotate.done, text.rotate.doneText(count)),
    onError: failing(text.rotate.failed),
    onSettled,
  })
  const discard = useMutation({
    mutationFn: (id: string) => devices.discard(id),
    onSuccess: () => toastDone(text.refused.discarded),
    onError: failing(text.refused.discardFailed),
    onSettled,
  })
  const setSilence = useMutation({
    mutationFn: (wanted: Parameters<typeof devices.setSilence>[0]) => devices.setSilence(wanted),
    onSuccess: () => toastDone(text.sheet.silenceDone),
    onError: failing(text.sheet.silenceFailed),
    onSettled,
  })
  const resume = useMutation({
    mutationFn: guarded(threats.lift),
    onSuccess: () => toastDone(text.pause.done),
    onError: (error: Error) => isQuestionLeft(error) || failing(text.pause.failed)(error),
    onSettled,
  })
  return { revoke, rotate, discard, setSilence, resume }
}
