import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Certification } from '#contract/compliance/certification-state.ts'
import { compliance as text } from '#web/messages/compliance.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** What changes a record from its row; each tells its outcome in a toast. */
export function useComplianceActions() {
  const { compliance } = useVault()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['certifications'] })
  const failed = (title: string) => (error: Error) => toastError(title, sentenceFor(error))

  const upload = useMutation({
    mutationFn: ({ id, file }: { id: string; file: File }) => compliance.putCertificate(id, file),
    onSuccess: () => toastDone(text.uploaded, text.uploadedText('/compliance')),
    onError: failed(text.uploadFailed),
    onSettled,
  })
  const removeCertificate = useMutation({
    mutationFn: ({ id }: Certification) => compliance.removeCertificate(id),
    onSuccess: () => toastDone(text.certificateRemoved),
    onError: failed(text.certificateRemoveFailed),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: ({ id }: Certification) => compliance.remove(id),
    onSuccess: () => toastDone(text.removed),
    onError: failed(text.removeFailed),
    onSettled,
  })
  return { upload, removeCertificate, remove }
}
