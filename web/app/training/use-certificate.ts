import { saveBlob } from '#web/lib/files/save-text.ts'
import { training } from '#web/messages/training/training.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useTrainingWrite } from '#web/parts/training/use-training-write.ts'

/** Saves a certificate, by the id of its completion. */
export function useCertificate() {
  const { training: client } = useVault()
  return useTrainingWrite((completion: string) => client.certificate(completion), {
    failed: training.certificates.failed,
    onDone: (pdf) => saveBlob('certificate.pdf', pdf),
  })
}
